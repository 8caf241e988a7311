import { expect, test } from 'vitest';
import { FRONT_MATTER } from '../../packages/marketing-workbench/src/content/texts/text-keys.ts';
import { compileFolder } from '../support/compile-folder.ts';
import {
  ARTICLE_ADDRESS,
  COMPILED_AT,
  type ContentOverrides,
  DESCRIPTION,
  formatArticle,
  formatGuide,
  formatText,
  GUIDE_FILE,
  legacyFile,
  listContentFindings,
  writeContentFolder,
} from '../support/content-folder.ts';
import { LEGACY_PATHS } from '../support/default-site.ts';
import {
  getElement,
  listElements,
  listHrefs,
  listTexts,
  readElementText,
} from '../support/html-search.ts';
import { readMeta } from '../support/page.ts';
import { readAtom, readJson, readRss } from '../support/read-feed.ts';
import { createTestSite, ORIGIN } from '../support/test-site.ts';

const BODY =
  '## Who we are\n\nTwo people and a till.\n\n## Where we are\n\nBehind the station.\n\n## When\n\nAlways.\n\n## Why\n\nFor fun.';

function formatPage(keys: Readonly<Record<string, string | boolean>>, body = BODY): string {
  const title = String(keys.title ?? 'About us');
  return formatText({ title, metaDescription: `${title}. ${DESCRIPTION}`, ...keys }, body);
}

async function createSite(overrides: ContentOverrides, wanted?: 'drafts') {
  const folder = await writeContentFolder(overrides);
  const { records, problems } = await compileFolder(folder, COMPILED_AT, {
    ...(wanted && { wanted }),
  });
  expect(problems).toEqual([]);
  return createTestSite({ records, now: COMPILED_AT.toISOString() });
}

test('a page has its own address with breadcrumb, text and the date of its last change', async () => {
  await using site = await createSite({
    'pages/about.md': formatPage({ updatedAt: '2025-03-04' }),
  });
  const { main, root, title, h1, description, canonical, structuredData } =
    await site.page('/about');
  expect([title, h1, canonical]).toEqual([
    'About us, Marketing Workbench',
    'About us',
    `${ORIGIN}/about`,
  ]);
  expect(description).toBe(`About us. ${DESCRIPTION}`);
  expect(readElementText(getElement(main, 'nav', { 'aria-label': 'Breadcrumb' }))).toBe(
    'Home About us',
  );
  expect(listTexts(main, 'time')).toEqual(['March 4, 2025']);
  expect(readElementText(main)).toContain('Two people and a till.');
  expect([...structuredData.keys()]).toEqual([
    'Organization',
    'WebSite',
    'AboutPage',
    'BreadcrumbList',
  ]);
  const picture = readMeta(getElement(root, 'head'), 'og:image') ?? '';
  expect((await site.get(picture.slice(ORIGIN.length))).statusCode).toBe(200);
  expect((await site.get('/About/')).headers.location).toBe('/about');
});

test('a page shows a table of its contents if it says so', async () => {
  await using site = await createSite({
    'pages/about.md': formatPage({}),
    'pages/privacy.md': formatPage(
      { title: 'Privacy', contents: true },
      BODY.replaceAll('we', 'they').replace('Always', 'Never'),
    ),
  });
  const listAnchors = async (path: string) =>
    listHrefs((await site.page(path)).main).filter((href) => href.startsWith('#'));
  expect(new Set(await listAnchors('/about'))).toEqual(new Set());
  expect(new Set(await listAnchors('/privacy'))).toEqual(
    new Set(['#who-they-are', '#where-they-are', '#when', '#why']),
  );
});

