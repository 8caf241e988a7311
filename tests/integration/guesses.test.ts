import { describe, expect } from 'vitest';
import { endpoints } from '../../packages/marketing-workbench/src/contract/endpoints.ts';
import type { PageGuess } from '../../packages/marketing-workbench/src/site/entities.ts';
import { formatArticle } from '../support/content-folder.ts';
import { compileFiles } from '../support/content-shapes.ts';
import { getElement, listElements, listHrefs, listTexts } from '../support/html-search.ts';
import { syncStore } from '../support/sync-store.ts';
import { createTestSite, type TestSite, test } from '../support/test-site.ts';

async function readGuesses(site: TestSite, address: string): Promise<readonly string[]> {
  const { main } = await site.page(address);
  const [list] = listElements(main, 'nav', { 'aria-labelledby': 'Guesses' });
  return list === undefined ? [] : listHrefs(list);
}

describe('the not-found page offers first the page that a dead address meant', () => {
  const MATCH_TYPES = '/google-ads/google-search/keyword-match-types';
  test.for([
    ['a date of WordPress', '/2021/05/keyword-match-types-explained/', MATCH_TYPES],
    ['a day in the name', '/blog/2021-05-03-keyword-match-types-guide', MATCH_TYPES],
    ['another extension', '/old/site/folder/keyword-match-types.html', MATCH_TYPES],
    ['a query-like end', '/a/b/c/keyword-match-types.aspx', MATCH_TYPES],
    ['an id', '/keyword-match-types-84512', MATCH_TYPES],
    ['AMP', '/google-ads/google-search/keyword-match-types/amp', MATCH_TYPES],
    ['typing errors', '/google-ads/google-search/keywrod-mach-types', MATCH_TYPES],
    ['a singular', '/google-ads/google-search/keyword-match-type', MATCH_TYPES],
    ['capitals and underscores', '/GOOGLE/Keyword_Match_Type', MATCH_TYPES],
    ['an encoded letter', '/%6Beyword-match-type', MATCH_TYPES],
    ['no hyphens', '/keywordmatchtypes', MATCH_TYPES],
    ['a cut end', '/google-ads/google-search/keyword-match-typ', MATCH_TYPES],
    ['an id before the name', '/news/84512-keyword-match-types', MATCH_TYPES],
    ['words in another order', '/types-match-keyword', MATCH_TYPES],
    ['a lost first letter', '/google-ads/google-search/eyword-match-types', MATCH_TYPES],
    ['a wrong first letter', '/google-ads/google-search/leyword-match-types', MATCH_TYPES],
    ['two slips in a long word', '/seo/technical-seo/xml-sitmpa', '/seo/technical-seo/xml-sitemap'],
    ['the name of an author', '/team/ada-lane.html', '/authors/ada-lane'],
    [
      'the words of the title',
      '/seo/local-seo/how-to-ask-customers-for-reviews',
      '/seo/local-seo/ask-for-reviews',
    ],
    ['a list page', '/blog/category/local-seo/page/3', '/seo/local-seo'],
  ])('%s: %s', async ([, address = '', page], { site }) => {
    expect((await site.get(address)).statusCode).toBe(404);
    expect((await readGuesses(site, address))[0]).toBe(page);
  });
});

describe('the not-found page offers nothing if no page is similar', () => {
  test.for([
    '/asdf-qwer-zxcv',
    '/seo/local-seo/best-pizza-recipes',
    '/wp-login.php',
    '/.git/config',
    '/.env',
    '/2021/05/',
    '/12345',
    '/%F0%9F%A6%9C',
    '/%zz',
    `/${'a/'.repeat(990)}`,
    `/${'%41'.repeat(660)}`,
    `/${'-'.repeat(1_990)}`,
  ])('%s', async (address, { site }) => {
    expect((await site.get(address)).statusCode).toBe(404);
    expect(await readGuesses(site, address)).toEqual([]);
  });
});

