import { expect, test } from '../../support/browser/journey.ts';

test('the footer leads to a page, and a byline to the author and back to the article', async ({
  page,
  visit,
}) => {
  await visit('/about');
  await page.getByRole('main').getByRole('link', { name: 'All articles' }).click();
  await expect(page).toHaveURL('/articles');
  await page.evaluate(() => document.body.setAttribute('data-first', ''));
  await page.getByRole('contentinfo').getByRole('link', { name: 'About this site' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'About this site' })).toBeFocused();
  await expect(page.locator('body[data-first]')).toBeVisible();

  await visit('/seo/link-building/local-links');
  await page.evaluate(() => document.body.setAttribute('data-second', ''));
  await page.getByRole('main').getByRole('link', { name: 'Ada Lane' }).click();
  await expect(page).toHaveURL('/authors/ada-lane');
  await expect(page.getByRole('heading', { level: 1, name: 'Ada Lane' })).toBeFocused();
  await page.getByRole('link', { name: 'Links that a local business can really get' }).click();
  await expect(page).toHaveURL('/seo/link-building/local-links');
  await expect(page.locator('body[data-second]')).toBeVisible();
});
