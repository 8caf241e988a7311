import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CsvCell, type CsvRow, formatCsv } from './csv.ts';

/** What a spreadsheet may be set to; the dialogue of some has all of them at once. */
const SEPARATORS = [',', ';', '\t', '|', ',;\t', ',;\t|'] as const;

/**
 * Reads a file as spreadsheets do: a cell that begins with a quote ends with one, and in any other
 * a quote is a character.
 */
function parseCells(file: string, separators: string): readonly (readonly string[])[] {
  const rest = `[^${separators}\r\n]*`;
  const cell = new RegExp(`(?:"((?:[^"]|"")*)(?:"|$))?(${rest})(\r\n|[\r\n${separators}]|$)`, 'gy');
  const rows: string[][] = [[]];
  for (const [whole, quoted = '', plain = '', end = ''] of file.matchAll(cell)) {
    if (whole === '') break;
    rows.at(-1)?.push(quoted.replaceAll('""', '"') + plain);
    if (/[\r\n]/.test(end)) rows.push([]);
  }
  return rows;
}

/** As `docs/report.md` says it. */
function readBack(text: string): string {
  return text.replace(
    /(?<=^|[;|\t\r\n\v\f\u0085\u2028\u2029])'(?=["'\s\p{C}]*[=+\-@%|＝＋－＠﹦﹢﹣﹫−\t\r])/gu,
    '',
  );
}

function startsFormula(cell: string): boolean {
  return /^["\s\p{C}]*[=+\-@＝＋－＠﹦﹢﹣﹫−]/u.test(cell);
}

const PARTS = [
  ...'=+-@＝＋－＠−%|,;\t\r\n\v\f\u0085\u2028\u2029\u00a0\u200b\u202e\ufeff\0 "\'',
  '1+1',
  'a',
  'é',
  '语',
  '=cmd|" /C calc"!A0',
  '\r\n',
  '""',
  "''",
  ' =',
  '\ud800',
];
const text = fc.array(fc.constantFrom(...PARTS), { maxLength: 10 }).map((parts) => parts.join(''));
const number = fc.oneof(fc.integer(), fc.constantFrom(-5, -0.25, 0, 7), fc.constant(null));
const row = fc
  .tuple(text, fc.array(fc.oneof(text, number), { maxLength: 4 }))
  .map(([first, others]): CsvRow => [first, ...others]);
const table = fc.array(row, { minLength: 1, maxLength: 3 });
const RUNS = { seed: 20_261_126, numRuns: 3_000 };

test('no text begins a formula in any cell, whatever a spreadsheet takes for a separator', () => {
  fc.assert(
    fc.property(table, fc.constantFrom(...SEPARATORS), (rows, separators) => {
      const own = new Set(rows.flat().map(String));
      const cells = parseCells(formatCsv(rows), separators).flat();
      // A number that the program wrote is no text of a stranger.
      const isNumber = (cell: string) => /^-\d/.test(cell) && own.has(cell);
      expect(cells.filter((cell) => startsFormula(cell) && !isNumber(cell))).toEqual([]);
      expect(
        parseCells(formatCsv(rows), ',')
          .flat()
          .filter((cell) => /^[\t\r]/.test(cell)),
      ).toEqual([]);
    }),
    RUNS,
  );
});

test('with commas every cell is read back as it was, and a number stays a number', () => {
  fc.assert(
    fc.property(table, (rows) => {
      const format = (cell: CsvCell) => (cell === null ? '' : String(cell));
      const read = parseCells(formatCsv(rows), ',').map((cells, place) =>
        cells.map((cell, column) =>
          typeof rows[place]?.[column] === 'string' ? readBack(cell) : cell,
        ),
      );
      expect(read).toEqual([...rows.map((cells) => cells.map(format)), []]);
    }),
    RUNS,
  );
});

test.for([
  ['budget;=1+1', `"budget;'=1+1"`],
  [' =1+1', `"' =1+1"`],
  ['\u00a0＝1', `"'\u00a0＝1"`],
  ['a\n@SUM(1)', `"a\n'@SUM(1)"`],
  ['a;"=1', `"a;'""=1"`],
  ['-5 %', `"'-5 %"`],
  ['A/B – e-mail, 1 = 1', '"A/B – e-mail, 1 = 1"'],
  ['lead forms', 'lead forms'],
  [' lead forms', '" lead forms"'],
  ['lead forms\u00a0', '"lead forms\u00a0"'],
  ['\u200b =1+1', `"'\u200b =1+1"`],
  ['|lead', `"'|lead"`],
] as const)('the text %j is written as %j', ([cell, written]) => {
  expect(formatCsv([[cell, -5]])).toBe(`${written},-5\r\n`);
});
