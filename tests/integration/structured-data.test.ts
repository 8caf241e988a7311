import { describe, expect } from 'vitest';
import { getElement, listElements, listTexts, readText } from '../support/html-search.ts';
import { listCardLinks, listCardTitles } from '../support/list-page.ts';
import { ORIGIN, test } from '../support/test-site.ts';

const ARTICLE = '/google-ads/google-search/google-ads-budget';
const WITH_ZONE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;
const PAGES = [
  '/',
  '/articles',
  '/articles?page=2',
  '/google-ads-coupon-codes',
  '/sitemap',
  '/seo',
  '/seo/local-seo',
  '/digitalmarketingnews',
  ARTICLE,
  '/digitalmarketingnews/cookies-stay',
  '/posts/2012/07/keyword-density.html',
];

describe.for(PAGES)('the structured data of %s', (url) => {
  test('are one graph, each part of it named once and every name found in it', async ({ site }) => {
    const nodes = [...(await site.page(url)).structuredData.values()];
    const ids = nodes.map((node) => node['@id']);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(
      expect.arrayContaining([`${ORIGIN}/#organization`, `${ORIGIN}/#website`, ORIGIN + url]),
    );
    expect(ids).toEqual(expect.arrayContaining([...listReferences(nodes)]));
  });

  test('name the site and who stands behind it, with a logo large enough to be shown', async ({ site }) => {
    const { structuredData } = await site.page(url);
    const { logo, sameAs, name } = structuredData.get('Organization') ?? {};
    expect(name).toBe('Marketing Workbench');
    expect(sameAs).toHaveLength(4);
    expect(logo).toMatchObject({ '@type': 'ImageObject', width: '180', height: '180' });
    expect(structuredData.has('HowTo') || structuredData.has('FAQPage')).toBe(false);
  });
});

describe.for(PAGES)('what the structured data of %s say', (url) => {
  test('can be read on the page', async ({ site }) => {
    const page = await site.page(url);
    const body = getElement(page.root, 'body');
    const text = readText(body);
    const links = listElements(body, 'a').map(
      ({ attributes }) => new URL(attributes.href ?? '', ORIGIN + url).href,
    );
    const times = listElements(body, 'time').map(
      ({ attributes }) => attributes.datetime ?? attributes.dateTime,
    );
    for (const [name, value] of listFacts([...page.structuredData.values()])) {
      if (WITH_ZONE.test(value)) expect([name, times]).toEqual([name, expect.arrayContaining([value])]);
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
  test('has all that search engines ask for or recommend, as the page says it', async ({ site }) => {
    const { structuredData, h1, main } = await site.page(url);
    const posting = structuredData.get(type) ?? {};
    const times = listElements(main, 'time').map(
      ({ attributes }) => attributes.datetime ?? attributes.dateTime,
    );
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
    expect(times).toContain(posting.dateModified);
    expect(listTexts(main, 'span')).toContain(
      String(posting.timeRequired).replace(/PT(\d+)M/, '$1 min read'),
    );
    const prose = listElements(main, 'div').find(({ attributes }) =>
      /\bprose\b/.test(attributes.class ?? ''),
    );
    const words = prose ? readText(prose).split(' ').length : 0;
    expect(Math.abs(Number(posting.wordCount) - words)).toBeLessThan(0.15 * words);
  });

  test('has its picture in the three shapes, each at least 1200 pixels wide', async ({ site }) => {
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
  'the list at %s names what it shows',
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

test('a page that should not be found says nothing of itself, and its robots line says so', async ({
  site,
}) => {
  for (const url of ['/search?q=reviews', '/nothing']) {
    const { structuredData, robots } = await site.page(url);
    expect([structuredData.size, robots]).toEqual([0, 'noindex, follow']);
  }
});

test('a page that may be found lets all of it be shown', async ({ site }) => {
  expect((await site.page(ARTICLE)).robots).toBe(
    'index, follow, max-image-preview:large, max-snippet:-1, max-video-preview:-1',
  );
});

test('an article’s head tells social networks when it was published and changed', async ({ site }) => {
  const { root, structuredData } = await site.page(ARTICLE);
  const read = (property: string) => getElement(root, 'meta', { property }).attributes.content;
  const { datePublished, dateModified } = structuredData.get('BlogPosting') ?? {};
  expect([read('article:published_time'), read('article:modified_time')]).toEqual([
    datePublished,
    dateModified,
  ]);
  expect(read('og:image:alt')).toContain('How much to spend on Google Ads at first');
});

/** Of no reader's concern: what things are and are called by programs, pictures that stand for the page, counts. */
const TECHNICAL = new Set([
  '@type',
  '@id',
  'logo',
  'image',
  'primaryImageOfPage',
  'inLanguage',
  'position',
  'numberOfItems',
]);

/** Every text, date and address in the nodes, with the name of its property, as a reader would see it. */
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

/** The names of nodes that are no node themselves. */
function listReferences(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(listReferences);
  if (typeof value !== 'object' || value === null) return [];
  const keys = Object.keys(value);
  if (keys.length === 1 && '@id' in value) return [String(value['@id'])];
  return Object.values(value).flatMap(listReferences);
}
