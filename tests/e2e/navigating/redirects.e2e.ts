import { followWrittenLink } from '../../support/browser/follow-written-link.ts';
import { expect, test } from '../../support/browser/journey.ts';
import { recordRequests } from '../../support/browser/record-requests.ts';

for (const { link, asked, shown } of [
  { link: 'Email Marketing', asked: '/category/email-marketing', shown: '/email-marketing' },
  {
    link: 'Performance Max',
    asked: '/category/google-ads/performance-max',
    shown: '/google-ads/performance-max',
  },
]) {
  test(`the footer's ${asked} leads to ${shown} without a document load`, async ({ page, visit }) => {
    await visit('/articles');
    const requests = recordRequests(page);
    const footer = page.getByRole('contentinfo');
    await expect(footer.getByRole('link', { name: link })).toHaveAttribute('href', asked);
    await footer.getByRole('link', { name: link }).click();
    await expect(page).toHaveURL(shown);
    await expect(page.getByRole('heading', { level: 1, name: link })).toBeFocused();
    expect(requests.documentAddresses()).toEqual([]);
    await page.goBack();
    await expect(page).toHaveURL('/articles');
    await expect(page.getByRole('heading', { level: 1, name: 'All Articles' })).toBeFocused();
  });
}

test('a footer link shows the canonical address while its data loads, and when it fails', async ({
  page,
  visit,
  expectProblem,
}) => {
  expectProblem(/503/);
  const held = Promise.withResolvers<void>();
  await visit('/db-setup-help');
  await page.route('**/api/posts?*', async (route) => {
    await held.promise;
    await route.fulfill({ status: 503, json: { message: 'Later.' } });
  });
  await page.getByRole('contentinfo').getByRole('link', { name: 'Performance Max' }).click();
  await expect(page).toHaveURL('/google-ads/performance-max');
  held.resolve();
  await expect(page.getByRole('heading', { name: 'No Articles Found' })).toBeVisible();
  await expect(page).toHaveURL('/google-ads/performance-max');
});

for (const { written, shown } of [
  { written: '/SEO/Local-SEO/', shown: '/seo/local-seo' },
  { written: '/seo/digital-marketing-news/cookies-stay', shown: '/digitalmarketingnews/cookies-stay' },
  { written: '/seo/google-search?page=2', shown: '/google-ads/google-search?page=2' },
  {
    written: '/facebook-ads/stories/keyword-match-types',
    shown: '/google-ads/google-search/keyword-match-types',
  },
  {
    written: '/google-ads/display/keyword-match-types?utm=1#part',
    shown: '/google-ads/google-search/keyword-match-types?utm=1#part',
  },
]) {
  test(`a link written ${written} leads to ${shown}`, async ({ page, visit }) => {
    await visit('/db-setup-help');
    const requests = recordRequests(page);
    await followWrittenLink(page, written);
    await expect(page).toHaveURL(shown);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    expect(requests.documentAddresses()).toEqual([]);
  });
}
