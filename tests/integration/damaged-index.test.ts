import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { beforeAll, describe, expect, test } from 'vitest';
import { compileContent } from '../../src/content/compile-content.ts';
import type { ContentRecord } from '../../src/site/records.ts';
import { syncStore } from '../../src/store/sync/sync.ts';
import { FIXTURE_CONTENT } from '../support/fixture-content.ts';
import { parseHtml } from '../support/html.ts';
import { getElement, listTexts } from '../support/html-search.ts';
import { NOW } from '../support/records.ts';
import { createRandom } from '../support/seeded-random.ts';
import { createRecordingSite, createTestSite, type TestSite } from '../support/test-site.ts';

const ADDRESSES = [
  '/',
  '/articles',
  '/articles?page=2',
  '/seo/local-seo',
  '/seo/local-seo/ask-for-reviews',
  '/seo/local-seo/nothing',
  '/search?q=reviews',
  '/search?q=keyword+match+types',
  '/search?q=%22google+ads%22+-budget',
  '/sitemap',
  '/sitemap.xml',
  '/llms.txt',
  '/seo/local-seo/ask-for-reviews.md',
  '/api/posts',
  '/api/posts/ask-for-reviews',
  '/api/posts/1/related',
  '/api/search?q=advertisment',
  '/api/search/suggestions?q=rev',
  '/api/categories',
  '/api/legacy-posts',
  '/api/subcategories',
];
const SEEDS = Array.from({ length: 20 }, (_, seed) => seed + 1);
/** Of the index's bytes: about as many as made every search fail for good once. */
const FLIPS = 130;
const DAMAGED = /index\.sqlite .*; it is rebuilt from the content/;

let records: readonly ContentRecord[];
let whole: readonly Answer[];
beforeAll(async () => {
  ({ records } = await compileContent(FIXTURE_CONTENT, new Date(NOW)));
  await using site = await createTestSite();
  whole = await readAll(site);
});

test.for(SEEDS)('bytes flipped with seed %i: no 5xx but 503, and publishing heals all', async (seed) => {
  await using site = await createTestSite();
  await site.restart(() => flipBytes(site.store.indexPath, seed));
  for (const answer of await readAll(site)) expectNoFailure(answer);
  expect(syncStore(site.store, records, NOW)).toMatchObject({ added: records.length });
  expect(await readAll(site)).toEqual(whole);
  expect(site.takeLog().join('\n')).toMatch(DAMAGED);
});

describe.for([
  ['missing', (path: string) => rmSync(path)],
  ['of zero bytes', (path: string) => truncateSync(path)],
  ['garbage', (path: string) => writeFileSync(path, 'no database '.repeat(10_000))],
  ['of another program', writeForeign],
] as const)('with an index that is %s', ([, damage]) => {
  test('every page is a 503 in the looks of the site, and never kept', async () => {
    await using site = await startDamaged(damage);
    for (const url of ['/', '/seo/local-seo/ask-for-reviews', '/nothing/at/all', '/search?q=reviews']) {
      const { statusCode, headers, body } = await site.get(url);
      expect(statusCode).toBe(503);
      expect(headers).toMatchObject({ 'cache-control': 'no-store', 'retry-after': '10' });
      const page = parseHtml(body);
      expect(listTexts(page, 'h1')).toEqual(['Back in a moment']);
      expect(listTexts(page, 'a')).toContain('Facebook Ads');
      expect(getElement(page, 'meta', { name: 'robots' }).attributes.content).toBe('noindex');
    }
  });

  test('every call and file made of content is a 503 too, and the site is not ready', async () => {
    await using site = await startDamaged(damage);
    for (const url of [
      '/api/posts',
      '/api/search?q=reviews',
      '/api/system/health',
      '/sitemap.xml',
      '/feed.xml',
      '/media/a.svg',
    ]) {
      const { statusCode, headers } = await site.get(url);
      expect(`${url} ${statusCode}`).toBe(`${url} 503`);
      expect(headers).toMatchObject({ 'cache-control': 'no-store', 'retry-after': '10' });
    }
    expect(await site.read('/api/posts')).toEqual({
      message: expect.stringMatching(/^The content of this site/),
    });
    expect((await site.get('/api/system/ready')).statusCode).toBe(503);
    expect((await site.get('/robots.txt')).statusCode).toBe(200);
  });

  test('the site is back with its next publication', async () => {
    await using site = await startDamaged(damage);
    syncStore(site.store, records, NOW);
    expect((await site.get('/api/system/ready')).statusCode).toBe(200);
    expect(await readAll(site)).toEqual(whole);
  });
});

test('with an index that was filled with nothing the site is empty and ready', async () => {
  await using site = await createTestSite({ records: [] });
  await site.restart();
  expect((await site.get('/')).statusCode).toBe(200);
  expect(await site.read('/api/posts')).toEqual([]);
  expect((await site.get('/api/system/ready')).statusCode).toBe(200);
});

test('pages that are kept go on while the index is rebuilt, and are made anew after it', async () => {
  await using site = await createRecordingSite();
  const before = await site.get('/seo');
  truncateSync(site.store.indexPath);
  expect((await site.get('/articles')).statusCode).toBe(503);
  expect(await site.get('/seo')).toMatchObject({ statusCode: 200, body: before.body });
  syncStore(site.store, records, NOW);
  expect(await site.get('/seo')).toMatchObject({ statusCode: 200, body: before.body });
  expect(site.rendered.filter((path) => path === '/seo')).toHaveLength(2);
  expect(site.takeLog().join('\n')).toMatch(DAMAGED);
});

type Answer = {
  readonly url: string;
  readonly status: number;
  readonly retryAfter: unknown;
  readonly body: string;
};

async function readAll(site: TestSite): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (const url of ADDRESSES) {
    const { statusCode, headers, body } = await site.get(url);
    answers.push({ url, status: statusCode, retryAfter: headers['retry-after'], body });
  }
  return answers;
}

function expectNoFailure({ url, status, retryAfter }: Answer): void {
  if (status >= 500) expect({ url, status, retryAfter }).toEqual({ url, status: 503, retryAfter: '10' });
}

/** The site on an index that went wrong while no process had it open; says nothing in its log that is not of that. */
async function startDamaged(damage: (path: string) => void): Promise<TestSite> {
  const site = await createTestSite();
  await site.restart(() => damage(site.store.indexPath));
  for (const line of site.takeLog()) expect(line).toMatch(DAMAGED);
  return site;
}

function writeForeign(path: string): void {
  rmSync(path);
  const database = new DatabaseSync(path);
  database.exec('CREATE TABLE bookmarks (url TEXT); PRAGMA user_version = 7');
  database.close();
}

/** Changes bytes of the file where it stands, as a failing disk does. */
function flipBytes(path: string, seed: number): void {
  const bytes = readFileSync(path);
  const random = createRandom(seed);
  for (let flip = 0; flip < FLIPS; flip += 1) {
    const place = Math.floor(random() * bytes.length);
    bytes[place] = (bytes[place] ?? 0) ^ (1 << Math.floor(random() * 8));
  }
  writeFileSync(path, bytes);
}
