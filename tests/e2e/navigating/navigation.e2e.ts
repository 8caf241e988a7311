import { expect, test } from '../../support/browser/journey.ts';
import { recordRequests } from '../../support/browser/record-requests.ts';
import { navigate } from '../../support/browser/screen-states.ts';
import { stopClock } from '../../support/browser/stop-clock.ts';

const ARTICLE = '/google-ads/google-search/keyword-match-types';
const NEXT = {
  title: 'Negative keywords: a first list of twenty',
  call: '/api/posts/negative-keywords',
};

test('after the first page, links load no other document', async ({ page, visit }) => {
  const requests = recordRequests(page);
  await visit('/');
  await page.getByRole('link', { name: 'View All: Featured Articles' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'All Articles' })).toBeFocused();
  await page
    .getByRole('link', { name: 'Third-party cookies stay in Chrome after all' })
    .first()
    .click();
  await expect(page.getByRole('article').getByText('Chrome will show no new prompt')).toBeVisible();
  await page
    .getByRole('navigation', { name: 'Breadcrumb' })
    .getByRole('link', { name: 'SEO' })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'SEO' })).toBeFocused();
  await page.goBack();
  await expect(page).toHaveURL('/digitalmarketingnews/cookies-stay');
  expect(requests.documentAddresses()).toEqual(['/']);
});

test('every call is sent with credentials', async ({ page, visit, context, site }) => {
  await context.addCookies([{ name: 'reader', value: 'known', url: site.origin }]);
  const requests = recordRequests(page);
  await visit(ARTICLE);
  await page
    .getByRole('main')
    .getByRole('link', { name: 'negative keywords', exact: true })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: NEXT.title })).toBeFocused();
  expect(requests.callAddresses()).toContain(NEXT.call);
  for (const call of requests.calls()) {
    expect(await call.headerValue('cookie'), call.url()).toContain('reader=known');
  }
});

test('fetched data is not fetched again while the reader goes back and forth', async ({
  page,
  visit,
}) => {
  const requests = recordRequests(page);
  await visit(ARTICLE);
  const link = page.getByRole('main').getByRole('link', { name: 'negative keywords', exact: true });
  const heading = page.getByRole('heading', { level: 1, name: NEXT.title });
  await link.click();
  await expect(heading).toBeFocused();
  await page.goBack();
  await page.evaluate(() =>
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
  );
  await link.click();
  await expect(heading).toBeFocused();
  await page
    .getByRole('main')
    .getByRole('link', { name: 'search terms report', exact: true })
    .click();
  await expect(
    page.getByRole('heading', { level: 1, name: /^Read the search terms report/ }),
  ).toBeFocused();

  // Each stay on an article may count as a view.
  const asked = requests.callAddresses().filter((address) => !address.includes('/view'));
  expect(asked).toEqual(expect.arrayContaining([NEXT.call, '/api/posts/search-terms-report']));
  expect(asked).toEqual([...new Set(asked)]);
});

test('data that was unused for five minutes is fetched again', async ({ page, visit }) => {
  await page.clock.install();
  const requests = recordRequests(page);
  const countCalls = () =>
    requests.callAddresses().filter((address) => address === NEXT.call).length;
  await visit(ARTICLE);
  await page
    .getByRole('main')
    .getByRole('link', { name: 'negative keywords', exact: true })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: NEXT.title })).toBeFocused();
  await stopClock(page);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: /^Keyword match types/ })).toBeFocused();
  await page.clock.fastForward('04:50');
  await page.goForward();
  await expect(page.getByRole('heading', { level: 1, name: NEXT.title })).toBeFocused();
  expect(countCalls()).toBe(1);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: /^Keyword match types/ })).toBeFocused();
  await page.clock.fastForward('05:10');
  await page.goForward();
  await expect(page.getByRole('heading', { level: 1, name: NEXT.title })).toBeFocused();
  expect(countCalls()).toBe(2);
});

for (const { status, attempts } of [
  { status: 503, attempts: 4 },
  { status: 400, attempts: 1 },
  { status: 404, attempts: 1 },
]) {
  test(`an article whose call answers ${status} is requested ${attempts} times, and is not found`, async ({
    page,
    visit,
    expectProblem,
  }) => {
    expectProblem(new RegExp(`status.* ${status}`));
    await page.route(`**${NEXT.call}`, (route) =>
      route.fulfill({ status, json: { message: 'No.' } }),
    );
    await visit(ARTICLE);
    const requests = recordRequests(page);
    await page
      .getByRole('main')
      .getByRole('link', { name: 'negative keywords', exact: true })
      .click();
    await expect(page.getByRole('heading', { level: 1, name: 'Article Not Found' })).toBeFocused();
    await expect(page.locator('[data-route-announcer]')).toHaveText(
      'Article Not Found, Marketing Workbench',
    );
    expect(requests.callAddresses().filter((address) => address === NEXT.call)).toHaveLength(
      attempts,
    );
  });
}

test('if several calls of a page fail, the not-found screen is shown and announced', async ({
  page,
  visit,
  expectProblem,
}) => {
  expectProblem(/50[03]/);
  await page.clock.install();
  await page.route('**/api/categories', (route) => route.fulfill({ status: 500, body: '' }));
  await page.route(`**${NEXT.call}`, (route) =>
    route.fulfill({ status: 503, json: { message: 'Later.' } }),
  );
  await visit('/db-setup-help');
  // By then the queries of the first page have been dropped.
  await page.clock.fastForward('05:10');
  await navigate(page, '/google-ads/google-search/negative-keywords');
  await expect(page.getByRole('heading', { level: 1, name: 'Article Not Found' })).toBeFocused();
  await expect(page.locator('[data-route-announcer]')).toHaveText(
    'Article Not Found, Marketing Workbench',
  );
});

test('a reader who returns before the next page is there gets the focus and the announcement', async ({
  page,
  visit,
}) => {
  await visit(ARTICLE);
  const { promise: isTime, resolve: answer } = Promise.withResolvers<void>();
  await page.route(`**${NEXT.call}`, async (route) => {
    await isTime;
    await route.continue();
  });
  await page
    .getByRole('main')
    .getByRole('link', { name: 'negative keywords', exact: true })
    .click();
  await expect(page).toHaveURL(/\/negative-keywords$/);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: /^Keyword match types/ })).toBeFocused();
  await expect(page.locator('[data-route-announcer]')).toHaveText(/^Keyword match types/);
  const late = page.waitForResponse(`**${NEXT.call}`);
  answer();
  await late;
});

for (const intent of ['hover', 'focus'] as const) {
  test(`${intent} on a link prefetches the code and the data of its page`, async ({
    page,
    visit,
  }) => {
    await visit('/');
    const requests = recordRequests(page);
    const code = page.waitForRequest(/\/category-screen-/);
    const data = page.waitForResponse('**/api/posts?categoryId=2&page=1');
    const categories = page.getByRole('region', { name: 'Browse by Category' });
    const link = categories.getByRole('link', { name: 'Facebook Ads' });
    await link[intent]();
    await Promise.all([code, data]);
    const asked = requests.callAddresses();

    await link.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Facebook Ads' })).toBeFocused();
    expect(requests.callAddresses()).toEqual(asked);
  });
}
