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

const OTHERS = Array.from({ length: 500 }, (_, place) => `Number ${place}.`);
const ZEBRAS = Array.from({ length: 5 }, (_, place) => `Zebra ${place}: a savanna and its stripes.`);

test('in a large collection documents with terms that the best documents share rank higher', () => {
  const zoo = 'Zebra X: a zoo and its keepers, and far more than that.';
  const savanna = 'Zebra Y: a savanna and its stripes, and far more than that.';
  expect(rank('zebra', [zoo, savanna, ...ZEBRAS, ...OTHERS]).slice(-2)).toEqual([1, 0]);
});

test('the best documents keep their order, whatever they have in common', () => {
  const best = 'Zebra, zebra, zebra: a zoo.';
  expect(rank('zebra', [...ZEBRAS, best, ...OTHERS])[0]).toBe(5);
});

test.for([
  [
    'close together',
    'The engine is loud. Not so the search, which takes long.',
    'The search engine is loud. Not so the other, which takes long.',
  ],
  [
    'early',
    `Many things are said here. ${'So it goes. '.repeat(20)} A search, then an engine.`,
    `A search, then an engine. ${'So it goes. '.repeat(20)} Many things are said here.`,
  ],
] as const)('a document with the words of the query %s ranks higher', ([, worse, better]) => {
  expect(rank('search engine', [worse, better, ...FILLER])).toEqual([1, 0]);
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
