import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ContentRecord } from '../../packages/marketing-workbench/src/site/records.ts';
import { createSeededRandom } from '../../packages/marketing-workbench/src/ui/cover/random.ts';
import { compileFolder } from '../support/compile-folder.ts';
import { FIXTURE_CONTENT } from '../support/fixture-content.ts';
import { parseHtml } from '../support/html.ts';
import { getElement, listTexts } from '../support/html-search.ts';
import { NOW } from '../support/records.ts';
import { syncStore } from '../support/sync-store.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

const ADDRESSES = [
  '/',
  '/articles',
  '/articles?page=2',
  '/seo/local-seo',
  '/seo/local-seo/ask-for-reviews',
  '/seo/local-seo/nothing',
  '/search?q=reviews',
  '/search?q=keyword+match+types',
  '/sitemap',
  '/search?q=%22google+ads%22+-budget',
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
const PAGES = ['/', '/seo/local-seo/ask-for-reviews', '/nothing/at/all', '/search?q=reviews'];
const CALLS = [
  '/api/posts',
  '/api/search?q=reviews',
  '/api/system/health',
  '/sitemap.xml',
  '/feed.xml',
  '/media/a.svg',
];
const SEEDS = Array.from({ length: 20 }, (_, seed) => seed + 1);
/** Number of flipped bytes; about this many once made every search fail permanently. */
const FLIPS = 130;
const DAMAGED = /index\.sqlite .*; it is rebuilt from the content/;

let records: readonly ContentRecord[];
let addresses: readonly string[];
let whole: readonly Answer[];
beforeAll(async () => {
  ({ records } = await compileFolder(FIXTURE_CONTENT, new Date(NOW)));
  const media = records.flatMap((record) =>
    record.kind === 'media' ? `/media/${record.name}` : [],
  );
  addresses = [...ADDRESSES, ...media];
  await using site = await createTestSite();
  whole = await readAll(site);
});

test.for(SEEDS)(
  'with bytes flipped by seed %i there is no 5xx except 503, and publishing repairs everything',
  async (seed) => {
    await using site = await createTestSite();
    await site.restart(() => flipBytes(site.store.indexPath, seed));
    for (const answer of await readAll(site)) expectNoFailure(answer);
    expect(syncStore(site.store, records, NOW)).toMatchObject({ added: records.length });
    expect(await readAll(site)).toEqual(whole);
    expect(site.takeLog().join('\n')).toMatch(DAMAGED);
  },
);

describe.for([
  ['missing', (path: string) => rmSync(path)],
  ['of zero bytes', (path: string) => truncateSync(path)],
  ['garbage', (path: string) => writeFileSync(path, 'no database '.repeat(10_000))],
  ['of another program', writeForeign],
] as const)('with an index that is %s', ([, damage]) => {
  test('every page and call is an uncached 503 until the next publication', async () => {
    await using site = await createTestSite();
    await site.restart(() => damage(site.store.indexPath));
    for (const url of [...PAGES, ...CALLS]) {
      const { statusCode, headers, body } = await site.get(url);
      expect([url, statusCode]).toEqual([url, 503]);
      expect(headers).toMatchObject({ 'cache-control': 'no-store', 'retry-after': '10' });
      if (!PAGES.includes(url)) continue;
      const page = parseHtml(body);
      expect(listTexts(page, 'h1')).toEqual(['Back in a moment']);
      expect(listTexts(page, 'a')).toEqual(['Return to Homepage']);
      expect(getElement(page, 'meta', { name: 'robots' }).attributes.content).toBe('noindex');
    }
    const message = expect.stringMatching(/^The content of this site/);
    expect(await site.read('/api/posts')).toEqual({ message });
    expect((await site.get('/api/system/ready')).statusCode).toBe(503);
    expect((await site.get('/robots.txt')).statusCode).toBe(200);
    syncStore(site.store, records, NOW);
    expect((await site.get('/api/system/ready')).statusCode).toBe(200);
    expect(await readAll(site)).toEqual(whole);
    for (const line of site.takeLog()) expect(line).toMatch(DAMAGED);
  });
});

test('cached pages stay available until the index is rebuilt, and are then rendered again', async () => {
  await using site = await createTestSite();
  const before = await site.get('/seo');
  truncateSync(site.store.indexPath);
  expect((await site.get('/articles')).statusCode).toBe(503);
  expect(await site.get('/seo')).toMatchObject({ statusCode: 200, body: before.body });
  syncStore(site.store, records, NOW);
  expect(await site.get('/seo')).toMatchObject({ statusCode: 200, body: before.body });
  expect(site.rendered.filter((path) => path === '/seo')).toHaveLength(2);
  expect(site.takeLog().join('\n')).toMatch(DAMAGED);
});

type Answer = Awaited<ReturnType<typeof readAll>>[number];

async function readAll(site: TestSite) {
  const answers = [];
  for (const url of addresses) {
    const { statusCode, headers, body } = await site.get(url);
    answers.push({ url, status: statusCode, retryAfter: headers['retry-after'], body });
  }
  return answers;
}

function expectNoFailure({ url, status, retryAfter }: Answer): void {
  if (status >= 500)
    expect({ url, status, retryAfter }).toEqual({ url, status: 503, retryAfter: '10' });
}

function writeForeign(path: string): void {
  rmSync(path);
  const database = new DatabaseSync(path);
  database.exec('CREATE TABLE bookmarks (url TEXT); PRAGMA user_version = 7');
  database.close();
}

/** Changes bytes of the file in place, as a failing disk does. */
function flipBytes(path: string, seed: number): void {
  const bytes = readFileSync(path);
  const random = createSeededRandom(seed);
  for (let flip = 0; flip < FLIPS; flip += 1) {
    const place = Math.floor(random() * bytes.length);
    bytes[place] = (bytes[place] ?? 0) ^ (1 << Math.floor(random() * 8));
  }
  writeFileSync(path, bytes);
}
