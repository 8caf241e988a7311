import type { LegacyPost, LegacyPostSummary } from '../site/entities.ts';
import { createAnswerReader } from './record-rows.ts';
import { readInteger } from './rows.ts';
import type { Store } from './store.ts';

const SUMMARY = createAnswerReader('legacy', 'summary', 'l');
const FULL = createAnswerReader('legacy', 'full', 'l');

export function listLegacyPosts(store: Store): LegacyPostSummary[] {
  return store.index
    .all(`SELECT l.id, ${SUMMARY.columns} FROM legacy_posts l ORDER BY l.legacy_url`)
    .map((row) => ({ id: readInteger(row, 'id'), ...SUMMARY.read(row) }));
}

export function findLegacyPost(store: Store, slug: string): LegacyPost | undefined {
  const row = store.index.get(
    `SELECT l.id, l.word_count, ${FULL.columns} FROM legacy_posts l WHERE l.slug = :slug`,
    { slug },
  );
  return (
    row && {
      id: readInteger(row, 'id'),
      wordCount: readInteger(row, 'word_count'),
      ...FULL.read(row),
    }
  );
}
