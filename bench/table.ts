import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export type Cell = string | number | undefined;

/** Numbers as they are read: whole from 100 on, else with up to two places. */
export function printTable(header: readonly string[], rows: readonly (readonly Cell[])[]): void {
  const lines = [header, ...rows.map((row) => row.map(formatCell))];
  const widths = header.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  for (const line of lines)
    console.log(
      line
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  '),
    );
  console.log('');
}

/** Beside the table, for programs: `bench/results/<name>.json`. */
export function saveResults(name: string, results: unknown): void {
  const folder = join(import.meta.dirname, 'results');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${name}.json`);
  writeFileSync(path, `${JSON.stringify(results, undefined, 2)}\n`);
  console.log(`Also in bench/results/${name}.json`);
}

function formatCell(cell: Cell): string {
  if (typeof cell !== 'number') return cell ?? '';
  return cell >= 100 ? Math.round(cell).toLocaleString('en-US') : String(Math.round(cell * 100) / 100);
}