test('footer, site map, XML sitemap and llms.txt list the pages that say so', async () => {
  await using site = await createSite({
    'pages/about.md': formatPage({ updatedAt: '2025-03-04' }),
    'pages/thanks.md': formatPage(
      { title: 'Thank you', inFooter: false, inSitemap: false },
      'It is on its way.',
    ),
  });
  const { root, main } = await site.page('/sitemap');
  const footer = getElement(root, 'footer');
  expect(listElements(footer, 'a', { href: '/about' }).map(readElementText)).toEqual(['About us']);
  expect(listHrefs(main)).toContain('/about');
  expect(listHrefs(root)).not.toContain('/thanks');
  const sitemap = (await site.get('/api/sitemap.xml')).body;
  expect(sitemap).toMatch(/\/about<\/loc>\s*<lastmod>2025-03-04/);
  expect(sitemap).not.toContain('/thanks');
  const llms = (await site.get('/llms.txt')).body;
  expect(llms).toContain(`## Pages\n\n- [About us](${ORIGIN}/about.md): About us. ${DESCRIPTION}`);
  expect(llms).not.toContain('/thanks');
  expect((await site.page('/thanks')).h1).toBe('Thank you');
});

test('the editorial policy is named as the principles of the publisher on every page, if there is one', async () => {
  const findPrinciples = async (overrides: ContentOverrides, path: string) => {
    await using site = await createSite(overrides);
    const { structuredData } = await site.page(path);
    expect(structuredData.has('WebPage')).toBe(path !== '/about');
    return structuredData.get('Organization')?.publishingPrinciples;
  };
  const policy = { 'pages/editorial-policy.md': formatPage({ title: 'Editorial policy' }) };
  const about = { 'pages/about.md': formatPage({}) };
  expect(await findPrinciples(policy, ARTICLE_ADDRESS)).toBe(`${ORIGIN}/editorial-policy`);
  expect(await findPrinciples(policy, '/editorial-policy')).toBe(`${ORIGIN}/editorial-policy`);
  expect(await findPrinciples(about, ARTICLE_ADDRESS)).toBeUndefined();
  expect(await findPrinciples(about, '/about')).toBeUndefined();
});

test('a page is available as Markdown and as JSON', async () => {
  await using site = await createSite({ 'pages/about.md': formatPage({}) });
  const { statusCode, body } = await site.get('/about.md');
  expect([statusCode, body]).toEqual([200, expect.stringContaining('# About us\n\n## Who we are')]);
  const [link] = listElements((await site.page('/about')).root, 'link', { type: 'text/markdown' });
  expect(link?.attributes.href).toBe(`${ORIGIN}/about.md`);
  expect(await site.read('/api/pages/about')).toMatchObject({
    form: 'page',
    slug: 'about',
    title: 'About us',
  });
});

test('a page without a description is described by its beginning', async () => {
  const overrides = { 'pages/about.md': formatText({ title: 'About us' }, BODY) };
  await using site = await createSite(overrides);
  expect((await site.page('/about')).description).toBe('Two people and a till.');
  expect(await listContentFindings(overrides)).toEqual([
    'content/pages/about.md:1 advice (descriptions): metaDescription is missing, so the site takes the beginning of the text; write 110 to 160 characters for the search result',
  ]);
});

test('a draft of a page is not public, even where drafts of articles have preview links', async () => {
  const overrides = { 'pages/about.md': formatPage({ draft: true }) };
  await using site = await createSite(overrides, 'drafts');
  expect((await site.get('/about')).statusCode).toBe(404);
  expect((await site.get('/api/pages/about')).statusCode).toBe(404);
});

