import { describe, expect } from 'vitest';
import type { LegacyPostSummary } from '../../src/site/entities.ts';
import { readPage } from '../support/page.ts';
import { createContent, createLegacyPostRecord, daysAgo } from '../support/records.ts';
import { createTestSite, ORIGIN, type TestSite, test } from '../support/test-site.ts';

type Entry = { readonly address: string; readonly changed: string | undefined };

describe('GET /api/sitemap.xml', () => {
  test('is XML of the sitemap protocol', async ({ site }) => {
    const { statusCode, headers, body } = await site.get('/api/sitemap.xml');
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toBe('application/xml; charset=utf-8');
    expect(body).toMatch(
      /^<\?xml version="1\.0" encoding="UTF-8"\?>\s*<urlset xmlns="http:\/\/www\.sitemaps\.org\/schemas\/sitemap\/0\.9"/,
    );
    expect(body).toMatch(/<\/urlset>\s*$/);
    expect((await listEntries(site)).length).toBe(4 + 4 + 17 + 56 + 11);
  });

  test('names canonical addresses only, each once, each a page to be found', async ({ site }) => {
    const addresses = (await listEntries(site)).map(({ address }) => address);
    expect(new Set(addresses).size).toBe(addresses.length);
    for (const address of addresses) {
      expect(address.startsWith(`${ORIGIN}/`)).toBe(true);
      const response = await site.get(address.slice(ORIGIN.length));
      const { canonical, robots } = readPage(response);
      expect(response.statusCode).toBe(200);
      expect(canonical).toBe(address);
      expect(robots).toMatch(/^index/);
    }
  });

  test('names every article, and each legacy post with a text of its own', async ({ site }) => {
    const paths = (await listEntries(site)).map(({ address }) => address.slice(ORIGIN.length));
    const legacy = (await site.get('/api/legacy-posts')).json<readonly LegacyPostSummary[]>();
    for (const { legacyUrl, redirectTo } of legacy) {
      expect(paths.includes(legacyUrl)).toBe(redirectTo === undefined);
    }
    expect(paths).toContain('/seo/seo-basics-checklist');
    expect(paths).toContain('/digitalmarketingnews/cookies-stay');
    expect(paths).toContain('/digitalmarketingnews');
    expect(paths).not.toContain('/seo/on-page-seo/image-alt-texts');
    expect(paths).not.toContain('/facebook-ads/stories/story-ads-next-century');
  });

  test('says when each page last changed, where that is known', async () => {
    await using site = await createTestSite({
      records: [
        ...createContent(
          { slug: 'never-changed', publishedAt: daysAgo(10) },
          { slug: 'changed', publishedAt: daysAgo(30), updatedAt: daysAgo(2) },
          { slug: 'elsewhere', publishedAt: daysAgo(5), category: 'google-ads', subcategory: 'display' },
        ),
        createLegacyPostRecord({ updatedAt: daysAgo(100) }),
        createLegacyPostRecord({ slug: 'undated', legacyUrl: '/2013/05/what-is-adwords' }),
      ],
    });
    const changed = new Map((await listEntries(site)).map((entry) => [entry.address, entry.changed]));
    const readChanged = (path: string) => changed.get(ORIGIN + path);
    expect(readChanged('/seo/local-seo/never-changed')).toBe('2026-11-10');
    expect(readChanged('/seo/local-seo/changed')).toBe('2026-11-18');
    expect(readChanged('/')).toBe('2026-11-18');
    expect(readChanged('/articles')).toBe('2026-11-18');
    expect(readChanged('/seo')).toBe('2026-11-18');
    expect(readChanged('/google-ads')).toBe('2026-11-15');
    expect(readChanged('/google-ads/display')).toBe('2026-11-15');
    expect(readChanged('/facebook-ads')).toBeUndefined();
    expect(readChanged('/google-ads-coupon-codes')).toBe('2025-06-03');
    expect(readChanged('/posts/2012/07/keyword-density.html')).toBe('2026-08-12');
    expect(changed.has(`${ORIGIN}/2013/05/what-is-adwords`)).toBe(true);
    expect(readChanged('/2013/05/what-is-adwords')).toBeUndefined();
  });
});

test('robots.txt lets crawlers fetch everything, and names the sitemap', async ({ site }) => {
  const { statusCode, headers, body } = await site.get('/robots.txt');
  expect(statusCode).toBe(200);
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(body).toBe(
    `User-agent: *\nAllow: /\n\nSitemap: ${ORIGIN}/api/sitemap.xml\nSitemap: ${ORIGIN}/api/news-sitemap.xml\n`,
  );
});

async function listEntries(site: TestSite): Promise<readonly Entry[]> {
  const { body } = await site.get('/api/sitemap.xml');
  return Array.from(
    body.matchAll(
      /<url><loc>([^<]+)<\/loc>(?:<lastmod>(\d{4}-\d\d-\d\d)<\/lastmod>)?(?:<image:image>.*?<\/image:image>)*<\/url>/g,
    ),
    ([, address = '', changed]) => ({ address, changed }),
  );
}
