import { describe, expect } from 'vitest';
import type { LegacyPostSummary } from '../../src/site/entities.ts';
import { LEGACY_PATHS } from '../../src/site/legacy-paths.ts';
import { readPage } from '../support/page.ts';
import { createLegacyPostRecord, createTaxonomyRecords } from '../support/records.ts';
import { createTestSite, ORIGIN, type TestSite, test } from '../support/test-site.ts';

describe.for(LEGACY_PATHS)('%s', (path) => {
  test('is available with and without a slash at its end', async ({ site }) => {
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

  test('is one redirect away from every other spelling', async ({ site }) => {
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

  test('keeps the query in redirects', async ({ site }) => {
    const { redirectTo } = await findLegacyPost(site, path);
    const query = '?utm_source=old%20link&page=2';
    const exact = await site.get(path + query);
    expect(exact.headers.location).toBe(redirectTo && redirectTo + query);
    const spelled = await site.get(`/${path}${query}`);
    expect(spelled.headers.location).toBe((redirectTo ?? path) + query);
  });
});

test.for([
  ['/seo?page=1', '?page=7&utm_source=x', '/seo?page=1'],
  ['/seo#articles', '', '/seo#articles'],
  ['/seo#articles', '?x=1', '/seo?x=1#articles'],
] as const)('a redirect to %s requested with the query "%s" leads to %s', async (example) => {
  const [redirectTo, query, location] = example;
  const legacyUrl = '/2013/05/what-is-adwords';
  const post = createLegacyPostRecord({ legacyUrl, redirectTo, content: '' });
  await using site = await createTestSite({ records: [...createTaxonomyRecords(), post] });
  expect((await site.get(legacyUrl + query)).headers.location).toBe(location);
});

async function findLegacyPost(site: TestSite, path: string): Promise<LegacyPostSummary> {
  const posts = await site.read<readonly LegacyPostSummary[]>('/api/legacy-posts');
  const post = posts.find(({ legacyUrl }) => legacyUrl === path);
  if (post === undefined) throw new Error(`There is no legacy post at ${path}.`);
  return post;
}
