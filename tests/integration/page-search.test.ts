/** Besides articles the search finds guides, own pages, authors and tags. */
import { expect, test } from 'vitest';
import { compileContent } from '../../src/content/compile-content.ts';
import type { SearchSuggestion, SearchSummary } from '../../src/site/entities.ts';
import type { SynonymsRecord } from '../../src/site/records.ts';
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
import { getPart, listHrefs, listTexts, readElementText } from '../support/html-search.ts';
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
  const { records, problems } = await compileContent(folder, COMPILED_AT);
  expect(problems).toEqual([]);
  return createTestSite({ records });
}

async function readSummary(site: TestSite, text: string): Promise<SearchSummary> {
  return site.read<SearchSummary>(`/api/search/summary?q=${encodeURIComponent(text)}`);
}

async function findPaths(site: TestSite, text: string): Promise<readonly string[]> {
  return (await readSummary(site, text)).pages.map(({ path }) => path);
}

test('a page is found by most of the query in its title, headings or text', async () => {
  await using site = await createSite();
  const found = {
    'send good back': ['/returns'],
    refund: ['/returns'],
    'are zebras repaid or repaying a zebra': ['/returns'],
    'are zebras or lions or apes repaid': [],
    'repaying a zebra': ['/returns'],
    '"within a week" zebra': ['/returns'],
    '"week within" zebra': [],
    'zebra -refunds': [],
    'zebra lion': [],
    patient: ['/about', '/google-ads-coupon-codes'],
    'coupon patient': ['/google-ads-coupon-codes'],
    'about us': ['/about'],
    us: ['/about'],
    '*': [],
    'title : zebra OR "': [],
  };
  for (const [text, paths] of Object.entries(found))
    expect([text, await findPaths(site, text)]).toEqual([text, paths]);
});

test('an author is found by name, which is never corrected, and a tag by its name', async () => {
  await using site = await createSite();
  expect(await readSummary(site, 'gardan')).toEqual({
    categories: [],
    pages: [{ title: 'Bo Gardan', description: 'Bo mows.', path: '/authors/bo-gardan' }],
  });
  expect((await readSummary(site, 'Ada Lane')).pages).toEqual([
    { title: 'Ada Lane', path: '/authors/ada-lane' },
  ]);
  expect((await readSummary(site, 'hedge rows')).pages).toEqual([
    { title: 'Hedge rows', description: '3 articles with this tag', path: '/tags/hedge-rows' },
  ]);
});

test('a guide or page is not found if it says so, nor a page with noindex unless it says so', async () => {
  const suggest = async (site: TestSite) =>
    (await site.read<readonly SearchSuggestion[]>('/api/search/suggestions?q=send')).map(({ href }) => href);
  for (const [keys, isFound] of [
    [{}, true],
    [{ inSearch: false }, false],
    [{ noindex: true }, false],
    [{ noindex: true, inSearch: true }, true],
  ] as const) {
    await using site = await createSite({ [RETURNS]: formatReturns(keys) });
    const paths = isFound ? ['/returns'] : [];
    expect([keys, await findPaths(site, 'refunds'), await suggest(site)]).toEqual([keys, paths, paths]);
  }
  await using site = await createSite({
    [GUIDE_FILE]: formatGuide('Words.', { title: 'A coupon', inSearch: false }),
  });
  expect(await findPaths(site, 'coupon')).toEqual([]);
});

test('the results show the pages above the articles, and say how many articles there are', async () => {
  await using site = await createSite({
    'pages/garden.md': formatText({ title: 'Our garden', metaDescription: DESCRIPTION }, 'It is green.'),
    [RETURNS]: null,
  });
  const { main } = await site.page('/search?q=garden');
  expect(listHrefs(getPart(main, 'Pages'))).toEqual(['/garden']);
  expect(readElementText(getPart(main, 'Pages'))).toBe(`Pages Our garden ${DESCRIPTION}`);
  expect(listTexts(main, 'p', { role: 'status' })).toEqual(['Found 3 articles for “garden”']);
  expect(listTexts(main, 'h2')).toEqual(['Pages', 'Results, best first']);
  expect(listCardTitles(main)).toHaveLength(3);
});

test('without articles the found page is all there is', async () => {
  await using site = await createSite();
  const { main } = await site.page('/search?q=zebras');
  expect(listTexts(main, 'h2')).toEqual(['Pages']);
  expect(listTexts(main, 'p', { role: 'status' })).toEqual(['Found 1 page for “zebras”']);
});

