import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openDatabase } from '../database.ts';
import {
  declareFullTextTable,
  type FullTextMatch,
  formatIndexedTerms,
  formatMatch,
  SECTION_TABLE,
} from './full-text.ts';

/** Returns a table that holds one row, with a function that says whether the row is found. */
function createTable(table = SECTION_TABLE) {
  const database = openDatabase(':memory:');
  database.exec(declareFullTextTable(table));
  const fill = (values: readonly string[]) => {
    database.run(`DELETE FROM ${table.name} WHERE rowid = 1`);
    const texts = table.columns.map((column, place): [string, string] => [
      column,
      values[place] ?? '',
    ]);
    database.run(
      `INSERT INTO ${table.name} (rowid, ${table.columns.join(', ')}) VALUES (1, :${table.columns.join(', :')})`,
      Object.fromEntries(texts),
    );
  };
  const finds = (match: FullTextMatch<string>): boolean =>
    database.get(`SELECT 1 FROM ${table.name} WHERE ${table.name} MATCH :match`, {
      match: formatMatch(match),
    }) !== undefined;
  return { fill, finds, [Symbol.dispose]: () => database.close() };
}

/**
 * The syntax of FTS5, what its tokenizers separate, and letters that only newer versions of Unicode
 * have.
 */
const SYNTAX = [
  ...`"'\`*^+-:(){}[],;%_\\/.#&~|=<>!?@$ \t\n\r\0\u007f`,
  ...'AND OR NOT NEAR NEAR( heading: {title body}: rowid 1.5 gpt-4.1 c++ c# ½ ² é \u0301 ά я שלום مرحبا 語 𞤀 🦜'.split(
    ' ',
  ),
  '\ud800',
  '\udc00',
  '\u202e',
  '\ufeff',
  '\u00a0',
  'a',
  'b',
  '1',
];
const anyTerm = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.array(fc.constantFrom(...SYNTAX), { maxLength: 8 }).map((parts) => parts.join('')),
);

test('any terms are found in their own column, as they are, and in no other', () => {
  using row = createTable();
  const [own, other] = SECTION_TABLE.columns;
  fc.assert(
    fc.property(fc.array(anyTerm, { minLength: 1, maxLength: 5 }), (terms) => {
      const text = formatIndexedTerms(terms);
      row.fill([text, 'zzz']);
      const isFound = text !== '';
      const all = { kind: 'terms', terms } as const;
      const last = { kind: 'terms', terms: ['zzz'] } as const;
      const absent = { kind: 'terms', terms: ['yyy'] } as const;
      expect(row.finds(all)).toBe(isFound);
      expect(row.finds({ kind: 'in', columns: [own], match: all })).toBe(isFound);
      expect(row.finds({ kind: 'in', columns: [other], match: all })).toBe(false);
      expect(row.finds({ kind: 'all', of: [all, last] })).toBe(isFound);
      expect(row.finds({ kind: 'all', of: [all, absent] })).toBe(false);
      expect(row.finds({ kind: 'any', of: [all, absent] })).toBe(isFound);
    }),
    { seed: 20_261_126, numRuns: 500 },
  );
});

test('terms that are apart are found', () => {
  using row = createTable();
  row.fill(['wcag 2.2 explained']);
  expect(row.finds({ kind: 'terms', terms: ['wcag', '2.2'] })).toBe(true);
  expect(row.finds({ kind: 'terms', terms: ['wcag', 'explained'] })).toBe(true);
  expect(row.finds({ kind: 'terms', terms: ['2'] })).toBe(false);
});
