/** Reads the tables of documents, which tests compare with the code that they describe. */
import { readFileSync } from 'node:fs';

/** The cells of the rows below a heading of a table. Throws if the document has no such table. */
export function readTable(document: string, heading: string): readonly (readonly string[])[] {
  const [, below] = readFileSync(document, 'utf8').split(`${heading}\n`);
  if (below === undefined) throw new Error(`${document} has no table ${heading}`);
  const [table = ''] = below.split('\n\n', 1);
  const rows = table.trimEnd().split('\n').slice(1);
  return rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

/** The parts of a cell between backticks. */
export function listCode(cell: string): readonly string[] {
  return Array.from(cell.matchAll(/`([^`]+)`/g), ([, code = '']) => code);
}