test('a word of many articles finds only the pages with it in a title or heading, three at most, on the first page', async () => {
  const posts = Array.from({ length: 30 }, (_, index) => ({
    slug: `post-${index}`,
    text: 'All about kites.',
  }));
  const named = ['a', 'b', 'c', 'd'].map((slug) => createPageRecord({ slug, title: `Kite ${slug}` }));
  const mention = createPageRecord({ slug: 'mention', text: 'We fly kites, and we sail.' });
  await using site = await createTestSite({ records: [...createContent(...posts), ...named, mention] });
  expect(await findPaths(site, 'kite')).toEqual(['/a', '/b', '/c']);
  const { main } = await site.page('/search?q=kite&page=2');
  expect(listTexts(main, 'h2')).toEqual(['Results, best first']);

  const few = [...createContent(...posts.slice(0, 3)), mention];
  syncStore(site.store, few, COMPILED_AT.getTime());
  expect(await findPaths(site, 'kite sailing')).toEqual(['/mention']);
  syncStore(site.store, [...few.slice(0, -1), { ...mention, text: 'We sail.' }], COMPILED_AT.getTime());
  expect([await findPaths(site, 'kite'), await findPaths(site, 'sailing')]).toEqual([[], ['/mention']]);
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
  const found = { title: 'Zebra crossings', description: legacy.metaDescription, path: legacy.legacyUrl };
  for (const text of ['zebra', 'stripes', 'white', 'zebra crossing on the moon'])
    expect([text, (await readSummary(site, text)).pages]).toEqual([text, [found]]);
  expect(await readSummary(site, 'zebra crosings')).toMatchObject({
    correction: { text: 'zebra crossings' },
    pages: [found],
  });
  syncStore(site.store, [...createContent({ slug: 'other' }), redirect], COMPILED_AT.getTime());
  expect(await findPaths(site, 'zebra')).toEqual([]);
});

test('beside articles, words in the text of a page count less than those in its title', async () => {
  const posts = createContent({ slug: 'post', text: 'Kites and planes.' }, { slug: 'other' });
  const mention = createPageRecord({ slug: 'mention', text: 'Kites and boats.' });
  const named = createPageRecord({ slug: 'named', title: 'Kites and boats', text: '' });
  await using site = await createTestSite({ records: [...posts, mention, named] });
  expect(await findPaths(site, 'kites boats')).toEqual(['/named', '/mention']);
  expect(await findPaths(site, 'kites boats planes')).toEqual(['/named']);
});

test('a page is above articles only if it matches more of the query, or the query has all words of its title', async () => {
  const posts = createContent(
    { slug: 'budget', title: 'A budget for kites', headings: 'Weeks\nMonths', text: 'Kites cost money.' },
    ...Array.from({ length: 30 }, (_, index) => ({ slug: `post-${index}`, text: 'Kites, week by week.' })),
  );
  const page = createPageRecord({ slug: 'seasons', title: 'When is the season for kites?', text: '' });
  const legacy = createLegacyPostRecord({
    title: 'Kites in a storm',
    content: '<h2>Budget</h2><p>No.</p>',
  });
  const named = createPageRecord({ slug: 'kites', title: 'The kites', text: '' });
  await using site = await createTestSite({ records: [...posts, page, legacy, named] });
  expect({
    'season for kites': await findPaths(site, 'season for kites'),
    'kites in storms': await findPaths(site, 'kites in storms'),
    'kite budget': await findPaths(site, 'kite budget'),
    kites: await findPaths(site, 'kites'),
  }).toEqual({
    'season for kites': ['/seasons'],
    'kites in storms': [legacy.legacyUrl],
    'kite budget': [],
    kites: ['/kites'],
  });
});

test('what a reader tells before the question says nothing about which page answers it', async () => {
  const page = createPageRecord({ slug: 'seasons', title: 'When is the season for kites?', text: '' });
  await using site = await createTestSite({
    records: [...createContent({ slug: 'post', text: 'A zebra.' }), page],
  });
  expect(await findPaths(site, 'i own a zebra and a lion farm when is the kite season')).toEqual([
    '/seasons',
  ]);
});

test('a page with the typed word is above one with another word of the same meaning', async () => {
  const posts = Array.from({ length: 30 }, (_, index) => ({ slug: `post-${index}`, text: 'On Google Ads.' }));
  const page = createPageRecord({ slug: 'google', title: 'Google Ads', text: '' });
  const legacy = createLegacyPostRecord({ title: 'What is AdWords?', content: '<p>A name.</p>' });
  const synonyms: SynonymsRecord = {
    kind: 'synonyms',
    slug: 'synonyms',
    names: [{ typed: 'adwords', meant: ['Google Ads'] }],
  };
  await using site = await createTestSite({ records: [...createContent(...posts), page, legacy, synonyms] });
  expect(await findPaths(site, 'adwords')).toEqual([legacy.legacyUrl, '/google']);
});
