import { expect, test, waitForCode } from '../../support/browser/journey.ts';
import { openSearchPanel } from '../../support/browser/open-search-panel.ts';
import { recordRequests } from '../../support/browser/record-requests.ts';

test('a reader searches from the header and finds articles', async ({ page, visit }) => {
  await visit('/');
  const field = await openSearchPanel(page);
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute('placeholder', 'Search for articles...');
  await field.fill('  negative keywords ');
  await page.getByRole('banner').getByRole('button', { name: 'Search', exact: true }).click();

  await expect(page).toHaveURL('/search?q=negative%20keywords');
  await expect(page).toHaveTitle('Search results for “negative keywords”, Marketing Workbench');
  await expect(page.getByText(/^Found \d+ articles? for “negative keywords”$/)).toBeVisible();
  const [found] = (await page.getByText(/^Found /).textContent())?.match(/\d+/) ?? [];
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(Number(found));
  await expect(page.getByRole('main').getByRole('article').first()).toContainText(
    'Negative keywords: a first list',
  );
  await expect(page.getByRole('button', { name: 'Open search' })).toHaveAttribute(
    'aria-expanded',
    'false',
  );
});

test('a blank search does nothing and shows no message', async ({ page, visit }) => {
  await visit('/');
  const field = await openSearchPanel(page);
  await expect(field).toBeVisible();
  const text = await page.getByRole('banner').textContent();
  for (const blank of ['', '   ']) {
    await field.fill(blank);
    await field.press('Enter');
    await page.getByRole('banner').getByRole('button', { name: 'Search', exact: true }).click();
  }
  await expect(page).toHaveURL('/');
  await expect(field).toBeVisible();
  expect(await page.getByRole('banner').textContent()).toBe(text);
});

test('special characters arrive as they were typed', async ({ page, visit }) => {
  await visit('/');
  for (const { text, query } of [
    { text: 'a&b=c', query: 'a%26b%3Dc' },
    { text: '50% + "more"?', query: '50%25%20%2B%20%22more%22%3F' },
    { text: 'café #1', query: 'caf%C3%A9%20%231' },
  ]) {
    const field = await openSearchPanel(page);
    await field.fill(text);
    await field.press('Enter');
    await expect(page).toHaveURL(`/search?q=${query}`);
    await expect(page.getByRole('main').getByRole('searchbox')).toHaveValue(text);
    await page.reload();
    await waitForCode(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      `Search results for “${text}”`,
    );
  }
});

test('the search panel closes on a navigation', async ({ page, visit }) => {
  await visit('/articles');
  const field = await openSearchPanel(page);
  await page.getByRole('banner').getByRole('link', { name: 'Marketing Workbench' }).click();
  await expect(page).toHaveURL('/');
  await expect(field).toBeHidden();
});

test('results are requested again on each search', async ({ page, visit }) => {
  await visit('/search');
  const requests = recordRequests(page);
  const field = page.getByRole('main').getByRole('searchbox');
  await field.fill('budget');
  await field.press('Enter');
  await expect(page.getByText(/^Found \d+ articles for “budget”/)).toBeVisible();
  await page.getByRole('main').getByRole('heading', { level: 3 }).first().getByRole('link').click();
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toBeVisible();
  await page.goBack();
  await expect(page.getByText(/^Found \d+ articles for “budget”/)).toBeVisible();
  const searches = requests.callAddresses().filter((address) => address.startsWith('/api/search?'));
  expect(searches).toEqual(['/api/search?q=budget&page=1', '/api/search?q=budget&page=1']);
});

test('pages of results are requested again each time, except the one rendered by the server', async ({
  page,
  visit,
}) => {
  const requests = recordRequests(page);
  await visit('/search?q=you');
  const main = page.getByRole('main');
  const current = main.locator('[aria-current="page"]').last();
  await main.getByRole('link', { name: 'Next' }).click();
  await expect(current).toHaveText('2');
  await expect(main.getByRole('heading', { level: 1 })).toBeFocused();
  await page.goBack();
  await expect(current).toHaveText('1');
  await page.goForward();
  await expect(current).toHaveText('2');
  const searches = requests.callAddresses().filter((address) => address.startsWith('/api/search?'));
  expect(searches).toEqual([
    '/api/search?q=you&page=2',
    '/api/search?q=you&page=1',
    '/api/search?q=you&page=2',
  ]);
});

test('a misspelled search shows results for the corrected text, and offers the typed one', async ({
  page,
  visit,
}) => {
  await visit('/search?q=negatve%20keywords');
  await expect(page.getByText(/^Showing results for negative keywords$/)).toBeVisible();
  await expect(page.getByText(/^Found \d+ articles for “negative keywords”$/)).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'negatve keywords' }).click();
  await expect(page.getByText(/^Showing results for/)).toHaveCount(0);
});

test('a reader searches for an author and for a guide, and opens their pages', async ({
  page,
  visit,
}) => {
  await visit('/');
  const field = await openSearchPanel(page);
  await field.pressSequentially('ada la');
  await expect(page.getByRole('option', { name: 'Ada Lane' })).toBeVisible();
  await field.pressSequentially('ne');
  await field.press('Enter');
  const main = page.getByRole('main');
  await expect(main.getByText('Found 1 page for “ada lane”')).toBeVisible();
  await expect(main.getByRole('heading', { name: 'No Results Found' })).toHaveCount(0);
  await main.getByRole('link', { name: 'Ada Lane' }).click();
  await expect(page).toHaveURL('/authors/ada-lane');

  await visit('/search?q=coupons');
  await expect(main.getByText(/^Found \d+ articles? for “coupons”$/)).toBeVisible();
  await main.getByRole('link', { name: 'Google Ads coupon codes: find and redeem one' }).click();
  await expect(page).toHaveURL('/google-ads-coupon-codes');
});
