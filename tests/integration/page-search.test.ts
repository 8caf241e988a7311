/** Besides articles the search finds guides, own pages, authors and tags. */
import { expect, test } from 'vitest';
import type {
  SearchSuggestion,
  SearchSummary,
} from '../../packages/marketing-workbench/src/site/entities.ts';
import type { SynonymsRecord } from '../../packages/marketing-workbench/src/site/records.ts';
import { compileFolder } from '../support/compile-folder.ts';
import {
  COMPILED_AT,
  type ContentOverrides,
  DESCRIPTION,
  formatArticle,
  formatGuide,
  formatText,
  GUIDE_FILE,
  writeContentFolder,
} from '../support/content-folder.ts';
import { listHrefs, listTexts } from '../support/html-search.ts';
import { listCardTitles } from '../support/list-page.ts';
import { createContent, createLegacyPostRecord, createPageRecord } from '../support/records.ts';
import { syncStore } from '../support/sync-store.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

const RETURNS = 'pages/returns.md';
const FOLDER: ContentOverrides = {
  [GUIDE_FILE]: formatGuide('Coupons for the patient.', { title: 'Find a coupon' }),
  [RETURNS]: formatReturns(),
  'pages/about.md': formatText(
    { title: 'About us', metaDescription: `About: ${DESCRIPTION}` },
    'Two people and a till, open to the patient.',
  ),
  'authors.yaml':
    '- {slug: bo-gardan, name: Bo Gardan, role: Mower, about: Bo mows.}\n- {slug: ada-lane, name: Ada Lane}',
  ...Object.fromEntries(
    ['one', 'two', 'three'].map((slug) => [
      `articles/seo/local-seo/${slug}.md`,
      formatArticle(
        { title: `Garden ${slug}`, tags: ['Hedge rows'] },
        `Nothing but the garden number ${slug}.`,
      ),
    ]),
  ),
};

function formatReturns(keys: Readonly<Record<string, boolean>> = {}): string {
  const body = '## Refunds\n\nWe repay zebras within a week.';
  return formatText({ title: 'Sending goods back', metaDescription: DESCRIPTION, ...keys }, body);
}

async function createSite(overrides: ContentOverrides = {}) {
  const folder = await writeContentFolder({ ...FOLDER, ...overrides });
  const { records, problems } = await compileFolder(folder, COMPILED_AT);
  expect(problems).toEqual([]);
  return createTestSite({ records });
}

async function readSummary(site: TestSite, text: string): Promise<SearchSummary> {
  return site.read<SearchSummary>(`/api/search/summary?q=${encodeURIComponent(text)}`);
}

async function findPaths(site: TestSite, text: string): Promise<readonly string[]> {
  return (await readSummary(site, text)).pages.map(({ path }) => path);
}

test('a page is found by words of its title, headings or text', async () => {
  await using site = await createSite();
  const found = {
    'send good back': ['/returns'],
    refund: ['/returns'],
    'are zebras repaid or repaying a zebra': ['/returns'],
    'are zebras or lions or apes repaid': ['/returns'],
    'repaying a zebra': ['/returns'],
    '"within a week" zebra -coupons -setup': ['/returns'],
    '"week within" zebra': [],
    'zebra -refunds': [],
    'zebra lion': ['/returns'],
    patient: ['/google-ads-coupon-codes', '/about'],
    'coupon patient': ['/google-ads-coupon-codes'],
    'about us': ['/about'],
    us: ['/about'],
    '*': [],
    'title : zebra OR "': ['/returns'],
  };
  for (const [text, paths] of Object.entries(found))
    expect([text, await findPaths(site, text)]).toEqual([text, paths]);
});

