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
  await expect(article.getByRole('heading', { level: 2, name: 'What each type lets through' })).toBeVisible();
  await expect(article.getByRole('table')).toContainText('birthday cake delivery');
  await expect(article.getByRole('img', { name: /^Three boxes from wide to narrow/ })).toBeVisible();
});

test('an article says where it stands and what else there is to read', async ({ page, visit }) => {
  await visit(ADDRESS);
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' });
  await expect(crumbs.getByRole('listitem')).toContainText(['Home', 'Google Ads', 'Google Search', TITLE]);
  await expect(crumbs.getByRole('link')).toHaveText(['Home', 'Google Ads', 'Google Search']);

  const related = page.getByRole('region', { name: 'Related Articles' }).getByRole('article');
  await expect(related).toHaveCount(3);
  await expect(related.filter({ hasText: 'Ten minutes a week' })).toContainText(
    'Ten minutes a week with the report that shows what people really typed before th…',
  );

  const sidebar = page.getByRole('complementary', { name: 'More to read' });
  const categories = sidebar.getByRole('region', { name: 'Categories' }).getByRole('listitem');
  await expect(categories).toHaveText(['Google Ads34', 'Facebook Ads6', 'Email Marketing5', 'SEO11']);
  const popular = sidebar.getByRole('region', { name: 'Popular Articles' });
  await expect(popular.getByRole('link')).toHaveCount(3);
});

test('from article to article the reader starts at the top, on a heading that is announced', async ({
  page,
  visit,
}) => {
  await visit(ADDRESS);
  const next = 'Read the search terms report every Friday';
  await page.getByRole('region', { name: 'Related Articles' }).getByRole('link', { name: next }).click();

  await expect(page.getByRole('heading', { level: 1, name: next })).toBeFocused();
  await expect(page.getByText(`${next}, Marketing Workbench`, { exact: true })).toHaveAttribute(
    'aria-live',
    'polite',
  );
  await expect(page).toHaveTitle(`${next}, Marketing Workbench`);
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});

test('Back leads to the place on the page that the reader left', async ({ page, visit }) => {
  await visit('/');
  const recent = page.getByRole('region', { name: 'Recent Articles' });
  const link = recent.getByRole('link', { name: 'Set up your Google Business Profile' });
  await link.scrollIntoViewIfNeeded();
  const position = await page.evaluate(() => window.scrollY);
  expect(position).toBeGreaterThan(200);
  await link.click();
  await expect(
    page.getByRole('heading', { level: 1, name: 'Set up your Google Business Profile' }),
  ).toBeFocused();

  await page.goBack();
  await expect(
    page.getByRole('heading', { level: 1, name: 'Do-It-Yourself Digital Marketing' }),
  ).toBeFocused();
  await expect(link).toBeInViewport();
  expect(await page.evaluate(() => window.scrollY)).toBe(position);
});
