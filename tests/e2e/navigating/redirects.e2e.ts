import { followWrittenLink } from '../../support/browser/follow-written-link.ts';
import { expect, test } from '../../support/browser/journey.ts';
import { recordRequests } from '../../support/browser/record-requests.ts';

const ARTICLE = '/google-ads/google-search/keyword-match-types';

test('the links of the footer lead to canonical addresses without a document load', async ({
  page,
  visit,
}) => {
  await visit('/articles');
  const requests = recordRequests(page);
  for (const { name, asked, shown } of [
    { name: 'Email Marketing', asked: '/category/email-marketing', shown: '/email-marketing' },
    {
      name: 'Performance Max',
      asked: '/category/google-ads/performance-max',
      shown: '/google-ads/performance-max',
    },
  ]) {
    const link = page.getByRole('contentinfo').getByRole('link', { name });
    await expect(link).toHaveAttribute('href', asked);
    await link.click();
    await expect(page).toHaveURL(shown);
    await expect(page.getByRole('heading', { level: 1, name })).toBeFocused();
    await page.goBack();
    await expect(page).toHaveURL('/articles');
    await expect(page.getByRole('heading', { level: 1, name: 'All Articles' })).toBeFocused();
  }
  expect(requests.documentAddresses()).toEqual([]);
});

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

test('links in other spellings and from moved places lead to canonical addresses', async ({
  page,
  visit,
}) => {
  await visit('/db-setup-help');
  const requests = recordRequests(page);
  for (const [written, shown] of [
    ['/SEO/Local-SEO/', '/seo/local-seo'],
    ['/seo/google-search?page=2', '/google-ads/google-search?page=2'],
    ['/seo/digital-marketing-news/cookies-stay', '/digitalmarketingnews/cookies-stay'],
    ['/facebook-ads/stories/keyword-match-types', ARTICLE],
    ['/google-ads/display/keyword-match-types?utm=1#part', `${ARTICLE}?utm=1#part`],
  ] as const) {
    await followWrittenLink(page, written);
    await expect(page).toHaveURL(shown);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await page.goBack();
    await expect(page).toHaveURL('/db-setup-help');
  }
  expect(requests.documentAddresses()).toEqual([]);
});
