import { expect, test } from '../../support/browser/journey.ts';

test('hovering a category of the menu opens its dropdown', async ({ page, visit }) => {
  await visit('/');
  const menu = page.getByRole('navigation', { name: 'Main' });
  const topic = menu.getByRole('link', { name: 'Lead Generation' });
  await expect(topic).toBeHidden();
  await menu.getByRole('link', { name: 'Facebook Ads' }).hover();
  await expect(menu.getByRole('link')).toHaveText([
    'Google Ads',
    'Facebook Ads',
    'Feed Ads',
    'Stories',
    'Carousel',
    'Lead Generation',
    'Email Marketing',
    'SEO',
    'News',
  ]);
  await topic.click();
  await expect(page).toHaveURL('/facebook-ads/lead-generation');
  await expect(topic).toBeHidden();
});

test('Escape closes a hovered dropdown until the pointer returns', async ({ page, visit }) => {
  await visit('/');
  const menu = page.getByRole('navigation', { name: 'Main' });
  const topic = menu.getByRole('link', { name: 'Carousel' });
  await menu.getByRole('link', { name: 'Facebook Ads' }).hover();
  await expect(topic).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(topic).toBeHidden();
  await menu.getByRole('link', { name: 'News' }).hover();
  await menu.getByRole('link', { name: 'Facebook Ads' }).hover();
  await expect(topic).toBeVisible();
});

test('a dropdown opens by keyboard, and Escape closes it', async ({ page, visit }) => {
  await visit('/');
  const menu = page.getByRole('navigation', { name: 'Main' });
  const category = menu.getByRole('link', { name: 'Email Marketing' });
  await category.focus();
  await page.keyboard.press('Tab');
  const topic = menu.getByRole('link', { name: 'Automation' });
  await expect(topic).toBeFocused();
  await expect(topic).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(topic).toBeHidden();
  await expect(category).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(menu.getByRole('link', { name: 'SEO', exact: true })).toBeFocused();
});

test('the menu marks the current page', async ({ page, visit }) => {
  await visit('/digitalmarketingnews');
  const menu = page.getByRole('navigation', { name: 'Main' });
  const news = menu.getByRole('link', { name: 'News' });
  const seo = menu.getByRole('link', { name: 'SEO', exact: true });
  await expect(news).toHaveAttribute('aria-current', 'page');
  await expect(seo).not.toHaveAttribute('aria-current');
  await seo.click();
  await expect(seo).toHaveAttribute('aria-current', 'page');
  await expect(news).not.toHaveAttribute('aria-current');
});
