/** Compares the tables of docs/specification.md with the code that they describe. */
import { expect, test } from 'vitest';
import { endpoints } from '../../packages/marketing-workbench/src/contract/endpoints.ts';
import { listRoutes } from '../../packages/marketing-workbench/src/routes.ts';
import type { Site } from '../../packages/marketing-workbench/src/site/site.ts';
import { SITE } from '../support/default-site.ts';
import { listCode, readTable } from '../support/document-tables.ts';
import { readSpecifiedRoutes } from '../support/specification.ts';

test('the table of routes is that of the code, in its order', () => {
  const page = {
    slug: 'about',
    title: 'About',
    form: 'page',
    inFooter: true,
    inSitemap: true,
  } as const;
  const author = { slug: 'ada-lane', name: 'Ada Lane', role: '', about: '', links: [] };
  const site: Site = { ...SITE, pages: [...SITE.pages, page], authors: [author] };
  expect(readSpecifiedRoutes()).toEqual(listRoutes(site).map(({ pattern }) => pattern));
});

test('the table of calls has every call with its query parameters, and no other', () => {
  const rows = readTable('docs/specification.md', '| Path | Query | Answer |');
  const written = rows.flatMap(([paths = '', query = '']) =>
    listCode(paths).map((path) => [path, listCode(query)]),
  );
  const declared = Object.values(endpoints).map(({ path, queryNames }) => [
    path.replace(/:(\w+)/g, '{$1}'),
    queryNames,
  ]);
  expect(written.toSorted()).toEqual(declared.toSorted());
});
