import { array, assert, constantFrom, integer, property, record, uniqueArray } from 'fast-check';
import { expect, test } from 'vitest';
import { type Database, openDatabase } from '../store/database.ts';
import { openIndex, type SearchIndex } from './open-index.ts';
import { SEARCH_SCHEMA, type SearchDocument } from './schema.ts';
import { searchDocuments } from './search.ts';
import { writeDocuments } from './write-documents.ts';

const QUERIES = [
  'zebra',
  'lion zebra',
  '"a zebra"',
  'how do I tame a lion',
  'on-page -giraffe',
  '"zebra lion"',
];

/** Ids in several blocks. */
const ids = constantFrom(1, 2, 3, 1_023, 1_024, 1_025, 2_047, 5_000);
const text = array(
  constantFrom('zebra', 'zebras', 'lion', 'giraffe', 'on-page', 'a', 'of', 'tame', '\n'),
  {
    maxLength: 12,
  },
).map((words) => words.join(' '));
const documents = uniqueArray(
  record({
    id: ids,
    fields: record({ title: text, excerpt: text, headings: text, body: text }),
    publishedAt: integer({ min: 0, max: 20 }),
    facet: constantFrom('seo', 'email'),
  }),
  { selector: ({ id }) => id },
);

test('an index that was changed several times answers like a new one', () => {
  const steps = array(record({ removed: uniqueArray(ids), written: documents }), {
    minLength: 1,
    maxLength: 6,
  });
  assert(
    property(steps, (changes) => {
      const changed = createIndex();
      const present = new Map<number, SearchDocument>();
      for (const { removed, written } of changes) {
        const gone = [...removed, ...written.map(({ id }) => id)];
        writeDocuments(changed, { removed: gone, written });
        for (const id of gone) present.delete(id);
        for (const document of written) present.set(document.id, document);
      }
      const rebuilt = createIndex();
      writeDocuments(rebuilt, { removed: [], written: [...present.values()] });
      expect(answerAll(openIndex(changed))).toEqual(answerAll(openIndex(rebuilt)));
      expect(listVocabulary(changed)).toEqual(listVocabulary(rebuilt));
    }),
    { numRuns: 150, seed: 20261120 },
  );
});

test('a change leaves the other documents as they were', () => {
  const create = (id: number, words: string): SearchDocument => ({
    id,
    publishedAt: 0,
    facet: 'seo',
    fields: { title: `Lion ${id}`, body: `${words} `.repeat(1 + (id % 7)) },
  });
  const all = Array.from({ length: 300 }, (_, place) =>
    create(place + 1, 'zebra on-page a giraffe'),
  );
  const changed = [
    create(1, 'a zebra'),
    create(150, 'lion zebra'),
    create(300, 'tame'),
    create(301, 'zebra'),
  ];
  const gone = [1, 2, 3, 77, 150, 299, 300];
  const index = createIndex();
  writeDocuments(index, { removed: [], written: all });
  writeDocuments(index, { removed: gone, written: changed });
  const rebuilt = createIndex();
  const kept = all.filter(({ id }) => !gone.includes(id));
  writeDocuments(rebuilt, { removed: [], written: [...kept, ...changed] });
  expect(answerAll(openIndex(index))).toEqual(answerAll(openIndex(rebuilt)));
  expect(listVocabulary(index)).toEqual(listVocabulary(rebuilt));
});

test('words that no document contains any more are deleted', () => {
  const index = createIndex();
  const document = {
    id: 7,
    fields: { title: 'Zebra', body: 'A zebra, a lion.' },
    publishedAt: 0,
    facet: 'seo',
  };
  writeDocuments(index, { removed: [], written: [document] });
  writeDocuments(index, { removed: [7], written: [] });
  for (const table of ['search_terms', 'search_words', 'search_postings', 'search_documents'])
    expect(index.all(`SELECT * FROM ${table}`), table).toEqual([]);
});

test('a long word is not cut within a surrogate pair', () => {
  const index = createIndex();
  const document = (id: number, letter: string): SearchDocument => ({
    id,
    publishedAt: 0,
    facet: 'seo',
    fields: { body: `x${'𐐨'.repeat(19)}${letter}` },
  });
  writeDocuments(index, { removed: [], written: [document(1, '𐐨'), document(2, '𐐩')] });
  expect(index.all('SELECT documents FROM search_words')).toEqual([{ documents: 2 }]);
});

function createIndex(): Database {
  const index = openDatabase(':memory:');
  index.exec(SEARCH_SCHEMA);
  return index;
}

/** The ids and scores that each query finds. */
function answerAll(index: SearchIndex) {
  return QUERIES.map((query) => {
    const { found, scores } = searchDocuments(index, query, { now: 10 });
    return Array.from(found, (slot) => [index.idOf(slot), (scores[slot] ?? 0).toFixed(6)]);
  });
}

function listVocabulary(index: Database) {
  return [
    index.all('SELECT text, documents FROM search_terms ORDER BY text'),
    index.all('SELECT text, documents, frequency FROM search_words ORDER BY text'),
  ];
}
