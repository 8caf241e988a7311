/** Redirect rules of a content folder, as the browser's router follows them. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { followWrittenLink } from '../../support/browser/follow-written-link.ts';
import {
  expect,
  test as journey,
  SITE_FIXTURE,
  serveFolder,
} from '../../support/browser/journey.ts';
import { recordRequests } from '../../support/browser/record-requests.ts';
import type { StartedSite } from '../../support/browser/start-site.ts';
import { copyFixture } from '../../support/content-shapes.ts';
import { FIXTURE_CONTENT } from '../../support/fixture-content.ts';
import { REDIRECT_ROWS } from '../../support/redirect-rows.ts';

const ALIASED = 'articles/seo/local-seo/business-profile.md';

const test = journey.extend<object, { readonly site: StartedSite }>({
  // biome-ignore lint/correctness/noEmptyPattern: needs none
  site: [async ({}, use) => serveFolder(await writeContent(), use), SITE_FIXTURE],
});

// One worker runs all tests, so that the site is published once.
test.describe.configure({ mode: 'default' });

test('redirect rules and aliases lead on without a document load', async ({ page, visit }) => {
  await visit('/db-setup-help');
  const requests = recordRequests(page);
  for (const { written, shown } of [
    { written: '/old-page', shown: '/google-ads-coupon-codes' },
    { written: '/Old-Page/?a=1', shown: '/google-ads-coupon-codes?a=1' },
    { written: '/Old-For-Now.HTML', shown: '/seo' },
    { written: '/old-blog/2014/05/anything', shown: '/articles' },
    { written: '/my-business-basics', shown: '/seo/local-seo/business-profile' },
    { written: '/old-ads/google-search', shown: '/google-ads/google-search' },
  ]) {
    await followWrittenLink(page, written);
    await expect(page).toHaveURL(shown);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await page.goBack();
    await expect(page).toHaveURL('/db-setup-help');
    const response = await page.request.get(written, { maxRedirects: 1 });
    const { pathname, search } = new URL(response.url());
    expect([response.status(), pathname + search]).toEqual([200, shown]);
  }
  expect(requests.documentAddresses()).toEqual([]);
});

test('a retired address is not found, from a link and from the address bar', async ({
  page,
  visit,
  expectProblem,
}) => {
  expectProblem(/status of 4\d\d/);
  await visit('/db-setup-help');
  await followWrittenLink(page, '/old-course');
  await expect(page).toHaveURL('/old-course');
  await expect(page.getByRole('heading', { level: 1, name: 'Category Not Found' })).toBeFocused();
  expect((await page.request.get('/old-course')).status()).toBe(410);
});

test('a redirect to a file loads the file as a document', async ({ page, visit }) => {
  await visit('/db-setup-help');
  const feed = page.waitForResponse('**/feed.xml');
  await followWrittenLink(page, '/old-feed');
  expect((await feed).headers()['content-type']).toContain('application/rss+xml');
  // A browser that is closed between a response and its rendering may hang.
  await page.waitForURL('/feed.xml');
});

/** The fixture site with redirects and an alias. */
async function writeContent(): Promise<string> {
  const text = await readFile(join(FIXTURE_CONTENT, ALIASED), 'utf8');
  return copyFixture({
    'redirects.yaml': REDIRECT_ROWS,
    [ALIASED]: text.replace('---\n', '---\naliases: [/my-business-basics]\n'),
  });
}
