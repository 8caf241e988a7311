/**
 * The same application over three content folders: the fixture with the built-in sections, an empty
 * one, and one of another shape.
 */
import { test as baseTest, describe, expect } from 'vitest';
import { listRoutes } from '../../packages/marketing-workbench/src/routes.ts';
import { listFixedPages } from '../../packages/marketing-workbench/src/site/catalogue.ts';
import type { ContentRecord } from '../../packages/marketing-workbench/src/site/records.ts';
import { readSite } from '../../packages/marketing-workbench/src/store/pages/known-site.ts';
import {
  compileFiles,
  createLargeGarden,
  createShapeSlug,
  GARDEN_CATEGORIES,
} from '../support/content-shapes.ts';
import {
  getElement,
  listElements,
  listHrefs,
  listTexts,
  readElementText,
} from '../support/html-search.ts';
import { readMeta, readPage } from '../support/page.ts';
import { readSpecifiedRoutes } from '../support/specification.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';
import { listChildren, parseXml, readChild } from '../support/xml.ts';

const POSTS = 2_000;

function extendTest(createRecords: () => Promise<readonly ContentRecord[] | undefined>) {
  return baseTest.extend(
    'site',
    { scope: 'file' },
    // biome-ignore lint/correctness/noEmptyPattern: how a fixture says that it needs no other
    async ({}, { onCleanup }) => {
      const records = await createRecords();
      const site = await createTestSite({ ...(records && { records }), hasOwnDomain: true });
      onCleanup(() => site[Symbol.asyncDispose]());
      return site;
    },
  );
}

const FOLDERS = {
  'the fixture': extendTest(async () => undefined),
  'an empty': extendTest(() => compileFiles({})),
  'a twelve-category': extendTest(() => createLargeGarden(POSTS)),
} as const;

const EACH = [
  ['the fixture', FOLDERS['the fixture']],
  ['an empty', FOLDERS['an empty']],
  ['a twelve-category', FOLDERS['a twelve-category']],
] as const;

describe.each(EACH)('with %s folder', (_, test) => {
  test('every screen without an article answers, and its links lead somewhere', async ({
    site,
  }) => {
    const { categories, news } = readSite(site.store);
    const linkedFrom = new Map<string, string>();
    for (const address of [
      '/',
      '/articles',
      '/sitemap',
      '/search',
      '/search?q=garden',
      '/db-setup-help',
      ...categories.map(({ slug }) => `/${slug}`),
      ...(news === undefined ? [] : [news.path]),
    ]) {
      const { root, h1 } = await openPage(site, address);
      expect(h1).not.toBe('');
      for (const link of listHrefs(root).filter(
        (href) => href.startsWith('/') && !href.includes('#'),
      ))
        linkedFrom.set(link, address);
    }
    for (const [link, address] of linkedFrom) {
      const { statusCode } = await site.get(link);
      expect([address, link, statusCode]).toEqual([address, link, expect.toBeOneOf([200, 301])]);
    }
  });

  test('an unknown address is not found at every depth', async ({ site }) => {
    for (const address of ['/no-such-page', '/no/such', '/no/such/page', '/2011/10/old.html']) {
      const { statusCode, body } = await site.get(address);
      expect([address, statusCode]).toEqual([address, 404]);
      expect(body).toContain('Not Found');
    }
  });

  test('feeds, sitemaps, robots.txt, llms.txt and the icon are complete', async ({ site }) => {
    const origin = `https://${readSite(site.store).domain}`;
    const read = async (address: string) => {
      const { statusCode, body } = await site.get(address);
      expect([address, statusCode]).toEqual([address, 200]);
      return body;
    };
    expect(parseXml(await read('/feed.xml')).name).toBe('rss');
    expect(parseXml(await read('/atom.xml')).name).toBe('feed');
    expect(JSON.parse(await read('/feed.json'))).toMatchObject({ home_page_url: `${origin}/` });
    expect(await read('/api/sitemap.xml')).toContain(`<loc>${origin}/</loc>`);
    expect(parseXml(await read('/api/news-sitemap.xml')).name).toBe('urlset');
    expect(await read('/robots.txt')).toContain(`Sitemap: ${origin}/api/sitemap.xml`);
    expect(await read('/llms.txt')).toContain(`(${origin}/articles)`);
    await read('/favicon.ico');
  });

  test('the footer has no empty column', async ({ site }) => {
    const footer = getElement((await openPage(site, '/')).root, 'footer');
    const columns = listElements(footer, 'div').filter(
      (column) => listElements(column, 'h2').length === 1,
    );
    expect(columns.map((column) => listElements(column, 'li').length)).not.toContain(0);
  });
});

const NEWS = ['/digitalmarketingnews/:slug', '/digitalmarketingnews'];
const TEXTS = ['/google-ads-coupon-codes', '/about', '/authors/:slug'];
/** The routes of the specification that a folder lacks. */
const LACKED: Readonly<Record<keyof typeof FOLDERS, readonly string[]>> = {
  'the fixture': [],
  'an empty': TEXTS,
  'a twelve-category': [...TEXTS, ...NEWS],
};

describe.each(EACH)('with %s folder', (name, test) => {
  test('the routes are in the order of the specification, with rows for what the folder has', ({
    site,
  }) => {
    expect(listRoutes(readSite(site.store)).map(({ pattern }) => pattern)).toEqual(
      readSpecifiedRoutes().filter((pattern) => !LACKED[name].includes(pattern)),
    );
  });
});

