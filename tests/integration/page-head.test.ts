import { describe, expect } from 'vitest';
import { compileFolder } from '../support/compile-folder.ts';
import { writeContentFolder } from '../support/content-folder.ts';
import type { HtmlElement } from '../support/html.ts';
import {
  getElement,
  listElements,
  listHrefs,
  listTexts,
  readElementText,
} from '../support/html-search.ts';
import { listCardLinks, listCardTitles } from '../support/list-page.ts';
import { readMeta } from '../support/page.ts';
import { PAGE_HEADS } from '../support/page-heads.ts';
import { createContent, createPageRecord, daysAgo } from '../support/records.ts';
import { createTestSite, ORIGIN, test } from '../support/test-site.ts';

/** schema.org's kinds of articles. */
const ARTICLES: ReadonlySet<string> = new Set(['Article', 'BlogPosting', 'NewsArticle']);

const INDEXED = 'index, follow, max-image-preview:large, max-snippet:-1, max-video-preview:-1';
const ARTICLE = '/google-ads/google-search/google-ads-budget';
const WITH_ZONE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;

describe.for(PAGE_HEADS)(
  '$url',
  ({ url, title, canonical, isHidden, data = [], type = 'website' }) => {
    test('has its title, description, canonical address and robots directives', async ({
      site,
    }) => {
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
        expect(readMeta(head, `${network}:title`)).toBe(
          page.title.replace(/, Marketing Workbench$/, ''),
        );
        expect(readMeta(head, `${network}:description`)).toBe(description);
        expect(readMeta(head, `${network}:image`)).toBe(picture);
      }
      const { statusCode, headers, rawPayload } = await site.get(picture.slice(ORIGIN.length));
      expect([statusCode, headers['content-type']]).toEqual([200, 'image/png']);
      expect([rawPayload.readUInt32BE(16), rawPayload.readUInt32BE(20)]).toEqual([1200, 630]);
    });

    test('has one graph of data with unique ids, resolved references and a complete publisher', async ({
      site,
    }) => {
      const { structuredData } = await site.page(url);
      if (isHidden) return expect([...structuredData]).toEqual([]);
      const types = [...structuredData.keys()].map((name) =>
        ARTICLES.has(name) ? 'Article' : name,
      );
      expect(types).toEqual(expect.arrayContaining([...data]));
      const nodes = [...structuredData.values()];
      const ids = nodes.map((node) => node['@id']);
      expect(new Set(ids).size).toBe(ids.length);
      const required = [`${ORIGIN}/#organization`, `${ORIGIN}/#website`, ORIGIN + canonical];
      expect(ids).toEqual(expect.arrayContaining([...required, ...listReferences(nodes)]));
      const { logo, sameAs, name } = structuredData.get('Organization') ?? {};
      expect(name).toBe('Marketing Workbench');
      expect(sameAs).toHaveLength(4);
      expect(logo).toMatchObject({ '@type': 'ImageObject', width: '180', height: '180' });
      expect(structuredData.get('WebSite')).toMatchObject({ name, url: `${ORIGIN}/` });
      expect(structuredData.has('HowTo') || structuredData.has('FAQPage')).toBe(false);
    });

    test('states in its data only what the page shows', async ({ site }) => {
      const page = await site.page(url);
      const body = getElement(page.root, 'body');
      const text = readElementText(body);
      const links = listHrefs(body).map((href) => new URL(href, ORIGIN + canonical).href);
      for (const [name, value] of listFacts([...page.structuredData.values()])) {
        if (WITH_ZONE.test(value))
          expect([name, listTimes(body)]).toEqual([name, expect.arrayContaining([value])]);
        else if (/^https:/.test(value))
          expect([name, [...links, ORIGIN + canonical]]).toEqual([
            name,
            expect.arrayContaining([value]),
          ]);
        else expect([name, text]).toEqual([name, expect.stringContaining(value)]);
      }
    });

    test('has the same breadcrumb in its structured data as on the page', async ({ site }) => {
      const { main, structuredData } = await site.page(url);
      const items = structuredData.get('BreadcrumbList')?.itemListElement ?? [];
      const crumbs = listElements(main, 'nav', { 'aria-label': 'Breadcrumb' }).flatMap((nav) =>
        listTexts(nav, 'li'),
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
  },
);

describe.for([
  [ARTICLE, 'BlogPosting', 'Google Search'],
  ['/digitalmarketingnews/cookies-stay', 'NewsArticle', 'Digital Marketing News'],
  ['/google-ads-coupon-codes', 'Article', 'Google Ads'],
] as const)('the text at %s', ([url, type, section]) => {
  test('has everything that search engines require or recommend, as on the page', async ({
    site,
  }) => {
    const { structuredData, h1, main } = await site.page(url);
    const posting = structuredData.get(type) ?? {};
    expect(posting).toMatchObject({
      headline: h1,
      url: ORIGIN + url,
      mainEntityOfPage: { '@id': ORIGIN + url },
      author: { '@type': 'Organization', name: 'Marketing Workbench', url: `${ORIGIN}/` },
      publisher: { '@id': `${ORIGIN}/#organization` },
      articleSection: section,
      datePublished: expect.stringMatching(WITH_ZONE),
      dateModified: expect.stringMatching(WITH_ZONE),
    });
    expect(listTimes(main)).toContain(posting.dateModified);
    expect(listTexts(main, 'span')).toContain(
      String(posting.timeRequired).replace(/PT(\d+)M/, '$1 min read'),
    );
    const prose = listElements(main, 'div').find(({ attributes }) =>
      /\bprose\b/.test(attributes.class ?? ''),
    );
    const words = prose ? readElementText(prose).split(' ').length : 0;
    expect(Math.abs(Number(posting.wordCount) - words)).toBeLessThan(0.15 * words);
  });

  test('has its picture in three aspect ratios, each at least 1200 pixels wide', async ({
    site,
  }) => {
    const { structuredData } = await site.page(url);
    const { image: images } = structuredData.get(type) ?? {};
    const ratios = [];
    for (const image of Array.isArray(images) ? images : []) {
      const { statusCode, rawPayload } = await site.get(String(image.url).slice(ORIGIN.length));
      expect(statusCode).toBe(200);
      const [width, height] = [rawPayload.readUInt32BE(16), rawPayload.readUInt32BE(20)];
      expect([`${width}`, `${height}`]).toEqual([image.width, image.height]);
      expect(width).toBeGreaterThanOrEqual(1200);
      ratios.push(Math.round((width / height) * 100) / 100);
    }
    expect(ratios).toEqual([1.78, 1.33, 1]);
  });
});

test.for(['/articles?page=2', '/seo', '/seo/local-seo', '/digitalmarketingnews'])(
  'the list at %s names its articles',
  async (url, { site }) => {
    const { structuredData, main } = await site.page(url);
    const items = structuredData.get('ItemList')?.itemListElement;
    const start = url.includes('page=2') ? 10 : 1;
    expect(structuredData.has('CollectionPage')).toBe(true);
    expect(items).toEqual(
      listCardTitles(main).map((name, index) => ({
        '@type': 'ListItem',
        position: start + index,
        name,
        url: ORIGIN + listCardLinks(main)[index],
      })),
    );
  },
);

test('an article’s head names its publication and modification times for social networks', async ({
  site,
}) => {
  const { root, structuredData } = await site.page(ARTICLE);
  const { datePublished, dateModified } = structuredData.get('BlogPosting') ?? {};
  expect(readMeta(root, 'article:published_time')).toBe(datePublished);
  expect(readMeta(root, 'article:modified_time')).toBe(dateModified);
  expect(readMeta(root, 'og:image:alt')).toContain('How much to spend on Google Ads at first');
});

test('an article’s description is its own', async ({ site }) => {
  const post = await site.read<{ metaDescription: string }>('/api/posts/internal-links');
  expect((await site.page('/seo/on-page-seo/internal-links')).description).toBe(
    post.metaDescription,
  );
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
  expect(page.structuredData.get('BlogPosting')?.headline).toBe(nasty);
});

function listTimes(root: HtmlElement) {
  return listElements(root, 'time').map(({ attributes }) => attributes.datetime);
}

/** Properties that readers do not see: types, ids, pictures and counts. */
const TECHNICAL = new Set(
  '@type @id logo image primaryImageOfPage inLanguage position numberOfItems'.split(' '),
);

/** Every text, date and address in the nodes, with its property, as a reader would see it. */
function listFacts(value: unknown, name = ''): readonly (readonly [name: string, value: string])[] {
  if (Array.isArray(value)) return value.flatMap((one) => listFacts(one, name));
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([key, inner]) =>
      TECHNICAL.has(key) ? [] : listFacts(inner, key),
    );
  }
  if (name === 'wordCount' || name === 'isAccessibleForFree') return [];
  return [
    [
      name,
      name === 'timeRequired' ? String(value).replace(/^PT(\d+)M$/, '$1 min read') : String(value),
    ],
  ];
}