test('a page that would hide another address, or be hidden, is a problem', async () => {
  const [legacyUrl = ''] = LEGACY_PATHS;
  const page = (title: string) => formatPage({ title }, `Words on ${title}.`);
  const problems = await listContentFindings({
    'pages/seo.md': page('One'),
    'pages/search.md': page('Two'),
    'pages/digitalmarketingnews.md': page('Three'),
    'pages/coupons.md': page('Four'),
    'guides/coupons.md': formatGuide('Words of another guide.', { title: 'Five' }),
    'pages/company.md': page('Six'),
    'pages/team.md': page('Seven'),
    'pages/jobs.md': page('Eight'),
    'pages/About_Us.md': page('Nine'),
    [legacyFile(legacyUrl)]: formatText(
      { title: 'Old', legacyUrl: '/Company', metaDescription: `Old: ${DESCRIPTION}` },
      'Old words.',
    ),
    'articles/seo/moved.md': formatArticle({ title: 'Moved' }).replace(
      '---\n\n',
      'aliases: [/team]\n---\n\n',
    ),
    'redirects.yaml': '- from: /jobs\n  to: /seo',
  });
  expect(problems).toEqual([
    'content/articles/seo/moved.md:6 alias /team is an existing page; remove the redirect or the page',
    `content/${legacyFile(legacyUrl)}:3 legacyUrl /Company is the address of another page; remove one of the two`,
    'content/pages/About_Us.md:1 has the name “About_Us”, which is not a slug; use lower-case letters, digits and single hyphens',
    'content/pages/coupons.md:1 has the address /coupons, and so has content/guides/coupons.md; rename one of the two',
    'content/pages/digitalmarketingnews.md:1 has the name “digitalmarketingnews”, whose address is taken by a page of the site; rename it',
    'content/pages/search.md:1 has the name “search”, whose address is taken by a page of the site; rename it',
    'content/pages/seo.md:1 has the name “seo”, whose address is taken by the category; rename it',
    'content/redirects.yaml:1 from /jobs is an existing page; remove the redirect or the page',
  ]);
});

test('the feeds of the whole site list the guides and pages that say so', async () => {
  await using site = await createSite({
    [GUIDE_FILE]: formatGuide('Words of the guide.', { inFeeds: true, author: 'ada-lane' }),
    'authors.yaml': '- slug: ada-lane\n  name: Ada Lane',
    'pages/about.md': formatPage({ publishedAt: '2025-03-04' }),
    'pages/prices.md': formatPage(
      { title: 'Prices', publishedAt: '2025-02-03', updatedAt: '2025-03-04', inFeeds: true },
      'See [where we are](/about).',
    ),
    'pages/party.md': formatPage(
      { title: 'A party', publishedAt: '2025-06-02', inFeeds: true },
      'Come to it.',
    ),
  });
  const listTitles = async (path: string) =>
    readJson((await site.get(path)).body).entries.map(({ title }) => title);
  for (const [name, read] of [
    ['feed.xml', readRss],
    ['atom.xml', readAtom],
    ['feed.json', readJson],
  ] as const) {
    const { entries } = read((await site.get(`/${name}`)).body);
    expect(entries.map(({ url }) => url)).toEqual([
      `${ORIGIN}/prices`,
      ORIGIN + ARTICLE_ADDRESS,
      `${ORIGIN}/google-ads-coupon-codes`,
    ]);
    expect(entries[0]).toMatchObject({
      id: 'tag:www.marketingworkbench.example,2011:page:prices',
      title: 'Prices',
      publishedAt: '2025-02-03T00:00:00.000Z',
      categories: [],
      content: `<p>See <a href="${ORIGIN}/about">where we are</a>.</p>`,
    });
  }
  expect(await listTitles('/seo/feed.json')).toEqual(['Base article']);
  site.setTime('2025-06-02T00:00:00Z');
  expect((await listTitles('/feed.json'))[0]).toBe('A party');
});

test('a page in the feeds needs a date', async () => {
  expect(
    await listContentFindings({
      'pages/about.md': formatPage({ inFeeds: true }),
    }),
  ).toEqual([
    'content/pages/about.md:4 inFeeds is true, but feeds need a date; add publishedAt and write it as "2025-03-04", or with a time as "2025-03-04 09:00" (in the time zone of the site) or "2025-03-04T09:00+01:00"',
  ]);
});

test('a wrong key or value of a page is a problem at its line', async () => {
  const page = [
    '---',
    'title: About us',
    'infooter: yes',
    'inSitemap: maybe',
    'featured: true',
    '---',
    'Words.',
  ];
  expect(await listContentFindings({ 'pages/about.md': page.join('\n') })).toEqual([
    'content/pages/about.md:3 `infooter`: did you mean `inFooter`?',
    'content/pages/about.md:4 inSitemap is neither true nor false; write one of the two',
    `content/pages/about.md:5 featured is not a known key; remove it, or write one of ${Object.keys(FRONT_MATTER.page.shape).join(', ')}`,
  ]);
});
