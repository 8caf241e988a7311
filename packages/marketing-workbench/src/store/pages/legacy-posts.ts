import { type Row, readInteger } from '../../search-engine/database.ts';
import type { LegacyPost, LegacyPostSummary } from '../../site/entities.ts';
import { createAnswerReader } from '../index/record-rows.ts';
import { readFrozen } from '../lists/frozen-store.ts';
import type { Store } from '../store.ts';

const LEGACY_SUMMARY = createAnswerReader('legacy', 'summary', 'l');
const LEGACY_FULL = createAnswerReader('legacy', 'full', 'l');

const SELECT_LEGACY_POSTS = `SELECT l.id, ${LEGACY_SUMMARY.columns} FROM legacy_posts l`;

export function listLegacyPosts(store: Store): LegacyPostSummary[] {
  return store.index.all(`${SELECT_LEGACY_POSTS} ORDER BY l.legacy_url`).map(parseLegacySummary);
}

/** Lists the legacy posts in slices, one in a turn. */
export function listLegacyPostsInSlices(
  store: Store,
): AsyncGenerator<readonly LegacyPostSummary[], void> {
  return readFrozen(store, async function* ({ index, slicing }) {
    let last = { legacyUrl: '', id: 0 };
    for (;;) {
      const slice = index
        .all(
          `${SELECT_LEGACY_POSTS} WHERE (l.legacy_url, l.id) > (:legacyUrl, :id)
           ORDER BY l.legacy_url, l.id LIMIT :limit`,
          { legacyUrl: last.legacyUrl, id: last.id, limit: slicing.rows },
        )
        .map(parseLegacySummary);
      const [end] = slice.slice(-1);
      if (end === undefined) return;
      yield slice;
      if (slice.length < slicing.rows) return;
      last = end;
      await slicing.nextTurn();
    }
  });
}

/** Returns whether `listLegacyPosts` would read many at once. */
export function areLegacyPostsMany({ index, slicing }: Store): boolean {
  return (
    readInteger(index.get('SELECT count(*) AS posts FROM legacy_posts'), 'posts') > slicing.rows
  );
}

export function findLegacyPostAt(
  { index }: Store,
  legacyUrl: string,
): LegacyPostSummary | undefined {
  const row = index.get(
    `${SELECT_LEGACY_POSTS} WHERE l.legacy_url = :legacyUrl ORDER BY l.id LIMIT 1`,
    {
      legacyUrl,
    },
  );
  return row && parseLegacySummary(row);
}

function parseLegacySummary(row: Row): LegacyPostSummary {
  return { id: readInteger(row, 'id'), ...LEGACY_SUMMARY.read(row) };
}

export function findLegacyPost(store: Store, slug: string): LegacyPost | undefined {
  const row = store.index.get(
    `SELECT l.id, l.word_count, ${LEGACY_FULL.columns} FROM legacy_posts l WHERE l.slug = :slug`,
    { slug },
  );
  return (
    row && {
      id: readInteger(row, 'id'),
      wordCount: readInteger(row, 'word_count'),
      ...LEGACY_FULL.read(row),
    }
  );
}
