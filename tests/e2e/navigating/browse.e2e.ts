import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../../support/browser/journey.ts';

test('a category shows chips with counts, 24 articles per page, and no link beyond its first and last page', async ({
  page,
  visit,
}) => {
  await visit('/google-ads');
  await expect(page).toHaveTitle('Google Ads, Marketing Workbench');
  const chips = page.getByRole('navigation', { name: 'Google Ads by topic' });
  await expect(chips.getByRole('link')).toHaveText([
    'All (34)',
    'Google Search (30)',
    'Performance Max (2)',
    'Display (1)',
    'YouTube (1)',
  ]);
  await expect(chips.getByRole('link', { name: 'All (34)' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await expect(listArticles(page)).toHaveCount(24);
  const previous = pagination(page).getByText('Previous');
  const next = pagination(page).getByText('Next');
  await expect(previous).toHaveAttribute('aria-disabled', 'true');
  await expect(previous).not.toHaveAttribute('href');

  await next.click();
  await expect(page).toHaveURL('/google-ads?page=2');
  await expect(page).toHaveTitle('Google Ads (page 2), Marketing Workbench');
  await expect(listArticles(page)).toHaveCount(10);
  await expect(next).toHaveAttribute('aria-disabled', 'true');
  await expect(next).not.toHaveAttribute('href');
  await previous.click();
  await expect(page).toHaveURL('/google-ads');
});

test('a chip filters a category by one subcategory', async ({ page, visit }) => {
  await visit('/google-ads');
  await page.getByRole('link', { name: 'Performance Max (2)' }).click();
  await expect(page).toHaveURL('/google-ads/performance-max');
  await expect(page.getByRole('heading', { level: 1, name: 'Performance Max' })).toBeFocused();
  await expect(listArticles(page)).toHaveCount(2);
  await expect(pagination(page)).toHaveCount(0);
  await page.getByRole('link', { name: 'All (34)' }).click();
  await expect(page).toHaveURL('/google-ads');
});

test('the page numbers of a long category move with the current page, with the last page after an ellipsis', async ({
  page,
  visit,
  largeSite,
}) => {
  await visit(`${largeSite.origin}/email-marketing`);
  const numbers = pagination(page).getByRole('listitem');
  await expect(numbers).toHaveText([
    'Previous',
    '1',
    '2',
    '3',
    '4',
    '5',
    '…pages left out',
    '7',
    'Next',
  ]);
  await openPage(page, 4);
  await expect(numbers).toHaveText(['Previous', '2', '3', '4', '5', '6', '7', 'Next']);
  await openPage(page, 7);
  await expect(numbers).toHaveText(['Previous', '3', '4', '5', '6', '7', 'Next']);
  await expect(listArticles(page)).toHaveCount(155 - 6 * 24);
});

async function openPage(page: Page, number: number): Promise<void> {
  const link = pagination(page).getByRole('link', { name: `Page ${number}`, exact: true });
  await link.click();
  await expect(link).toHaveAttribute('aria-current', 'page');
}

function pagination(page: Page): Locator {
  return page.getByRole('navigation', { name: 'Pagination' });
}

function listArticles(page: Page): Locator {
  return page.getByRole('main').getByRole('article');
}
