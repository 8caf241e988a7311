export type CsvCell = string | number | null;

/**
 * A row of cells. The first one is a text: after a number, a program that expects other separators
 * would read the rest of the line as a formula.
 */
export type CsvRow = readonly [string, ...CsvCell[]];

/**
 * Formats all CSV of the site (RFC 4180). No cell becomes a formula, whether a spreadsheet expects
 * commas, semicolons, tabs or bars between cells: a text gets a `'` before each place where one of
 * them could begin a formula. Numbers stay as they are.
 */
export function formatCsv(rows: readonly CsvRow[]): string {
  return rows.map((row) => `${row.map(formatCsvCell).join(',')}\r\n`).join('');
}

/** Matches what spreadsheets take for the beginning of a formula, also in full width. */
const SIGN = String.raw`[=+\-@%|＝＋－＠﹦﹢﹣﹫−\t\r]`;
/** Matches what spreadsheets remove or skip before it. */
const SKIPPED = String.raw`["'\s\p{C}]*`;
/**
 * Matches where a cell may begin: a program that expects semicolons does not know that quotes after
 * a comma mean something.
 */
const START = String.raw`(?<=^|[;|\t\r\n\v\f\u0085\u2028\u2029])`;
const FORMULA = new RegExp(`${START}(?=${SKIPPED}${SIGN})`, 'gu');

function formatCsvCell(cell: CsvCell): string {
  if (typeof cell !== 'string') return cell === null ? '' : String(cell);
  const text = cell.replace(FORMULA, "'");
  return /[",;|'\p{C}\u2028\u2029]|^\s|\s$/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