test('an author is found by name, which is never corrected, and a tag by its name', async () => {
  await using site = await createSite();
  expect(await readSummary(site, 'gardan')).toEqual({
    categories: [],
    pages: [{ title: 'Bo Gardan', description: 'Bo mows.', path: '/authors/bo-gardan', place: 0 }],
  });
  expect((await readSummary(site, 'Ada Lane')).pages).toEqual([
    { title: 'Ada Lane', path: '/authors/ada-lane', place: 0 },
  ]);
  expect((await readSummary(site, 'hedge rows')).pages).toEqual([
    {
      title: 'Hedge rows',
      description: '3 articles with this tag',
      path: '/tags/hedge-rows',
      place: 0,
    },
  ]);
});

test('a guide or page is not found if it says so, nor a page with noindex unless it says so', async () => {
  const suggest = async (site: TestSite) =>
    (await site.read<readonly SearchSuggestion[]>('/api/search/suggestions?q=send')).map(
      ({ href }) => href,
    );
  for (const [keys, isFound] of [
    [{}, true],
    [{ inSearch: false }, false],
    [{ noindex: true }, false],
    [{ noindex: true, inSearch: true }, true],
  ] as const) {
    await using site = await createSite({ [RETURNS]: formatReturns(keys) });
    const paths = isFound ? ['/returns'] : [];
    expect([keys, await findPaths(site, 'refunds'), await suggest(site)]).toEqual([
      keys,
      paths,
      paths,
    ]);
  }
  await using site = await createSite({
    [GUIDE_FILE]: formatGuide('Words.', { title: 'A coupon', inSearch: false }),
  });
  expect(await findPaths(site, 'coupon')).toEqual([]);
});

test('the results show pages and articles in one ranking, and say how many articles there are', async () => {
  await using site = await createSite({
    'pages/garden.md': formatText({ title: 'Garden', metaDescription: DESCRIPTION }, 'A garden.'),
    'pages/plants.md': formatText(
      { title: 'Plants', metaDescription: DESCRIPTION },
      'Some in a garden.',
    ),
    [RETURNS]: null,
  });
  const { main } = await site.page('/search?q=garden');
  expect(listTexts(main, 'p', { role: 'status' })).toEqual(['Found 3 articles for “garden”']);
  expect(listTexts(main, 'h2')).toEqual(['Results, best first']);
  const titles = listCardTitles(main);
  expect(titles.slice(0, 4).toSorted()).toEqual([
    'Garden',
    'Garden one',
    'Garden three',
    'Garden two',
  ]);
  expect(titles.slice(4)).toEqual(['Plants']);
  expect(listHrefs(main)).toEqual(expect.arrayContaining(['/garden', '/plants']));
});

test('without articles the found page is all there is', async () => {
  await using site = await createSite();
  const { main } = await site.page('/search?q=zebras');
  expect(listCardTitles(main)).toEqual(['Sending goods back']);
  expect(listTexts(main, 'p', { role: 'status' })).toEqual(['Found 1 page for “zebras”']);
});

test('a page is shown where it ranks, also on a later page of results, and not among those of a category', async () => {
  const posts = Array.from({ length: 30 }, (_, index) => ({
    slug: `post-${index}`,
    text: 'One kite.',
  }));
  const named = createPageRecord({ slug: 'named', title: 'Kite', text: 'Kites.' });
  const mention = createPageRecord({
    slug: 'mention',
    text: 'We fly kites, and we sail.',
  });
  const content = createContent(...posts);
  await using site = await createTestSite({ records: [...content, named, mention] });
  const [first, second, category] = await Promise.all(
    ['q=kite', 'q=kite&page=2', 'q=kite&category=seo'].map(async (query) =>
      listCardTitles((await site.page(`/search?${query}`)).main),
    ),
  );
  expect([first?.length, first?.[0]]).toEqual([25, 'Kite']);
  expect([second?.length, second?.[6]]).toEqual([7, mention.title]);
  expect(category).toHaveLength(24);
  expect(category).not.toContain('Kite');
  expect((await readSummary(site, 'kite')).pages.map(({ place }) => place)).toEqual([0, 30]);
  syncStore(site.store, [...content, { ...mention, text: 'We sail.' }], COMPILED_AT.getTime());
  expect([await findPaths(site, 'kite'), await findPaths(site, 'sailing')]).toEqual([
    [],
    ['/mention'],
  ]);
});

