import { expect, test } from '../../support/browser/journey.ts';

test('a category of the site map expands to its subcategories and collapses again', async ({
  page,
  visit,
}) => {
  await visit('/sitemap');
  const byCategory = page.getByRole('region', { name: 'Content by Category' });
  const toggle = byCategory.getByRole('heading', { name: 'Google Ads' });
  const topic = byCategory.getByRole('region', { name: 'Google Search' });
  await expect(topic).toBeHidden();
  await toggle.click();
  await expect(topic).toBeVisible();
  await expect(topic.getByRole('link')).toHaveCount(11);
  await expect(topic.getByRole('link').first()).toHaveText('When to pause a keyword for good');
  await expect(byCategory.getByRole('region', { name: 'YouTube' }).getByRole('link')).toHaveCount(
    2,
  );
  await expect(byCategory.getByRole('region', { name: 'Local SEO' })).toBeHidden();
  await toggle.click();
  await expect(topic).toBeHidden();

  await toggle.click();
  await topic.getByRole('link', { name: 'View all: Google Search' }).click();
  await expect(page).toHaveURL('/google-ads/google-search');
});

test('the lists of the site map keep their height while they load, and say if they are empty', async ({
  page,
  visit,
}) => {
  const { promise: isTime, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/api/posts?subcategoryId=*', async (route) => {
    await isTime;
    await route.continue();
  });
  await visit('/db-setup-help');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Site Map' }).click();
  const byCategory = page.getByRole('region', { name: 'Content by Category' });
  await byCategory.getByRole('heading', { name: 'Google Ads' }).click();
  const topic = byCategory.getByRole('region', { name: 'Google Search' });
  await expect(topic.locator('[data-placeholder]')).toHaveCount(10);
  const before = await topic.boundingBox();
  answer();
  await expect(topic.getByRole('link')).toHaveCount(11);
  await expect(topic.locator('[data-placeholder]')).toHaveCount(0);
  expect((await topic.boundingBox())?.height).toBe(before?.height);
  await byCategory.getByRole('heading', { name: 'Email Marketing' }).click();
  await expect(byCategory.getByRole('region', { name: 'Segmentation' })).toContainText(
    'No articles yet',
  );
});