test('the page names at most three guesses with their titles and categories, and stays a 404', async ({
  site,
}) => {
  const answer = await site.get('/blog/google-ads-budgets');
  expect(answer.statusCode).toBe(404);
  const { main, robots } = await site.page('/blog/google-ads-budgets');
  const list = getElement(main, 'nav', { 'aria-labelledby': 'Guesses' });
  expect(listTexts(list, 'h2')).toEqual(['Were you looking for …']);
  expect(listHrefs(list)[0]).toBe('/google-ads/google-search/google-ads-budget');
  expect(listTexts(list, 'p')[0]).toBe('Google Ads');
  expect(listHrefs(list).length).toBeLessThanOrEqual(3);
  expect(robots).toBe('noindex, follow');
  const other = await site.get('/asdf-qwer');
  for (const name of ['cache-control', 'vary', 'content-security-policy'])
    expect(answer.headers[name]).toBe(other.headers[name]);
  // A cached answer is that of its own address.
  expect(await readGuesses(site, '/blog/xml-sitemaps')).toEqual(['/seo/technical-seo/xml-sitemap']);
  expect((await readGuesses(site, '/blog/google-ads-budgets'))[0]).toContain('budget');
});

test('a page is guessed only while it is published', async () => {
  await using site = await createTestSite();
  const scheduled = '/blog/story-ads-next-century.html';
  const target = '/facebook-ads/stories/story-ads-next-century';
  expect(await readGuesses(site, scheduled)).not.toContain(target);
  expect(await readGuesses(site, '/blog/image-alt-texts.html')).toEqual([]);
  site.setTime('2126-01-01T00:00:00Z');
  const { body } = await site.get(endpoints.guesses.address({ path: scheduled }));
  expect(JSON.parse(body)[0]).toMatchObject({ path: target, category: 'Facebook Ads' });
});

test('a published page is guessed at once, and makes one that is as likely uncertain', async () => {
  const one = {
    'articles/seo/local-seo/image-alt-texts.md': formatArticle({ title: 'Image alt texts' }),
  };
  const two = {
    ...one,
    'articles/seo/local-seo/image-alt-text-tools.md': formatArticle({
      title: 'Image alt text tools',
    }),
  };
  await using site = await createTestSite({ records: await compileFiles(one) });
  const ask = async (): Promise<readonly PageGuess[]> =>
    JSON.parse((await site.get(endpoints.guesses.address({ path: '/blog/alt-text-images' }))).body);
  expect(await ask()).toEqual([expect.objectContaining({ certainty: 0.95 })]);
  syncStore(site.store, await compileFiles(two));
  expect((await ask()).map(({ certainty }) => certainty)).toEqual([0.75, 0.75]);
});

test('of pages with the same name, the one in the same place comes first, and neither is sure', async () => {
  const article = formatArticle({ title: 'Opening hours' });
  const records = await compileFiles({
    'articles/seo/local-seo/opening-hours-one.md': article,
    'articles/google-ads/google-search/opening-hours-two.md': article,
  });
  await using site = await createTestSite({ records });
  const ask = async (path: string): Promise<readonly PageGuess[]> =>
    JSON.parse((await site.get(endpoints.guesses.address({ path }))).body);
  for (const place of ['/seo/local-seo', '/google-ads/google-search']) {
    const guesses = await ask(`/old${place}/opening-hours.html`);
    expect(guesses[0]?.path).toMatch(new RegExp(`^${place}/opening-hours-`));
    expect(guesses.map(({ certainty }) => certainty)).toEqual([0.75, 0.75]);
  }
});

test('a word that an address repeats counts once', async ({ site }) => {
  const { body } = await site.get(
    endpoints.guesses.address({ path: `/pizza-recipes-${'keyword-'.repeat(9)}dough` }),
  );
  expect(JSON.parse(body)).toEqual([]);
});

test('the call refuses what is not a path', async ({ site }) => {
  for (const address of [
    '/api/guesses',
    '/api/guesses?path=seo',
    `/api/guesses?path=/${'a'.repeat(2_000)}`,
  ])
    expect((await site.get(address)).statusCode).toBe(400);
});
