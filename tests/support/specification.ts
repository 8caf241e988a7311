/** Reads the tables of docs/specification.md. */
import { readFileSync } from 'node:fs';
import { LEGACY_PATTERN } from '../../src/routes.ts';

const SPECIFICATION = readFileSync('docs/specification.md', 'utf8');

/** The patterns of a site with a guide, a page, news and authors, in their order. */
export function readSpecifiedRoutes(): readonly string[] {
  return readSpecifiedTable('| Route | Screen |').map(([route = '']) => {
    if (route === 'everything else') return '*';
    const [code = ''] = listCode(route);
    return route.startsWith('legacy paths') ? LEGACY_PATTERN : code.replace(/\{(\w+)\}/g, ':$1');
  });
}

/** The cells of the rows below a heading. */
export function readSpecifiedTable(heading: string): readonly (readonly string[])[] {
  const [, below = ''] = SPECIFICATION.split(`${heading}\n`);
  const [table = ''] = below.split('\n\n', 1);
  const rows = table.split('\n').slice(1);
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
