/** Nothing that machines ask for tells of a text before its time, and all of it does from that very moment. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { compileContent } from '../../src/content/compile-content.ts';
import { createPostCard, formatCardAddress } from '../../src/site/cards.ts';
import type { Category, Subcategory } from '../../src/site/entities.ts';
import { formatArticle, writeContentFolder } from '../support/content-folder.ts';
import { createContent, createPostRecord } from '../support/records.ts';
import { createTestSite, type TestSite, test } from '../support/test-site.ts';

const DUE = Date.UTC(2026, 10, 21);
const TITLE = 'Zebra crossing at midnight';
const SCHEDULED = {
  slug: 'zebra-crossing',
  title: TITLE,
  subcategory: 'digital-marketing-news',
  publishedAt: DUE,
};
const BESIDE = { slug: 'beside', subcategory: 'digital-marketing-news', text: 'Zebra crossing.' };

const PLACES = [
  ...['', '/seo', '/digitalmarketingnews'].flatMap((shelf) =>
    ['feed.xml', 'atom.xml', 'feed.json'].map((name) => `${shelf}/${name}`),
  ),
  '/api/sitemap.xml',
  '/api/news-sitemap.xml',
  '/llms.txt',
  '/sitemap',
  '/digitalmarketingnews/zebra-crossing.md',
  '/digitalmarketingnews/zebra-crossing',
  '/digitalmarketingnews',
  '/digitalmarketingnews/beside',
  '/api/posts/zebra-crossing',
  '/api/posts/beside',
  '/api/posts/1/related',
  '/api/search?q=zebra%20crossing',
  '/api/search/suggestions?q=zebra',
];

test('what is scheduled is in none of all this before its time, and in all of it from then on', async () => {
  await using site = await createTestSite({
    records: createContent(BESIDE, SCHEDULED),
    cardDir: await createFolder(),
  });
  const places = [...PLACES, await findCardAddress(site)];
  site.setTime(new Date(DUE - 1).toISOString());
  for (const url of places) expect([url, await isToldOf(site, url)]).toEqual([url, false]);
  site.setTime(new Date(DUE).toISOString());
  for (const url of places) expect([url, await isToldOf(site, url)]).toEqual([url, true]);
});

test('a draft is in none of it, whatever the time', async () => {
  const folder = await writeContentFolder({
    'articles/seo/digital-marketing-news/zebra-crossing.md': formatArticle({ title: TITLE, draft: true }),
    'articles/seo/digital-marketing-news/beside.md': formatArticle({ title: 'Beside' }),
  });
  const { records, problems } = await compileContent(folder, new Date('2025-06-01T12:00:00Z'));
  expect(problems).toEqual([]);
  await using site = await createTestSite({
    records,
    now: '2099-01-01T00:00:00.000Z',
    cardDir: await createFolder(),
  });
  for (const url of [...PLACES, await findCardAddress(site)])
    expect([url, await isToldOf(site, url)]).toEqual([url, false]);
});

/** Without the cards of other tests. */
async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'workbench-cards-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

/** Whether the answer, which may be a 404, names the text or is its picture; what was asked for is no answer. */
async function isToldOf(site: TestSite, url: string): Promise<boolean> {
  const { statusCode, headers, body } = await site.get(url);
  if (statusCode !== 200) return false;
  return headers['content-type'] === 'image/png' || body.includes(TITLE) || body.includes('/zebra-crossing');
}

async function findCardAddress(site: TestSite): Promise<string> {
  const categories = (await site.get('/api/categories')).json<readonly Category[]>();
  const subcategories = (await site.get('/api/subcategories')).json<readonly Subcategory[]>();
  const categoryId = categories.find(({ slug }) => slug === 'seo')?.id ?? 0;
  const subcategoryId = subcategories.find(({ slug }) => slug === 'digital-marketing-news')?.id ?? 0;
  const post = { ...createPostRecord(SCHEDULED), categoryId, subcategoryId };
  return formatCardAddress(createPostCard(post, { categories, subcategories }), 'wide');
}