/** The ids that refer to other nodes. */
function listReferences(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(listReferences);
  if (typeof value !== 'object' || value === null) return [];
  const keys = Object.keys(value);
  if (keys.length === 1 && '@id' in value) return [String(value['@id'])];
  return Object.values(value).flatMap(listReferences);
}

describe('front matter for search engines', () => {
  const ADDRESS = '/seo/local-seo/google-reviews';
  const original = 'https://example.com/the-original';

  test('seoTitle is the title tag and nothing else', async () => {
    await using site = await createTestSite({
      records: createContent({ seoTitle: 'Get reviews in a week' }),
    });
    const { title, h1, root } = await site.page(ADDRESS);
    expect([title, h1]).toEqual(['Get reviews in a week', 'Title of google-reviews']);
    expect(readMeta(getElement(root, 'head'), 'og:title')).toBe(h1);
  });

  test('a page with noindex is listed, but not for crawlers', async () => {
    const news = {
      slug: 'some-news',
      subcategory: 'digital-marketing-news',
      publishedAt: daysAgo(1),
    };
    await using site = await createTestSite({
      records: [
        ...createContent({ noindex: true }, { ...news, noindex: true }, { slug: 'other' }),
        createPageRecord({ noindex: true }),
      ],
    });
    expect((await site.page(ADDRESS)).robots).toBe('noindex, follow');
    expect(listCardTitles((await site.page('/articles')).main)).toContain(
      'Title of google-reviews',
    );
    for (const file of ['/api/sitemap.xml', '/api/news-sitemap.xml', '/llms.txt']) {
      const { body } = await site.get(file);
      expect([file, body]).not.toEqual([
        file,
        expect.stringMatching(/google-reviews|some-news|a-guide/),
      ]);
    }
    expect((await site.get('/api/sitemap.xml')).body).toContain('/seo/local-seo/other');
  });

  test('the canonical address of a republished text is that of the original', async () => {
    await using site = await createTestSite({
      records: [
        ...createContent({ canonical: original }),
        createPageRecord({ canonical: original }),
      ],
    });
    for (const path of [ADDRESS, '/a-guide']) {
      const { canonical, robots, root } = await site.page(path);
      expect([canonical, robots]).toEqual([original, INDEXED]);
      expect(readMeta(getElement(root, 'head'), 'og:url')).toBe(ORIGIN + path);
      expect((await site.get(`${path}.md`)).headers.link).toBe(`<${original}>; rel="canonical"`);
    }
    expect((await site.get('/api/sitemap.xml')).body).not.toMatch(/google-reviews|a-guide/);
  });

  test('the byline says when the text was checked, and so does the structured data', async () => {
    const checkedAt = Date.UTC(2026, 10, 3);
    await using site = await createTestSite({ records: createContent({ checkedAt }) });
    const { main, structuredData } = await site.page(ADDRESS);
    expect(listTexts(main, 'span')).toContain('Checked on November 3, 2026');
    expect(listTimes(main)).toContain('2026-11-03T00:00:00.000Z');
    expect(structuredData.get('WebPage')?.lastReviewed).toBe('2026-11-03T00:00:00.000Z');
  });
});

