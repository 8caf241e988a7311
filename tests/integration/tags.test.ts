import { describe, expect } from 'vitest';
import { getElement, listElements, listHrefs, listTexts } from '../support/html-search.ts';
import { listCardTitles } from '../support/list-page.ts';
import { createContent, daysAgo } from '../support/records.ts';
import { createTestSite, ORIGIN, test } from '../support/test-site.ts';

const ARTICLE = '/seo/local-seo/google-reviews';

/** So many posts with the tag “SEO audit”, and one with another tag too. */
function createTagged(count: number) {
  const posts = Array.from({ length: count - 1 }, (_, index) => ({
    slug: `post-${index + 1}`,
    publishedAt: daysAgo(20 + index),
    tags: ['SEO audit'],
  }));
  return createContent({ tags: ['SEO audit', 'Rare'] }, ...posts, { slug: 'without' });
}

describe('a tag', () => {
  test('of three articles is a link to a page that lists them', async () => {
    await using site = await createTestSite({ records: createTagged(3) });
    const { main, structuredData, root } = await site.page(ARTICLE);
    const [tags] = listElements(main, 'ul', { 'aria-label': 'Tags' });
    expect(tags && listTexts(tags, 'li')).toEqual(['SEO audit', 'Rare']);
    expect(tags && listHrefs(tags)).toEqual(['/tags/seo-audit']);
    expect(structuredData.get('BlogPosting')?.keywords).toEqual(['SEO audit', 'Rare']);
    const metas = listElements(getElement(root, 'head'), 'meta', { property: 'article:tag' });
    expect(metas.map(({ attributes }) => attributes.content)).toEqual(['SEO audit', 'Rare']);
    const page = await site.page('/tags/seo-audit');
    expect([page.h1, page.canonical]).toEqual(['SEO audit', `${ORIGIN}/tags/seo-audit`]);
    expect(listCardTitles(page.main)).toEqual(
      ['google-reviews', 'post-1', 'post-2'].map((slug) => `Title of ${slug}`),
    );
    expect(await site.read('/api/tags/seo-audit')).toEqual({
      slug: 'seo-audit',
      name: 'SEO audit',
      postCount: 3,
    });
    expect(await site.read('/api/posts?tag=seo-audit&categoryId=1')).toEqual([]);
    expect((await site.get('/api/sitemap.xml')).body).toContain(
      `<loc>${ORIGIN}/tags/seo-audit</loc>`,
    );
  });

  test.for(['/tags/rare', '/tags/unknown', '/tags'])('%s is not found', async (path, { site }) => {
    expect((await site.get(path)).statusCode).toBe(404);
  });

  test('of two published articles is plain text, until the third is published', async () => {
    const scheduled = { slug: 'soon', tags: ['SEO audit'], publishedAt: daysAgo(-2) };
    const records = [...createTagged(2), ...createContent(scheduled).slice(-1)];
    await using site = await createTestSite({ records });
    expect(listHrefs((await site.page(ARTICLE)).main)).not.toContain('/tags/seo-audit');
    for (const path of ['/tags/seo-audit', '/api/tags/seo-audit', '/tags/rare']) {
      expect([path, (await site.get(path)).statusCode]).toEqual([path, 404]);
    }
    expect((await site.get('/api/sitemap.xml')).body).not.toContain('/tags/');
    site.setTime(new Date(daysAgo(-3)).toISOString());
    expect(listHrefs((await site.page(ARTICLE)).main)).toContain('/tags/seo-audit');
    expect((await site.get('/tags/seo-audit')).statusCode).toBe(200);
  });

  test('has pages of 24 articles', async () => {
    await using site = await createTestSite({ records: createTagged(25) });
    const { main, canonical } = await site.page('/tags/seo-audit?page=2');
    expect(canonical).toBe(`${ORIGIN}/tags/seo-audit?page=2`);
    expect(listCardTitles(main)).toEqual(['Title of post-24']);
    expect((await site.page('/tags/seo-audit?page=9')).canonical).toBe(canonical);
  });

  test('finds its articles in the search, and is in the feeds', async () => {
    await using site = await createTestSite({ records: createTagged(1) });
    expect(await site.read('/api/search?q=rare')).toMatchObject([{ slug: 'google-reviews' }]);
    for (const feed of ['/feed.xml', '/atom.xml', '/feed.json']) {
      expect([feed, (await site.get(feed)).body]).toEqual([feed, expect.stringContaining('Rare')]);
    }
  });
});
