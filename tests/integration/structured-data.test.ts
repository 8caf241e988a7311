import { describe, expect } from 'vitest';
import type { HtmlElement } from '../support/html.ts';
import { getElement, listElements, listLinks, listTexts, readText } from '../support/html-search.ts';
import { listCardLinks, listCardTitles } from '../support/list-page.ts';
import { ORIGIN, test } from '../support/test-site.ts';

const ARTICLE = '/google-ads/google-search/google-ads-budget';
const WITH_ZONE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;
const PAGES = [
  ...['/', '/articles', '/articles?page=2', '/google-ads-coupon-codes', '/sitemap', '/seo', '/seo/local-seo'],
  ...['/digitalmarketingnews', ARTICLE, '/digitalmarketingnews/cookies-stay'],
  '/posts/2012/07/keyword-density.html',
];

describe.for(PAGES)('the structured data of %s', (url) => {
  test('is one graph with unique ids, resolved references and a complete publisher', async ({ site }) => {
    const { structuredData } = await site.page(url);
    const nodes = [...structuredData.values()];
    const ids = nodes.map((node) => node['@id']);
    expect(new Set(ids).size).toBe(ids.length);
    const required = [`${ORIGIN}/#organization`, `${ORIGIN}/#website`, ORIGIN + url];
    expect(ids).toEqual(expect.arrayContaining([...required, ...listReferences(nodes)]));
    const { logo, sameAs, name } = structuredData.get('Organization') ?? {};
    expect(name).toBe('Marketing Workbench');
    expect(sameAs).toHaveLength(4);
    expect(logo).toMatchObject({ '@type': 'ImageObject', width: '180', height: '180' });
    expect(structuredData.has('HowTo') || structuredData.has('FAQPage')).toBe(false);
  });

  test('states only what the page shows', async ({ site }) => {
    const page = await site.page(url);
    const body = getElement(page.root, 'body');
    const text = readText(body);
    const links = listLinks(body).map((href) => new URL(href, ORIGIN + url).href);
    for (const [name, value] of listFacts([...page.structuredData.values()])) {
      if (WITH_ZONE.test(value))
        expect([name, listTimes(body)]).toEqual([name, expect.arrayContaining([value])]);
      else if (/^https:/.test(value))
        expect([name, [...links, ORIGIN + url]]).toEqual([name, expect.arrayContaining([value])]);
      else expect([name, text]).toEqual([name, expect.stringContaining(value)]);
    }
  });
});

describe.for([
  [ARTICLE, 'BlogPosting', 'Google Search'],
  ['/digitalmarketingnews/cookies-stay', 'NewsArticle', 'Digital Marketing News'],
  ['/google-ads-coupon-codes', 'Article', 'Google Ads'],
] as const)('the text at %s', ([url, type, section]) => {
  test('has everything that search engines require or recommend, as on the page', async ({ site }) => {
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
    const words = prose ? readText(prose).split(' ').length : 0;
    expect(Math.abs(Number(posting.wordCount) - words)).toBeLessThan(0.15 * words);
  });

  test('has its picture in three aspect ratios, each at least 1200 pixels wide', async ({ site }) => {
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
  const read = (property: string) => getElement(root, 'meta', { property }).attributes.content;
  const { datePublished, dateModified } = structuredData.get('BlogPosting') ?? {};
  expect([read('article:published_time'), read('article:modified_time')]).toEqual([
    datePublished,
    dateModified,
  ]);
  expect(read('og:image:alt')).toContain('How much to spend on Google Ads at first');
});

function listTimes(root: HtmlElement) {
  return listElements(root, 'time').map(({ attributes }) => attributes.datetime ?? attributes.dateTime);
}

/** Properties that readers do not see: types, ids, pictures and counts. */
const TECHNICAL = new Set(
  '@type @id logo image primaryImageOfPage inLanguage position numberOfItems'.split(' '),
);

/** Every text, date and address in the nodes, with its property, as a reader would see it. */
function listFacts(value: unknown, name = ''): readonly (readonly [name: string, value: string])[] {
  if (Array.isArray(value)) return value.flatMap((one) => listFacts(one, name));
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([key, inner]) => (TECHNICAL.has(key) ? [] : listFacts(inner, key)));
  }
  if (name === 'wordCount' || name === 'isAccessibleForFree') return [];
  return [
    [name, name === 'timeRequired' ? String(value).replace(/^PT(\d+)M$/, '$1 min read') : String(value)],
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
