import { readText } from '../packages/marketing-workbench/src/search-engine/database.ts';
import { type Database, openDatabase } from '../packages/marketing-workbench/src/store/database.ts';
import type { Store } from '../packages/marketing-workbench/src/store/store.ts';

export type Ranker = (query: string) => string[];

type PlainText = { readonly id: string; readonly title: string; readonly text: string };

/**
 * FTS5 has no customary weight of a title; the search engine's own one for titles makes the
 * comparison fair.
 */
const TITLE_WEIGHT = 4;
const WORD = /[\p{L}\p{N}]+/gu;
const TEXTS_AT_ONCE = 1_000;

/**
 * What SQLite alone offers: an FTS5 table of titles and texts with Porter stemming, a query that
 * finds documents with any of the words, and FTS5's own BM25 with a weight for titles. Returns a
 * function that ranks the ids of the documents.
 */
export function indexWithFts5(documents: Iterable<PlainText>, depth: number): Ranker {
  const { database, ids } = fillFts5(documents);
  return (query) => {
    const match = formatAnyWordMatch(query);
    if (match === '') return [];
    const rows = database.all(
      `SELECT rowid FROM t WHERE t MATCH :match ORDER BY bm25(t, ${TITLE_WEIGHT}, 1), rowid LIMIT ${depth}`,
      { match },
    );
    return rows.flatMap(({ rowid }) => ids[Number(rowid)] ?? []);
  };
}

/**
 * Returns the same search with the answer that a page of results needs: marked titles and passages,
 * as JSON.
 */
export function answerWithFts5(
  documents: Iterable<PlainText>,
  depth: number,
): (query: string) => string {
  const { database } = fillFts5(documents);
  return (query) => {
    const match = formatAnyWordMatch(query);
    if (match === '') return '[]';
    const rows = database.all(
      `SELECT rowid, highlight(t, 0, '<mark>', '</mark>') AS title, snippet(t, 1, '<mark>', '</mark>', '…', 32) AS passage
       FROM t WHERE t MATCH :match ORDER BY bm25(t, ${TITLE_WEIGHT}, 1), rowid LIMIT ${depth}`,
      { match },
    );
    return JSON.stringify(rows);
  };
}

/** A word that the query has twice counts twice. */
function formatAnyWordMatch(query: string): string {
  return (query.match(WORD) ?? []).map((word) => `"${word}"`).join(' OR ');
}

function fillFts5(documents: Iterable<PlainText>): {
  readonly database: Database;
  readonly ids: string[];
} {
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
  return { database, ids };
}

/** Yields all posts without markup. */
export function* listPlainTexts({ index }: Store): Generator<PlainText> {
  let last = -1;
  for (;;) {
    const rows = index.all(
      `SELECT p.id AS place, p.slug, p.title, t.content FROM posts p JOIN post_texts t ON t.post_id = p.id
       WHERE p.id > :last ORDER BY p.id LIMIT ${TEXTS_AT_ONCE}`,
      { last },
    );
    if (rows.length === 0) return;
    for (const row of rows) {
      const text = readText(row, 'content').replace(/<[^>]*>/g, ' ');
      yield { id: readText(row, 'slug'), title: readText(row, 'title'), text };
    }
    last = Number(rows.at(-1)?.place);
  }
}
