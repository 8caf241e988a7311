import { describe, expect } from 'vitest';
import { getElement, listLinks, listTexts } from '../support/html-search.ts';
import { readPage } from '../support/page.ts';
import { createTestSite, test } from '../support/test-site.ts';

const NOTICE = 'Limited Functionality Mode';
const FALLBACK = 'Fallback: PostgreSQL can’t be reached; the site serves its last content';

describe.for([
  ['SQLite (embedded)', false],
  ['PostgreSQL', false],
  [FALLBACK, true],
] as const)('with the database "%s"', ([database, isLimited]) => {
  test('health says so, and is never kept', async () => {
    await using site = await createTestSite({ describeDatabase: () => database });
    const { statusCode, headers, body } = await site.get('/api/system/health');
    expect(statusCode).toBe(200);
    expect(headers['cache-control']).toBe('no-store');
    expect(JSON.parse(body)).toMatchObject({ database });
  });

  test('all content is served', async () => {
    await using site = await createTestSite({ describeDatabase: () => database });
    for (const url of ['/', '/seo/local-seo/ask-for-reviews', '/search?q=reviews', '/api/posts']) {
      expect((await site.get(url)).statusCode).toBe(200);
    }
  });

  test(`the 404 page ${isLimited ? 'speaks' : 'says nothing'} of limited functionality`, async () => {
    await using site = await createTestSite({ describeDatabase: () => database });
    const { main } = await site.page('/one/two/three/four');
    expect(listTexts(main, 'h2')).toEqual(isLimited ? [NOTICE] : []);
    expect(listLinks(main).includes('/db-setup-help')).toBe(isLimited);
  });
});

test('the 404 page asks anew each time', async () => {
  let database = 'PostgreSQL';
  await using site = await createTestSite({ describeDatabase: () => database });
  expect((await site.get('/one/two/three/four')).body).not.toContain(NOTICE);
  database = FALLBACK;
  expect((await site.get('/one/two/three/four')).body).toContain(NOTICE);
});

test('where health cannot be known the 404 page says nothing of it', async () => {
  await using site = await createTestSite({
    describeDatabase: () => {
      throw new Error('Nobody knows.');
    },
  });
  const response = await site.get('/one/two/three/four');
  expect(response.statusCode).toBe(404);
  expect(readPage(response).h1).toBe('404 - Page Not Found');
  expect(response.body).not.toContain(NOTICE);
});

test('only the 404 page asks for health', async () => {
  await using site = await createTestSite({ describeDatabase: () => FALLBACK });
  for (const url of ['/', '/nothing', '/seo/nothing', '/seo/local-seo/nothing']) {
    expect((await site.get(url)).body).not.toContain(NOTICE);
  }
});

test('the help page says how to tell which database is in use', async ({ site }) => {
  const { main } = await site.page('/db-setup-help');
  expect(getElement(main, 'a', { href: '/api/system/health' })).toBeDefined();
  expect(listTexts(main, 'h2')).toEqual([
    'Which database is in use',
    'Connect PostgreSQL',
    'What fallback mode means',
    'What to do about it',
  ]);
});
