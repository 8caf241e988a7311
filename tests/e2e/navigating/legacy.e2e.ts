import { abortRequests } from '../../support/browser/abort-requests.ts';
import { followWrittenLink } from '../../support/browser/follow-written-link.ts';
import { expect, test } from '../../support/browser/journey.ts';
import { keepNotifications } from '../../support/browser/keep-notifications.ts';
import { recordRequests } from '../../support/browser/record-requests.ts';
import { navigate } from '../../support/browser/screen-states.ts';

test('a legacy path with a text shows the text', async ({ page, visit }) => {
  await visit('/sitemap');
  await page
    .getByRole('region', { name: 'Legacy Articles' })
    .getByRole('link', { name: 'Keyword density' })
    .click();
  await expect(page).toHaveURL('/posts/2012/07/keyword-density.html');
  await expect(page.getByRole('heading', { level: 1, name: 'Keyword density' })).toBeFocused();
  await visit('/2013/05/what-is-adwords/');
  await expect(page).toHaveURL('/2013/05/what-is-adwords/');
  await expect(page.getByText('AdWords was the name of what is called Google Ads')).toBeVisible();
});

test('a legacy path with a redirect leads to its target, from a link and from the address bar', async ({
  page,
  visit,
}) => {
  const target = '/google-ads/google-search/keyword-match-types';
  await visit('/sitemap');
  const requests = recordRequests(page);
  await followWrittenLink(page, '/2014/09/12/adwords-match-types-explained');
  await expect(page).toHaveURL(target);
  await expect(page.getByRole('heading', { level: 1, name: /^Keyword match types/ })).toBeFocused();
  expect(requests.documentAddresses()).toEqual([]);
  await page.goBack();
  await expect(page).toHaveURL('/sitemap');

  const response = await visit('/2014/09/12/adwords-match-types-explained');
  await expect(page).toHaveURL(target);
  const redirected = response?.request().redirectedFrom();
  expect((await redirected?.response())?.status()).toBe(301);
  expect(redirected?.redirectedFrom()).toBeNull();
});

test('a legacy path without a post shows that the post was not found', async ({ page, visit }) => {
  await page.route('**/api/legacy-posts', (route) => route.fulfill({ json: [] }));
  await visit('/db-setup-help');
  await followWrittenLink(page, '/posts/2012/07/keyword-density.html');
  await expect(page.getByRole('heading', { level: 1, name: 'Post Not Found' })).toBeFocused();
  await expect(page.getByRole('main').getByText('Legacy post not found')).toBeVisible();
  await page.getByRole('link', { name: 'Return Home' }).click();
  await expect(page).toHaveURL('/');
});

test('a legacy path whose post can’t be loaded shows the same, and logs the reason on the console', async ({
  page,
  visit,
  expectProblem,
}) => {
  expectProblem(/500|Failed to load post/);
  await page.route('**/api/legacy-posts/keyword-density', (route) =>
    route.fulfill({ status: 500, body: 'Out of order.' }),
  );
  await visit('/sitemap');
  const logged = page.waitForEvent('console', (message) =>
    message.text().startsWith('Failed to load post'),
  );
  await page.getByRole('link', { name: 'Keyword density' }).click();
  expect((await logged).text()).toContain('500: Out of order.');
  await expect(page.getByRole('heading', { level: 1, name: 'Post Not Found' })).toBeVisible();
  await expect(page.getByRole('main').getByText('Failed to load post')).toBeVisible();
});

for (const { written, call, times, shown } of [
  {
    written: '/google-adwords-coupon.html',
    call: '/api/legacy-posts',
    times: 1,
    shown: '/google-ads-coupon-codes',
  },
  {
    written: '/facebook-ads/stories/keyword-match-types',
    call: '/api/posts/keyword-match-types',
    times: 4,
    shown: '/google-ads/google-search/keyword-match-types',
  },
]) {
  test(`${written}, which failed, redirects after “Try again”`, async ({
    page,
    visit,
    expectProblem,
  }) => {
    expectProblem(/ERR_FAILED|Failed to load post/);
    await abortRequests(page, `**${call}`, times);
    await visit('/db-setup-help');
    await keepNotifications(page);
    await navigate(page, written);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page).toHaveURL(shown);
    await expect(
      page.getByRole('heading', { level: 1, name: /Google Ads|match types/ }),
    ).toBeFocused();
  });
}

test('a legacy path whose code failed to load redirects after “Try again”', async ({
  page,
  visit,
  expectProblem,
}) => {
  expectProblem(/ERR_FAILED|Failed to fetch dynamically imported module/);
  let isBroken = true;
  await page.route('**/legacy-screen-*', (route) => (isBroken ? route.abort() : route.continue()));
  await visit('/db-setup-help');
  await followWrittenLink(page, '/google-adwords-coupon.html');
  await expect(page.getByRole('heading', { level: 1, name: 'could not be loaded' })).toBeFocused();
  isBroken = false;
  await page.getByRole('main').getByRole('button', { name: 'Try again' }).click();
  await expect(page).toHaveURL('/google-ads-coupon-codes');
});
