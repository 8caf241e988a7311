import { expect, test } from 'vitest';
import { openDatabase } from '../store/database.ts';
import { openIndex } from './open-index.ts';
import { listBest } from './ranking.ts';
import { SEARCH_SCHEMA } from './schema.ts';
import { searchDocuments } from './search.ts';
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
  for (const query of ['onpage', 'on-page'])
    expect(rank(query, documents).slice(0, 2).toSorted(), query).toEqual([0, 1]);
  expect(rank('on page', documents).toSorted()).toEqual([0, 1, 2]);
});

test('a document with the words of the query close together ranks higher', () => {
  const apart = 'The engine is loud. Not so the search, which takes long.';
  const near = 'The search engine is loud. Not so the other, which takes long.';
  expect(rank('search engine', [apart, near, ...FILLER])).toEqual([1, 0]);
});

test('a query of very many words still ranks texts by how close they are', () => {
  const stopWords =
    'the of and to a in is that it on with as at by not from they do if so no we you he she or but all any be';
  const apart = 'Engines sound loud; every search lasts.';
  const near = 'Search engines sound loud; everything lasts.';
  const query = `${stopWords} his her its our your search engine than then there`;
  expect(
    rank(query, [apart, near, ...FILLER, ...Array.from({ length: 9 }, () => stopWords)]).slice(
      0,
      2,
    ),
  ).toEqual([1, 0]);
});

test.for([
  [100, 'two frequent words'],
  [2_400, 'one rare word'],
] as const)('of %i documents the first has %s', ([count, first]) => {
  const frequent = Array.from({ length: count / 5 }, () => 'The lion has a tiger.');
  const others = Array.from(
    { length: count - frequent.length },
    (_, place) => `There are many of ${place}.`,
  );
  const found = rank('zebra lion tiger', ['The zebra has a horse.', ...frequent, ...others]);
  expect(found[0] === 0 ? 'one rare word' : 'two frequent words').toBe(first);
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
  return listBest(searchDocuments(index, query, { now: 0 }), 10, (a, b) => a - b).map(
    (slot) => index.idOf(slot) - 1,
  );
}
