import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Page } from '@playwright/test';
import { expect, test } from '../../support/browser/journey.ts';
import { recordRequests } from '../../support/browser/record-requests.ts';
import { stopClock } from '../../support/browser/stop-clock.ts';

/** The user agent of a reader's browser: headless Chromium's would not be counted. */
test.use({
  userAgent:
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
});

const ARTICLE = '/seo/on-page-seo/title-tags';
/** The reader came from no other site. */
const CALL = '/api/posts/49/view?from=';
const isCall = (asked: { url: () => string }) => asked.url().endsWith(CALL);

test('a view counts once the article has been visible for three seconds', async ({
  page,
  visit,
  request,
}) => {
  const requests = recordRequests(page);
  await visitInHiddenTab(page, visit);
  await setVisibility(page, 'visible');
  await page.clock.runFor(2_500);
  expect(requests.callAddresses()).toEqual([]);
  const answer = page.waitForResponse(isCall);
  await page.clock.runFor(600);
  expect((await answer).status()).toBe(204);
  await page.clock.runFor(60_000);
  expect(requests.callAddresses()).toEqual([CALL]);
  const post = await (await request.get('/api/posts/title-tags')).json();
  expect(post.popular).toBe(1);
});

test('a page of another site that embeds the call as an image counts no view', async ({
  page,
  site,
  request,
  expectProblem,
}) => {
  expectProblem(/ERR_BLOCKED_BY_RESPONSE\.NotSameOrigin/);
  const call = `${site.origin}/api/posts/50/view`;
  const elsewhere = createServer((_request, response) => {
    response
      .setHeader('Content-Type', 'text/html')
      .end(`<link rel="icon" href="data:,"><img src="${call}">`);
  });
  await once(elsewhere.listen(0, '127.0.0.1'), 'listening');
  const address = elsewhere.address();
  const port = typeof address === 'object' ? address?.port : '';
  const answered = page.waitForEvent('requestfailed', (asked) => asked.url() === call);
  await page.goto(`http://localhost:${port}/`);
  await answered;
  const posts = await (await request.get('/api/posts?limit=100')).json();
  expect(posts.find(({ id }: { id: number }) => id === 50)).not.toHaveProperty('popular');
  elsewhere.close();
});

test('an article in a hidden tab counts no view until the tab is shown', async ({
  page,
  visit,
}) => {
  const requests = recordRequests(page);
  await visitInHiddenTab(page, visit);
  await page.clock.runFor(10_000);
  await setVisibility(page, 'visible');
  await page.clock.runFor(2_500);
  await setVisibility(page, 'hidden');
  await page.clock.runFor(10_000);
  expect(requests.callAddresses()).toEqual([]);
  await setVisibility(page, 'visible');
  const asked = page.waitForRequest(isCall);
  await page.clock.runFor(3_100);
  await asked;
});

test('prefetching an article counts no view, and neither does leaving it early', async ({
  page,
  visit,
}) => {
  await page.clock.install();
  const requests = recordRequests(page);
  await visit('/seo/on-page-seo');
  const ahead = page.waitForResponse('**/api/posts/49/related');
  const link = page
    .getByRole('main')
    .getByRole('link', { name: 'Write title tags that say what the page does' });
  await link.hover();
  await ahead;
  await page.clock.runFor(10_000);
  await stopClock(page);
  await link.click();
  await expect(page.getByRole('heading', { level: 1, name: /^Write title tags/ })).toBeFocused();
  await page.clock.runFor(1_000);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'On-Page SEO' })).toBeFocused();
  await page.clock.runFor(10_000);
  expect(requests.callAddresses().filter((address) => address.includes('/view'))).toEqual([]);
});

test('the first view of a visit tells the site and the campaign it came from, and later ones nothing', async ({
  page,
  visit,
  site,
}) => {
  await page.clock.install();
  const counted = page.waitForRequest(/\/api\/posts\/49\/view/);
  await page.goto(`${site.origin}${ARTICLE}?utm_source=June+News`, {
    referer: 'https://www.google.com/',
  });
  await page.clock.runFor(3_100);
  const { searchParams } = new URL((await counted).url());
  expect(Object.fromEntries(searchParams)).toEqual({
    from: 'https://www.google.com',
    source: 'June News',
  });
  await visit('/seo/on-page-seo');
  await page
    .getByRole('main')
    .getByRole('link', { name: 'Write title tags that say what the page does' })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: /^Write title tags/ })).toBeFocused();
  const again = page.waitForRequest(/\/api\/posts\/49\/view$/);
  await page.clock.runFor(3_100);
  await again;
});

test('a search counts with its results, and once more when a result is opened', async ({
  page,
  visit,
}) => {
  const requests = recordRequests(page);
  const listCounts = () =>
    requests.callAddresses().filter((address) => address.startsWith('/api/posts/none/'));
  await visit('/search?q=negative%20keywords');
  const searched = '/api/posts/none/view?q=negative%20keywords';
  await expect.poll(listCounts).toHaveLength(1);
  const [, results] = listCounts()[0]?.split(`${searched}&results=`) ?? [];
  await expect(
    page.getByRole('status').filter({ hasText: `Found ${results} articles` }),
  ).toBeVisible();
  await page.getByRole('main').getByRole('heading', { level: 3 }).first().getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  expect(listCounts().slice(1)).toEqual([`${searched}&opened=true`]);
});

test('an address without a page counts with the site that led to it', async ({
  page,
  site,
  expectProblem,
}) => {
  expectProblem(/404/);
  const missing = page.waitForRequest(/\/api\/posts\/none\/view/);
  await page.goto(`${site.origin}/seo/on-page-seo/title-tag?x=1`, {
    referer: 'https://blog.example/links',
  });
  expect(Object.fromEntries(new URL((await missing).url()).searchParams)).toEqual({
    missing: '/seo/on-page-seo/title-tag',
    from: 'https://blog.example',
  });
});

/** Opens the article in a hidden tab with a stopped clock. */
async function visitInHiddenTab(
  page: Page,
  visit: (address: string) => Promise<unknown>,
): Promise<void> {
  await page.clock.install();
  await page.addInitScript(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' });
  });
  await visit(ARTICLE);
  await stopClock(page);
}

/** Overrides the visibility, because every tab of a headless browser is visible. */
async function setVisibility(page: Page, state: DocumentVisibilityState): Promise<void> {
  await page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => value });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  }, state);
}