FOLDERS['an empty']('the home page of an empty site says how to begin', async ({ site }) => {
  const { main } = await openPage(site, '/');
  expect(listTexts(main, 'h2')).toContain('Nothing published yet');
  expect(readElementText(main)).toContain('npm run content -- new article');
  for (const address of ['/articles', '/seo', '/digitalmarketingnews'])
    expect(listTexts((await openPage(site, address)).main, 'h2')).toContain('No Articles Found');
});

describe('with twelve categories', () => {
  const test = FOLDERS['a twelve-category'];
  const [first = '', ...others] = GARDEN_CATEGORIES.map((name) => `/${createShapeSlug(name)}`);

  test('the footer lists further categories in the place of subcategories', async ({ site }) => {
    const footer = getElement((await openPage(site, '/')).root, 'footer');
    const columns = listElements(footer, 'div').filter(
      (column) => listElements(column, 'h2').length === 1,
    );
    expect(columns.slice(0, 2).map((column) => listHrefs(column))).toEqual([
      [...[first, ...others.slice(0, 3)].map((path) => `/category${path}`), '/sitemap'],
      others.slice(3, 9).map((path) => `/category${path}`),
    ]);
  });

  test('the menu has five, and the others in a dropdown', async ({ site }) => {
    const menu = getElement((await openPage(site, '/')).root, 'nav', { 'aria-label': 'Main' });
    const [list] = listElements(menu, 'ul');
    const entries = list?.children.filter((child) => typeof child !== 'string') ?? [];
    expect(entries.map((entry) => listHrefs(entry))).toEqual([
      [first],
      ...others.slice(0, 4).map((link) => [link]),
      ['/sitemap', ...others.slice(4)],
    ]);
    expect(listTexts(menu, 'a')).toContain('More');
  });

  test('the site map lists the newest articles of each category', async ({ site }) => {
    const { main } = await openPage(site, '/sitemap');
    expect(listHrefs(main)).toEqual(expect.arrayContaining([first, ...others]));
    for (const section of listElements(main, 'details'))
      expect(listHrefs(section)).toHaveLength(10 + 1);
  });

  test('a category has 24 articles a page, and a feed', async ({ site }) => {
    const inFirst = 1 + Math.ceil(POSTS / 12);
    const { main } = await openPage(site, `${first}?page=2`);
    expect(listElements(main, 'article')).toHaveLength(24);
    expect(readElementText(main)).not.toContain('All (');
    await openPage(site, `${first}?page=${Math.ceil(inFirst / 24)}`);
    const { root } = await openPage(site, first);
    const feed = getElement(getElement(root, 'head'), 'link', {
      type: 'application/rss+xml',
      href: `https://www.longborder.example${first}/feed.xml`,
    });
    const { body } = await site.get(new URL(feed.attributes.href ?? '').pathname);
    const [channel = parseXml(body)] = parseXml(body).children;
    expect(readChild(channel, 'title')).toContain('Vegetables');
    expect(listChildren(channel, 'item').length).toBeGreaterThan(10);
  });

  test('an article has its category in its address, and a card', async ({ site }) => {
    const address = '/fruit-trees/begin-with-fruit-trees';
    const { root, h1 } = await openPage(site, address);
    expect(h1).toBe('Begin with Fruit Trees');
    const image = new URL(readMeta(getElement(root, 'head'), 'og:image') ?? '');
    expect(image.origin).toBe('https://www.longborder.example');
    const card = await site.get(image.pathname);
    expect([card.statusCode, card.headers['content-type']]).toEqual([200, 'image/png']);
  });

  test('a search can be limited to each of the categories that it found', async ({ site }) => {
    const { main } = await openPage(site, '/search?q=begin');
    const chips = getElement(main, 'nav', { 'aria-label': 'Results by category' });
    expect(listHrefs(chips)).toHaveLength(1 + 12);
    const { main: some } = await openPage(site, '/search?q=begin&category=herbs');
    expect(readElementText(some)).toContain('Found 1 article ');
  });

  test('the sitemap names every article', async ({ site }) => {
    const { body } = await site.get('/api/sitemap.xml');
    const listed = body.match(/<loc>/g)?.length;
    expect(listed).toBe(POSTS + 12 + 12 + listFixedPages('entrance', 'overview').length);
  });
});

async function openPage(site: TestSite, address: string) {
  const answer = await site.get(address);
  expect([address, answer.statusCode]).toEqual([address, 200]);
  return readPage(answer);
}

baseTest('a site of a hundred categories, written from right to left, is complete', async () => {
  const slugs = Array.from({ length: 100 }, (_, index) => `section-${index}`);
  const name = '"אפייה" & </script>';
  const categories = slugs.map((slug) => ({ slug, name: `${name} ${slug}` }));
  const settings = { name: 'מאפייה', domain: 'www.bakery.example', language: 'he', categories };
  const records = await compileFiles({ 'site.yaml': JSON.stringify(settings) });
  await using site = await createTestSite({ records });
  const { root, main } = await openPage(site, '/');
  expect(getElement(root, 'html').attributes).toMatchObject({ lang: 'he', dir: 'rtl' });
  expect(readMeta(root, 'og:locale')).toBe('he_IL');
  const { body } = await site.get('/manifest.webmanifest');
  expect(JSON.parse(body)).toMatchObject({ lang: 'he', dir: 'rtl' });
  expect(listHrefs(main)).toEqual(expect.arrayContaining(slugs.map((slug) => `/${slug}`)));
  expect(listHrefs((await openPage(site, '/sitemap')).main)).toContain('/section-99');
  expect((await openPage(site, '/section-99')).h1).toBe(`${name} section-99`);
});
