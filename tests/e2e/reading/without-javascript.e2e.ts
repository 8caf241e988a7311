import { expect, test } from '../../support/browser/journey.ts';
import { NOT_FOUND_PROBLEM, SCREEN_KINDS } from '../../support/screen-kinds.ts';

test.use({ javaScriptEnabled: false });

// Without JavaScript, Chromium refuses preloaded scripts.
test.beforeEach(({ expectProblem }) => expectProblem(/^failed: csp at .*\.js$/));

test('every kind of screen can be read', async ({ page, expectProblem }) => {
  expectProblem(NOT_FOUND_PROBLEM);
  for (const { address, heading, status } of SCREEN_KINDS) {
    const response = await page.goto(address);
    expect(response?.status(), address).toBe(status);
    await expect(page.getByRole('heading', { level: 1, name: heading }), address).toBeVisible();
    await expect(page.getByRole('contentinfo'), address).toBeVisible();
  }
});

test('an article has its text, its related articles and no button that needs JavaScript', async ({
  page,
}) => {
  await page.goto('/google-ads/google-search/keyword-match-types');
  await expect(page.getByText('Begin with phrase match.')).toBeVisible();
  await expect(
    page.getByRole('region', { name: 'Related Articles' }).getByRole('article'),
  ).toHaveCount(3);
  await expect(page.getByRole('button')).toHaveCount(0);
});

test('the not-found page offers the page that a dead address meant', async ({
  page,
  expectProblem,
}) => {
  expectProblem(NOT_FOUND_PROBLEM);
  await page.goto('/2021/05/keyword-match-types.html');
  const guesses = page.getByRole('navigation', { name: 'Were you looking for …' });
  await guesses.getByRole('link').first().click();
  await expect(page).toHaveURL('/google-ads/google-search/keyword-match-types');
});

for (const width of [390, 1280]) {
  test(`the menu leads to categories and topics at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/');
    const menu = page.getByRole('navigation', { name: 'Main' });
    await menu.getByRole('link', { name: 'Facebook Ads' }).focus();
    await menu.getByRole('link', { name: 'Carousel' }).click();
    await expect(page).toHaveURL('/facebook-ads/carousel');
    await menu.getByRole('link', { name: 'News' }).click();
    await expect(page).toHaveURL('/digitalmarketingnews');
  });

  test(`a search from the header finds articles at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/');
    await page.getByRole('banner').getByRole('link', { name: 'Search' }).click();
    await page.getByRole('searchbox', { name: 'Search for articles' }).fill('budget & bids');
    await page.getByRole('main').getByRole('button', { name: 'Search' }).click();
    await expect(page).toHaveURL('/search?q=budget+%26+bids');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Search results for “budget & bids”',
    );
    await expect(page.getByText(/^Found \d+ articles?/)).toBeVisible();
  });
}

test('the site map expands', async ({ page }) => {
  await page.goto('/sitemap');
  await page.getByRole('heading', { name: 'Facebook Ads' }).click();
  await expect(page.getByRole('link', { name: 'View all: Stories' })).toBeVisible();
});
