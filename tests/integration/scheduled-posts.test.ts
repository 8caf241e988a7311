/**
 * A scheduled article shows nowhere before its time and everywhere from that millisecond on; a
 * draft shows nowhere.
 */
import { describe, expect } from 'vitest';
import { formatCardAddress } from '../../packages/marketing-workbench/src/site/card-addresses.ts';
import { createPostCard } from '../../packages/marketing-workbench/src/site/cards.ts';
import type {
  Category,
  PostSummary,
  Subcategory,
} from '../../packages/marketing-workbench/src/site/entities.ts';
import { compileFolder } from '../support/compile-folder.ts';
import { formatArticle, writeContentFolder } from '../support/content-folder.ts';
import { SITE } from '../support/default-site.ts';
import { createContent, createPostRecord } from '../support/records.ts';
import { createDataDir } from '../support/temporary-store.ts';
import { createTestSite, type TestSite, test } from '../support/test-site.ts';

const DUE = Date.UTC(2026, 10, 21);
const TITLE = 'Zebra crossing at midnight';
const SLUG = 'zebra-crossing';
const SCHEDULED = {
  slug: SLUG,
  title: TITLE,
  subcategory: 'digital-marketing-news',
  publishedAt: DUE,
};
const OTHER = { slug: 'other', subcategory: 'digital-marketing-news', text: 'Zebra crossing.' };

/** Everywhere that the article shows once it is published. */
const PLACES = [
  '/',
  '/articles',
  '/seo',
  '/digitalmarketingnews',
  '/digitalmarketingnews/other',
  '/sitemap',
  `/digitalmarketingnews/${SLUG}`,
  `/digitalmarketingnews/${SLUG}.md`,
  '/search?q=zebra%20crossing',
  ...['', '/seo', '/digitalmarketingnews'].flatMap((listing) =>
    ['feed.xml', 'atom.xml', 'feed.json'].map((name) => `${listing}/${name}`),
  ),
  '/api/sitemap.xml',
  '/api/news-sitemap.xml',
  '/llms.txt',
  '/api/posts',
  '/api/posts?categoryId=4',
  '/api/posts?subcategoryId=17',
  '/api/posts?page=1&limit=1',
  `/api/posts/${SLUG}`,
  '/api/posts/other',
  '/api/posts/featured',
  '/api/posts/recent',
  '/api/posts/popular',
  '/api/posts/1/related',
  '/api/search?q=zebra%20crossing',
  '/api/search/suggestions?q=zebra',
];

test('a scheduled article is in none of the places before its time, and in all of them from its time on', async () => {
  await using site = await createScheduledSite();
  const places = [...PLACES, await findCardAddress(site)];
  for (const url of places) expect([url, await showsArticle(site, url)]).toEqual([url, false]);
  site.setTime(new Date(DUE).toISOString());
  for (const url of places) expect([url, await showsArticle(site, url)]).toEqual([url, true]);
});

describe.for([
  ['before', DUE - 1, 0],
  ['at', DUE, 1],
] as const)('%s its time a scheduled article', ([, now, extra]) => {
  test(`is ${extra === 0 ? 'not ' : ''}found by its id, counted and related to others`, async () => {
    await using site = await createScheduledSite(now);
    const readStatus = async (url: string) => (await site.get(url)).statusCode;
    expect(await readStatus(`/wrong/${SLUG}`)).toBe(extra === 0 ? 404 : 301);
    expect(await readStatus('/api/posts/2/related')).toBe(extra === 0 ? 404 : 200);
    expect(await readStatus('/api/posts/2/view')).toBe(extra === 0 ? 404 : 204);
    expect((await site.read<Category>('/api/categories/seo')).postCount).toBe(1 + extra);
    const news = await site.read<Subcategory>('/api/subcategories/digital-marketing-news');
    expect(news.postCount).toBe(1 + extra);
    for (const url of [
      '/api/posts',
      '/api/posts?categoryId=4',
      '/api/posts?subcategoryId=17&page=1',
    ])
      expect([url, (await site.get(url)).headers['x-total-count']]).toEqual([
        url,
        String(1 + extra),
      ]);
    expect((await site.get('/seo')).body).toContain(`>Digital Marketing News (${1 + extra})<`);
    const related = await site.read<readonly PostSummary[]>('/api/posts/1/related');
    expect(related.map(({ slug }) => slug)).toEqual(extra === 0 ? [] : [SLUG]);
  });
});

test('a draft is never in any of the places', async () => {
  const folder = await writeContentFolder({
    [`articles/seo/digital-marketing-news/${SLUG}.md`]: formatArticle({
      title: TITLE,
      draft: true,
    }),
    'articles/seo/digital-marketing-news/other.md': formatArticle({ title: 'Other' }),
  });
  const { records, problems } = await compileFolder(folder, new Date('2025-06-01T12:00:00Z'));
  expect(problems).toEqual([]);
  await using site = await createTestSite({
    records,
    now: '2099-01-01T00:00:00.000Z',
    cardDir: createDataDir(),
  });
  for (const url of [...PLACES, await findCardAddress(site)])
    expect([url, await showsArticle(site, url)]).toEqual([url, false]);
});

/**
 * A site with the scheduled article and another one, a millisecond before its time unless said
 * otherwise.
 */
async function createScheduledSite(now = DUE - 1): Promise<TestSite> {
  return createTestSite({
    records: createContent(OTHER, SCHEDULED),
    now: new Date(now).toISOString(),
    cardDir: createDataDir(),
  });
}

/** Whether the answer names the article or is its picture. */
async function showsArticle(site: TestSite, url: string): Promise<boolean> {
  const { statusCode, headers, body } = await site.get(url);
  if (statusCode !== 200) return false;
  return (
    headers['content-type'] === 'image/png' || body.includes(TITLE) || body.includes(`/${SLUG}`)
  );
}

async function findCardAddress(site: TestSite): Promise<string> {
  const categories = await site.read<readonly Category[]>('/api/categories');
  const subcategories = await site.read<readonly Subcategory[]>('/api/subcategories');
  const categoryId = categories.find(({ slug }) => slug === 'seo')?.id ?? 0;
  const subcategoryId =
    subcategories.find(({ slug }) => slug === 'digital-marketing-news')?.id ?? 0;
  const post = { ...createPostRecord(SCHEDULED), categoryId, subcategoryId };
  return formatCardAddress(createPostCard(post, { categories, subcategories, site: SITE }), 'wide');
}
