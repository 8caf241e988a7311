import { describe, expect } from 'vitest';
import type { LegacyPostSummary } from '../../src/site/entities.ts';
import { LEGACY_PATHS } from '../../src/site/legacy-paths.ts';
import { readPage } from '../support/page.ts';
import { createLegacyPostRecord, createTaxonomyRecords } from '../support/records.ts';
import { createTestSite, ORIGIN, type TestSite, test } from '../support/test-site.ts';

describe.for(LEGACY_PATHS)('%s', (path) => {
  test('answers with and without the slash at its end', async ({ site }) => {
    const { title, redirectTo } = await findLegacyPost(site, path);
    for (const address of [path, `${path}/`]) {
      const response = await site.get(address);
      expect(response.headers.location).toBe(redirectTo);
      expect(response.statusCode).toBe(redirectTo === undefined ? 200 : 301);
      if (redirectTo === undefined) {
        const page = readPage(response);
        expect(page.h1).toBe(title);
        expect(page.canonical).toBe(ORIGIN + path);
      }
    }
  });

  test('is one redirect away from every other spelling, or straight where it redirects', async ({ site }) => {
    const { redirectTo = path } = await findLegacyPost(site, path);
    const spellings = [
      `/${path}`,
      `${path}//`,
      path.replaceAll('/', '//'),
      path.toUpperCase(),
      `${path.toLowerCase()}?x`.replace('a', '%61').replace('?x', ''),
    ];
    for (const spelling of spellings.filter((other) => other !== path)) {
      const { statusCode, headers } = await site.get(spelling);
      expect([spelling, statusCode, headers.location]).toEqual([spelling, 301, redirectTo]);
    }
    expect((await site.get(redirectTo)).statusCode).toBe(200);
  });

  test('takes the query along where it redirects', async ({ site }) => {
    const { redirectTo } = await findLegacyPost(site, path);
    const query = '?utm_source=old%20link&page=2';
    const exact = await site.get(path + query);
    expect(exact.headers.location).toBe(redirectTo && redirectTo + query);
    const spelled = await site.get(`/${path}${query}`);
    expect(spelled.headers.location).toBe((redirectTo ?? path) + query);
  });
});

describe('where a legacy post redirects', () => {
  const redirectTo = (target: string) =>
    createTestSite({
      records: [
        ...createTaxonomyRecords(),
        createLegacyPostRecord({ legacyUrl: '/2013/05/what-is-adwords', redirectTo: target, content: '' }),
      ],
    });

  test('to an address with a query of its own, that one stands', async () => {
    await using site = await redirectTo('/seo?page=1');
    const { headers } = await site.get('/2013/05/what-is-adwords?page=7&utm_source=x');
    expect(headers.location).toBe('/seo?page=1');
  });

  test('to a part of a page, the query comes before the part', async () => {
    await using site = await redirectTo('/seo#articles');
    expect((await site.get('/2013/05/what-is-adwords')).headers.location).toBe('/seo#articles');
    expect((await site.get('/2013/05/what-is-adwords?x=1')).headers.location).toBe('/seo?x=1#articles');
  });
});

test('a legacy path whose post is missing is the legacy screen’s not-found page', async () => {
  await using site = await createTestSite({ records: createTaxonomyRecords() });
  for (const address of [
    '/2013/05/what-is-adwords',
    '/2013/05/what-is-adwords/',
    '//2013/05/What-Is-AdWords',
  ]) {
    const response = await site.get(address);
    expect(response.statusCode).toBe(404);
    expect(readPage(response).h1).toBe('Post Not Found');
  }
});

async function findLegacyPost(site: TestSite, path: string): Promise<LegacyPostSummary> {
  const posts = await site.read<readonly LegacyPostSummary[]>('/api/legacy-posts');
  const post = posts.find(({ legacyUrl }) => legacyUrl === path);
  if (post === undefined) throw new Error(`No legacy post stands at ${path}.`);
  return post;
}
