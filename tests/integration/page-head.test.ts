import { describe, expect } from 'vitest';
import { getElement, listElements, readText } from '../support/html-search.ts';
import { type ReadPage, readMeta } from '../support/page.ts';
import { PAGE_HEADS } from '../support/page-heads.ts';
import { createContent } from '../support/records.ts';
import { createTestSite, ORIGIN, test } from '../support/test-site.ts';

/** schema.org's kinds of articles. */
const ARTICLES: ReadonlySet<string> = new Set(['Article', 'BlogPosting', 'NewsArticle']);

const INDEXED = 'index, follow, max-image-preview:large, max-snippet:-1, max-video-preview:-1';

describe.for(PAGE_HEADS)('$url', ({ url, title, canonical, isHidden, data = [], type = 'website' }) => {
  test('has its title, description, canonical address and robots directives', async ({ site }) => {
    const page = await site.page(url);
    expect(page.title).toBe(`${title}, Marketing Workbench`);
    expect(page.canonical).toBe(ORIGIN + canonical);
    expect(page.robots).toBe(isHidden ? 'noindex, follow' : INDEXED);
    expect(page.description).toMatch(/^\S.{20,}\S$/);
  });

  test('has a card with a large picture for social networks', async ({ site }) => {
    const { root, description, ...page } = await site.page(url);
    const head = getElement(root, 'head');
    const picture = readMeta(head, 'og:image') ?? '';
    expect(picture).toMatch(new RegExp(`^${ORIGIN}/social/\\S+\\.png$`));
    expect(readMeta(head, 'twitter:card')).toBe('summary_large_image');
    expect(readMeta(head, 'twitter:site')).toBe('@marketingworkbench');
    expect(readMeta(head, 'og:type')).toBe(type);
    expect(readMeta(head, 'og:url')).toBe(ORIGIN + canonical);
    for (const network of ['og', 'twitter']) {
      expect(readMeta(head, `${network}:title`)).toBe(page.title.replace(/, Marketing Workbench$/, ''));
      expect(readMeta(head, `${network}:description`)).toBe(description);
      expect(readMeta(head, `${network}:image`)).toBe(picture);
    }
    const { statusCode, headers, rawPayload } = await site.get(picture.slice(ORIGIN.length));
    expect([statusCode, headers['content-type']]).toEqual([200, 'image/png']);
    expect([rawPayload.readUInt32BE(16), rawPayload.readUInt32BE(20)]).toEqual([1200, 630]);
  });

  test(`carries structured data: ${data.join(', ') || 'none'}`, async ({ site }) => {
    const { structuredData } = await site.page(url);
    const types = [...structuredData.keys()].map((name) => (ARTICLES.has(name) ? 'Article' : name));
    if (isHidden) expect(types).toEqual([]);
    else expect(types).toEqual(expect.arrayContaining([...data]));
  });

  test('has the same breadcrumb in its structured data as on the page', async ({ site }) => {
    const { main, structuredData } = await site.page(url);
    const items = structuredData.get('BreadcrumbList')?.itemListElement ?? [];
    const crumbs = listElements(main, 'nav', { 'aria-label': 'Breadcrumb' }).flatMap((nav) =>
      listElements(nav, 'li').map((item) => readText(item)),
    );
    expect(items).toEqual(
      crumbs.map((name, index) => ({
        '@type': 'ListItem',
        position: index + 1,
        name,
        item: expect.stringMatching(`^${ORIGIN}/`),
      })),
    );
  });
});

test('an article’s description is its own', async ({ site }) => {
  const post = await site.read<{ metaDescription: string }>('/api/posts/internal-links');
  expect((await site.page('/seo/on-page-seo/internal-links')).description).toBe(post.metaDescription);
});

test('the site’s own structured data name it', async ({ site }) => {
  expect((await site.page('/')).structuredData.get('WebSite')).toMatchObject({
    name: 'Marketing Workbench',
    url: `${ORIGIN}/`,
  });
});

test('markup in an article’s texts is escaped', async () => {
  const nasty = '</script></title><script>alert(1)</script><!-- $& $1 "\' & \u2028';
  await using site = await createTestSite({
    records: createContent({ slug: 'nasty', title: nasty, excerpt: nasty, metaDescription: nasty }),
  });
  for (const url of ['/', '/seo', '/seo/local-seo/nasty', '/search?q=script', '/sitemap']) {
    const { root } = await site.page(url);
    expect(JSON.stringify(listElements(root, 'script'))).not.toContain('"alert(1)"');
  }
  const page = await site.page('/seo/local-seo/nasty');
  expect(page.h1).toBe(nasty.replace('\u2028', '').trim());
  expect(findPosting(page.structuredData)?.headline).toBe(nasty);
});

function findPosting(structuredData: ReadPage['structuredData']) {
  return [...structuredData].find(([name]) => ARTICLES.has(name))?.[1];
}