test('a home page whose title is the name of the site says it once', async () => {
  const folder = await writeContentFolder({ 'site.yaml': 'name: Bean There\n' });
  await using site = await createTestSite(await compileFolder(folder));
  const { root, title, h1 } = await site.page('/');
  const head = getElement(root, 'head');
  const names = ['og:title', 'twitter:title', 'og:image:alt', 'twitter:image:alt'];
  expect([title, h1, ...names.map((name) => readMeta(head, name))]).toEqual(
    Array(6).fill('Bean There'),
  );
  expect((await site.page('/seo')).title).toBe('SEO, Bean There');
});

test('a cover of its own is on the page, on cards, and the picture for social networks', async () => {
  const src = '/media/0123456789abcdef-shop-cover-960.jpg';
  const html = `<picture><img src="${src}" alt="A shop" width="960" height="540" loading="lazy"></picture>`;
  const cover = { html, src, alt: 'A shop', width: 960, height: 540 };
  await using site = await createTestSite({ records: createContent({ cover }) });
  const { root, main, structuredData } = await site.page('/seo/local-seo/google-reviews');
  const [shown] = listElements(main, 'img');
  expect(shown?.attributes).toEqual({
    src,
    alt: 'A shop',
    width: '960',
    height: '540',
    loading: 'eager',
  });
  const head = getElement(root, 'head');
  expect(readMeta(head, 'og:image')).toBe(ORIGIN + src);
  expect(readMeta(head, 'og:image:type')).toBe('image/jpeg');
  expect([readMeta(head, 'og:image:width'), readMeta(head, 'og:image:alt')]).toEqual([
    '960',
    'A shop',
  ]);
  expect(structuredData.get('BlogPosting')?.image).toHaveLength(4);
  for (const list of ['/articles', '/seo', '/search?q=reviews']) {
    const [card] = listElements((await site.page(list)).main, 'img');
    expect([list, card?.attributes]).toMatchObject([list, { src, alt: 'A shop', loading: 'lazy' }]);
  }
  const home = (await site.page('/')).main;
  for (const heading of ['featured-title', 'recent-title']) {
    const [section] = listElements(home, 'section', { 'aria-labelledby': heading });
    const [card] = section === undefined ? [] : listElements(section, 'img');
    expect([heading, card?.attributes.src]).toEqual([heading, src]);
  }
});
