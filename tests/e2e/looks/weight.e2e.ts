import { expect, test } from '../../support/browser/journey.ts';

const ARTICLE = '/google-ads/google-search/keyword-match-types';
/** Bytes in gzip. */
const JAVASCRIPT_BUDGET = 98_000;
const STYLES_BUDGET = 12_000;
/** Uncompressed bytes: WOFF2 files are already compressed. */
const FONTS_BUDGET = 23_500;

test('an article is shown before its scripts load, and its scripts are small', async ({
  page,
  visit,
  request,
}) => {
  await visit(ARTICLE);
  const { shownAt, files } = await page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation');
    const [paint] = performance.getEntriesByName('first-contentful-paint');
    const resources = performance.getEntriesByType('resource');
    return {
      shownAt: Math.max(
        navigation?.toJSON().loadEventStart,
        paint?.startTime ?? Number.POSITIVE_INFINITY,
      ),
      files: resources.map(({ name, startTime }) => ({ address: name, startTime })),
    };
  });
  const weigh = async (pattern: RegExp) => {
    const weights = files
      .filter(({ address }) => pattern.test(address))
      .map(async ({ address }) => {
        const answer = await request.get(address, { headers: { 'Accept-Encoding': 'gzip' } });
        return Number(answer.headers()['content-length']);
      });
    return (await Promise.all(weights)).reduce((sum, weight) => sum + weight, 0);
  };

  const scripts = files.filter(({ address }) => address.endsWith('.js'));
  const early = scripts.filter(({ startTime }) => startTime < shownAt);
  expect(scripts.length).toBeGreaterThan(early.length);
  expect(early.map(({ address }) => address)).toEqual([expect.stringContaining('/page-start-')]);
  expect(await weigh(/\.js$/)).toBeLessThanOrEqual(JAVASCRIPT_BUDGET);
  expect(await weigh(/\.css$/)).toBeLessThanOrEqual(STYLES_BUDGET);
  expect(files.filter(({ address }) => address.endsWith('.woff2'))).toHaveLength(2);
  expect(await weigh(/\.woff2$/)).toBeLessThanOrEqual(FONTS_BUDGET);
});

test('if the font of common glyphs fails, the font of rare glyphs is not fetched in its place', async ({
  page,
  visit,
  expectProblem,
}) => {
  expectProblem(/ERR_FAILED/);
  await page.route(/-common-.*\.woff2$/, (route) => route.abort());
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await visit(ARTICLE);
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  expect(asked.filter((url) => url.includes('-common-'))).not.toEqual([]);
  expect(asked.filter((url) => url.includes('-rare-'))).toEqual([]);
});
