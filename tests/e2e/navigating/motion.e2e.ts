import { expect, test } from '../../support/browser/journey.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('with page transitions enabled, links and Back still reach their pages', async ({
  page,
  visit,
}) => {
  await visit('/articles');
  const main = page.getByRole('main');
  await main.getByRole('link', { name: 'Ask for reviews without being a nuisance' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Ask for reviews/ })).toBeFocused();
  await main.getByRole('link', { name: 'Local SEO' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Local SEO' })).toBeFocused();
  await page.goBack();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'All Articles' })).toBeFocused();
});
