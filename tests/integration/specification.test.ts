/** Compares the tables of docs/specification.md with the code that they describe. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { endpoints } from '../../src/contract/endpoints.ts';
import { LEGACY_PATTERN, listRoutes } from '../../src/routes.ts';
import type { Site } from '../../src/site/site.ts';
import { SITE } from '../support/default-site.ts';

const SPECIFICATION = readFileSync('docs/specification.md', 'utf8');

test('the table of routes is that of the code, in its order', () => {
  const page = { slug: 'about', title: 'About', form: 'page', inFooter: true, inSitemap: true } as const;
  const author = { slug: 'ada-lane', name: 'Ada Lane', role: '', about: '', links: [] };
  const site: Site = { ...SITE, pages: [...SITE.pages, page], authors: [author] };
  const written = readTable('| Route | Screen |').map(([route = '']) => {
    if (route === 'everything else') return '*';
    return route.startsWith('legacy paths') ? LEGACY_PATTERN : listCode(route)[0];
  });
  expect(written).toEqual(listRoutes(site).map(({ pattern }) => formatPattern(pattern)));
});

test('the table of calls has every call with its query parameters, and no other', () => {
  const written = readTable('| Path | Query | Answer |').flatMap(([paths = '', query = '']) =>
    listCode(paths).map((path) => [path, listCode(query)]),
  );
  const declared = Object.values(endpoints).map(({ path, queryNames }) => [formatPattern(path), queryNames]);
  expect(written.toSorted()).toEqual(declared.toSorted());
});

/** The cells of the rows below a heading. */
function readTable(heading: string): readonly (readonly string[])[] {
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

function listCode(cell: string): readonly string[] {
  return Array.from(cell.matchAll(/`([^`]+)`/g), ([, code = '']) => code);
}

function formatPattern(pattern: string): string {
  return pattern.replace(/:(\w+)/g, '{$1}');
}
