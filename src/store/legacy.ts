import type { LegacyPost, LegacyPostSummary } from '../site/entities.ts';
import type { Row } from './database.ts';
import { readInteger, readOptionalText, readText } from './rows.ts';
import type { Store } from './store.ts';

/** By address. */
export function listLegacyPosts(store: Store): LegacyPostSummary[] {
  return store.index.all(`SELECT ${COLUMNS} FROM legacy_posts ORDER BY legacy_url`).map(parseSummary);
}

export function findLegacyPost(store: Store, slug: string): LegacyPost | undefined {
  const row = store.index.get(`SELECT ${COLUMNS}, word_count, content FROM legacy_posts WHERE slug = :slug`, {
    slug,
  });
  return (
    row && {
      ...parseSummary(row),
      wordCount: readInteger(row, 'word_count'),
      content: readText(row, 'content'),
    }
  );
}

const COLUMNS = 'id, slug, title, legacy_url, redirect_to, meta_description';

function parseSummary(row: Row): LegacyPostSummary {
  const redirectTo = readOptionalText(row, 'redirect_to');
  return {
    id: readInteger(row, 'id'),
    slug: readText(row, 'slug'),
    title: readText(row, 'title'),
    legacyUrl: readText(row, 'legacy_url'),
    ...(redirectTo !== undefined && { redirectTo }),
    metaDescription: readText(row, 'meta_description'),
  };
}
