import { expect } from 'vitest';
import { VERSION } from '../../packages/marketing-workbench/src/config.ts';
import { getElement, listHrefs, listTexts } from '../support/html-search.ts';
import { createTestSite, test } from '../support/test-site.ts';

const NOTICE = 'Limited Functionality Mode';
const FALLBACK = 'Fallback: PostgreSQL can’t be reached; the site serves its last content';
const NO_PAGE = '/one/two/three/four';

const DATABASES = ['SQLite (embedded)', 'PostgreSQL', FALLBACK];

test.for(DATABASES)(
  'with the database "%s" health reports it, uncached, and all content is served',
  async (database) => {
    await using site = await createTestSite({ describeDatabase: () => database });
    const { headers, body } = await site.get('/api/system/health');
    expect(headers['cache-control']).toBe('no-store');
    expect(JSON.parse(body)).toMatchObject({ database, version: VERSION });
    for (const url of ['/', '/seo/local-seo/ask-for-reviews', '/search?q=reviews', '/api/posts'])
      expect((await site.get(url)).statusCode).toBe(200);
  },
);

test('the 404 page alone shows a notice of limited functionality, only while the database fails', async () => {
  let database = '';
  await using site = await createTestSite({ describeDatabase: () => database });
  for (database of [...DATABASES, ...DATABASES]) {
    const { main } = await site.page(NO_PAGE);
    expect(listTexts(main, 'h2')).toEqual(database === FALLBACK ? [NOTICE] : []);
    expect(listHrefs(main).includes('/db-setup-help')).toBe(database === FALLBACK);
    for (const url of ['/', '/nothing', '/seo/nothing', '/seo/local-seo/nothing'])
      expect((await site.get(url)).body).not.toContain(NOTICE);
  }
});

test('the 404 page is shown without a notice if health cannot be determined', async () => {
  await using site = await createTestSite({
    describeDatabase: () => {
      throw new Error('Unknown.');
    },
  });
  const { statusCode, body } = await site.get(NO_PAGE);
  expect(statusCode).toBe(404);
  expect(body).toContain('404 - Page Not Found</h1>');
  expect(body).not.toContain(NOTICE);
});

test('the help page explains how to see which database is in use', async ({ site }) => {
  const { main } = await site.page('/db-setup-help');
  expect(getElement(main, 'a', { href: '/api/system/health' })).toBeDefined();
  expect(listTexts(main, 'h2')).toEqual([
    'Which database is in use',
    'Connect PostgreSQL',
    'What fallback mode means',
    'What to do about it',
  ]);
});
