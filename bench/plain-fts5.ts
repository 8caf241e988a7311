import { openDatabase } from '../src/store/database.ts';

export type Ranker = (query: string) => string[];

type Indexed = { readonly id: string; readonly title: string; readonly text: string };

/** FTS5 has no customary weight of a title; the search engine's own one for titles makes the comparison fair. */
const TITLE_WEIGHT = 4;
const WORD = /[\p{L}\p{N}]+/gu;

/**
 * What SQLite alone offers: an FTS5 table of titles and texts with Porter stemming, a query that finds documents with any of
 * the words, and FTS5's own BM25 with a weight for titles. Returns a function that ranks the ids of the documents.
 */
export function indexWithFts5(documents: Iterable<Indexed>, depth: number): Ranker {
  const database = openDatabase(':memory:');
  database.exec(`CREATE VIRTUAL TABLE t USING fts5 (title, body, tokenize = 'porter unicode61')`);
  const ids: string[] = [];
  database.transaction(() => {
    for (const { id, title, text } of documents) {
      const place = ids.push(id) - 1;
      database.run('INSERT INTO t (rowid, title, body) VALUES (:place, :title, :text)', {
        place,
        title,
        text,
      });
    }
  });
  return (query) => {
    const words = query.match(WORD) ?? [];
    if (words.length === 0) return [];
    const rows = database.all(
      `SELECT rowid FROM t WHERE t MATCH :match ORDER BY bm25(t, ${TITLE_WEIGHT}, 1), rowid LIMIT ${depth}`,
      { match: words.map((word) => `"${word}"`).join(' OR ') },
    );
    return rows.flatMap(({ rowid }) => ids[Number(rowid)] ?? []);
  };
}
