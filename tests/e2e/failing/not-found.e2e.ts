import type { Page } from '@playwright/test';
import { followWrittenLink } from '../../support/browser/follow-written-link.ts';
import { expect, test } from '../../support/browser/journey.ts';
import { NOT_FOUND_PROBLEM } from '../../support/screen-kinds.ts';

const NOWHERE = '/no/such/page/here';

test('in fallback mode the not-found page explains it and links to help', async ({
  page,
  visit,
  fallbackSite,
  expectProblem,
}) => {
  expectProblem(NOT_FOUND_PROBLEM);
  await visit(`${fallbackSite.origin}${NOWHERE}`);
  await expect(limitedFunctionality(page)).toBeVisible();
  await limitedFunctionality(page).getByRole('link', { name: 'Database setup help' }).click();
  await expect(page).toHaveURL(`${fallbackSite.origin}/db-setup-help`);
  await expect(page.getByRole('heading', { level: 1, name: 'Database Setup Help' })).toBeFocused();
});

test('a link to a missing page shows the not-found screen without a document load', async ({
  page,
  visit,
  site,
  fallbackSite,
}) => {
  await visit(`${site.origin}/db-setup-help`);
  await followWrittenLink(page, NOWHERE);
  await expect(page.getByRole('heading', { level: 1, name: '404 - Page Not Found' })).toBeFocused();
  await expect(limitedFunctionality(page)).toHaveCount(0);

  await visit(`${fallbackSite.origin}/db-setup-help`);
  await followWrittenLink(page, NOWHERE);
  await expect(page.getByRole('heading', { level: 1, name: '404 - Page Not Found' })).toBeFocused();
  await expect(limitedFunctionality(page)).toBeVisible();
});

test('if the health call fails, the not-found page shows no notice', async ({
  page,
  visit,
  expectProblem,
}) => {
  expectProblem(/500/);
  await page.route('**/api/system/health', (route) => route.fulfill({ status: 500, body: '' }));
  await visit('/db-setup-help');
  await followWrittenLink(page, NOWHERE);
  await expect(page.getByRole('heading', { level: 1, name: '404 - Page Not Found' })).toBeFocused();
  await expect(limitedFunctionality(page)).toHaveCount(0);
  await expect(page.getByText('could not be loaded')).toHaveCount(0);
});

test('a link to a missing category, subcategory or article says which was not found', async ({
  page,
  visit,
  expectProblem,
}) => {
  expectProblem(NOT_FOUND_PROBLEM);
  await visit('/');
  for (const { address, heading, text } of [
    {
      address: '/no-such-category',
      heading: 'Category Not Found',
      text: /^The category you're looking for/,
    },
    { address: '/seo/no-such-topic', heading: 'Not Found', text: /^The page you're looking for/ },
    {
      address: '/seo/local-seo/no-such-article',
      heading: 'Article Not Found',
      text: "The article you're looking for doesn't exist or has been moved.",
    },
  ]) {
    await followWrittenLink(page, address);
    await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeFocused();
    await expect(page.getByText(text)).toBeVisible();
    await expect(page).toHaveTitle(`${heading}, Marketing Workbench`);
  }
});

test('the not-found page offers the page that a dead address meant, from an article and from the address bar', async ({
  page,
  visit,
  expectProblem,
}) => {
  expectProblem(NOT_FOUND_PROBLEM);
  const guesses = page.getByRole('navigation', { name: 'Were you looking for …' });
  const meant = guesses.getByRole('link', { name: 'Keyword match types', exact: false });
  for (const [address, heading] of [
    ['/seo/local-seo/keyword-mach-type.html', 'Article Not Found'],
    ['/a/b/c/d/keyword-match-types', '404 - Page Not Found'],
  ] as const) {
    await visit('/google-ads/google-search/quality-score');
    await followWrittenLink(page, address);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeFocused();
    await expect(meant.first()).toBeVisible();
    const inPlace = await guesses.textContent();
    await visit(address);
    expect(await guesses.textContent()).toBe(inPlace);
    await meant.first().click();
    await expect(page).toHaveURL('/google-ads/google-search/keyword-match-types');
  }
});

function limitedFunctionality(page: Page) {
  return page.getByRole('region', { name: 'Limited Functionality Mode' });
}
