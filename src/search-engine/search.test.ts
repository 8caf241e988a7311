import { expect, test } from 'vitest';
import { openDatabase } from '../store/database.ts';
import { openIndex } from './open-index.ts';
import { listBest } from './ranking.ts';
import { SEARCH_SCHEMA } from './schema.ts';
import { search } from './search.ts';
import { writeDocuments } from './write-documents.ts';

const FILLER = Array.from({ length: 40 }, (_, place) => `Another text ${place}.`);

test('a document with only a rare compound does not outrank one that matches the whole query', () => {
  const parts = Array.from({ length: 10 }, (_, place) => `A high wall, and speed ${place}.`);
  const trains = Array.from({ length: 5 }, (_, place) => `Trains ${place}.`);
  const documents = ['A highspeed line.', 'A high speed train.', ...parts, ...trains, ...FILLER];
  expect(rank('high speed trains', documents)[0]).toBe(1);
});

test('a compound counts like its words, however the query and the document write it', () => {
  const documents = ['An on-page text.', 'An onpage text.', 'A text on a page.', ...FILLER];
  for (const query of ['onpage', 'on-page', 'on page'])
    expect(rank(query, documents).slice(0, 2).toSorted(), query).toEqual([0, 1]);
});

test('in a large collection documents with terms that the best documents share rank higher', () => {
  const about = Array.from({ length: 6 }, (_, place) => `Zebra ${place}: a savanna and its stripes.`);
  const others = Array.from({ length: 500 }, (_, place) => `Number ${place}.`);
  expect(rank('zebra', ['Zebra X: a zoo and its keepers.', ...about, ...others]).at(-1)).toBe(0);
});

/** The places of the found documents, best first. */
function rank(query: string, texts: readonly string[]): number[] {
  const database = openDatabase(':memory:');
  database.exec(SEARCH_SCHEMA);
  const written = texts.map((body, place) => ({
    id: place + 1,
    publishedAt: 0,
    facet: '',
    fields: { body },
  }));
  writeDocuments(database, { removed: [], written });
  const index = openIndex(database);
  return listBest(search(index, query, { now: 0 }), 10, (a, b) => a - b).map((slot) => index.idOf(slot) - 1);
}