test('the call of the search lists posts only, however well a page fits', async () => {
  const page = createPageRecord({ slug: 'kites', title: 'Kites', text: 'Kites, kites.' });
  await using site = await createTestSite({
    records: [...createContent({ slug: 'post', text: 'A kite.' }), page],
  });
  expect(await site.read('/api/search?q=kites')).toMatchObject([{ slug: 'post' }]);
  expect(await findPaths(site, 'kites')).toEqual(['/kites']);
  expect(await site.read('/api/search/suggestions?q=kites')).toMatchObject([
    { kind: 'article', href: expect.stringMatching(/\/post$/) },
    { kind: 'page', href: '/kites' },
  ]);
});

test('a legacy post with a text of its own is found, also with a slip in a word that only its title has', async () => {
  const legacy = createLegacyPostRecord({
    title: 'Zebra crossings',
    content: '<h2>Stripes</h2><p>Black &amp; white.</p>',
  });
  const redirect = createLegacyPostRecord({
    slug: 'gone',
    title: 'Zebra foals',
    legacyUrl: '/2013/05/what-is-adwords',
    content: '',
    redirectTo: '/seo',
  });
  const records = [...createContent({ slug: 'other' }), legacy, redirect];
  await using site = await createTestSite({ records });
  const { metaDescription: description, legacyUrl: path } = legacy;
  const found = { title: 'Zebra crossings', description, path, place: 0 };
  for (const text of ['zebra', 'stripes', 'white', 'zebra crossing on the moon'])
    expect([text, (await readSummary(site, text)).pages]).toEqual([text, [found]]);
  expect(await readSummary(site, 'zebra crosings')).toMatchObject({
    correction: { text: 'zebra crossings' },
    pages: [found],
  });
  syncStore(site.store, [...createContent({ slug: 'other' }), redirect], COMPILED_AT.getTime());
  expect(await findPaths(site, 'zebra')).toEqual([]);
});

test('a page is before articles only if it fits the query better', async () => {
  const posts = createContent(
    {
      slug: 'budget',
      title: 'A budget for kites',
      headings: 'Weeks\nMonths',
      text: 'Kites cost money.',
    },
    ...Array.from({ length: 30 }, (_, index) => ({
      slug: `post-${index}`,
      text: 'Kites, week by week.',
    })),
  );
  const page = createPageRecord({
    slug: 'seasons',
    title: 'When is the season for kites?',
    text: '',
  });
  const legacy = createLegacyPostRecord({
    title: 'Kites in a storm',
    content: '<h2>Budget</h2><p>No.</p>',
  });
  await using site = await createTestSite({ records: [...posts, page, legacy] });
  const listFirst = async (text: string) =>
    (await readSummary(site, text)).pages
      .filter(({ place }) => place === 0)
      .map(({ path }) => path);
  expect({
    'season for kites': await listFirst('season for kites'),
    'kites in storms': await listFirst('kites in storms'),
    'kite budget': await listFirst('kite budget'),
  }).toEqual({
    'season for kites': ['/seasons'],
    'kites in storms': [legacy.legacyUrl],
    'kite budget': [],
  });
});

test('a page with the typed word is above one with another word of the same meaning', async () => {
  const posts = Array.from({ length: 12 }, (_, index) => ({ slug: `post-${index}` }));
  const page = createPageRecord({ slug: 'google', title: 'Google Ads', text: '' });
  const legacy = createLegacyPostRecord({ title: 'What is AdWords?', content: '<p>A name.</p>' });
  const synonyms: SynonymsRecord = {
    kind: 'synonyms',
    slug: 'synonyms',
    names: [{ typed: 'adwords', meant: ['Google Ads'] }],
  };
  await using site = await createTestSite({
    records: [...createContent(...posts), page, legacy, synonyms],
  });
  expect(await findPaths(site, 'adwords')).toEqual([legacy.legacyUrl, '/google']);
});
