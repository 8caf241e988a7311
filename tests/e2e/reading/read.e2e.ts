import { expect, test } from '../../support/browser/journey.ts';

const TITLE = 'Keyword match types on a small budget';
const ADDRESS = '/google-ads/google-search/keyword-match-types';

test('a reader opens a featured article from the home page', async ({ page, visit }) => {
  await visit('/');
  await expect(page).toHaveTitle('Do-It-Yourself Digital Marketing, Marketing Workbench');
  const featured = page.getByRole('region', { name: 'Featured Articles' });
  await expect(featured.getByRole('article')).toHaveCount(3);
  await featured.getByRole('link', { name: TITLE }).click();

  await expect(page).toHaveURL(ADDRESS);
  await expect(page).toHaveTitle(`${TITLE}, Marketing Workbench`);
  const article = page.getByRole('main').getByRole('article').first();
  await expect(article.getByRole('heading', { level: 1 })).toHaveText(TITLE);
  await expect(article.getByText('min read')).toBeVisible();
  await expect(article.getByRole('link', { name: 'Google Ads', exact: true })).toHaveAttribute(
    'href',
    '/google-ads',
  );
  await expect(article.getByText('Choose between broad, phrase and exact match')).toBeVisible();
  await expect(
    article.getByRole('heading', { level: 2, name: 'What each type lets through' }),
  ).toBeVisible();
  await expect(article.getByRole('table')).toContainText('birthday cake delivery');
  await expect(
    article.getByRole('img', { name: /^Three boxes from wide to narrow/ }),
  ).toBeVisible();
});

test('a link to another article scrolls to the top, focuses its heading and announces it', async ({
  page,
  visit,
}) => {
  await visit(ADDRESS);
  const next = 'Read the search terms report every Friday';
  await page
    .getByRole('region', { name: 'Related Articles' })
    .getByRole('link', { name: next })
    .click();

  await expect(page.getByRole('heading', { level: 1, name: next })).toBeFocused();
  await expect(page.getByText(`${next}, Marketing Workbench`, { exact: true })).toHaveAttribute(
    'aria-live',
    'polite',
  );
  await expect(page).toHaveTitle(`${next}, Marketing Workbench`);
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});
