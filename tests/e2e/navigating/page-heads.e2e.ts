import type { Page } from '@playwright/test';
import { followWrittenLink } from '../../support/browser/follow-written-link.ts';
import { expect, test } from '../../support/browser/journey.ts';
import { PAGE_HEADS } from '../../support/page-heads.ts';

const ADDRESSES = PAGE_HEADS.map(({ url }) => url);
/** One page of each kind of head. A tag that one of them leaves behind would show on the others. */
const KINDS = [
  '/',
  '/google-ads-coupon-codes',
  '/search?q=you&page=99',
  '/facebook-ads/feed-ads/facebook-pixel',
  '/one/two/three/four',
];

// Visits each pair of pages once, by a link and then by Back.
for (const [index, from] of KINDS.entries()) {
  const others = ADDRESSES.filter((url) => !KINDS.slice(0, index + 1).includes(url));
  test(`from ${from} and back, each page has the same head as after a fresh load`, async ({
    page,
    visit,
    expectProblem,
  }) => {
    expectProblem(/status of 404/);
    expect(ADDRESSES).toContain(from);
    await visit(from);
    const heads = await readFreshHeads(page, [from, ...others]);
    for (const to of others) {
      await followWrittenLink(page, to);
      await expectHead(page, heads, to);
      await page.goBack();
      await expectHead(page, heads, from);
    }
    await page.goForward();
    await expectHead(page, heads, others.at(-1) ?? '');
  });
}

test('a page whose data failed does not keep the head of the previous page', async ({
  page,
  visit,
  expectProblem,
}) => {
  expectProblem(/503/);
  await visit('/google-ads/google-search/keyword-match-types');
  await page.route('**/api/**', (route) =>
    route.fulfill({ status: 503, json: { message: 'Later.' } }),
  );
  await page.getByRole('contentinfo').getByRole('link', { name: 'Site Map' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Site Map' })).toBeFocused();
  await expect(page.locator('head meta[property^="article:"]')).toHaveCount(0);
  await expect(page.locator('head meta[property="og:title"]')).toHaveAttribute(
    'content',
    'Site Map',
  );
  await expect(page.locator('head link[type="text/markdown"]')).toHaveCount(0);
});

test('a page whose code could not be fetched does not keep the head of the previous page', async ({
  page,
  visit,
  expectProblem,
}) => {
  expectProblem(/ERR_FAILED|ERR_INTERNET|dynamically imported module/);
  await page.route(/\/assets\/site-map-screen-[^/]+$/, (route) => route.abort());
  await visit('/google-ads/google-search/keyword-match-types');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Site Map' }).click();
  await expect(page).toHaveTitle('This page could not be loaded, Marketing Workbench');
  await expect(page.locator('head meta[name="robots"]')).toHaveAttribute('content', 'noindex');
  await expect(
    page.locator('head').locator('meta[property], link[rel="canonical"], script[type*=json]'),
  ).toHaveCount(0);
});

type Heads = Readonly<Record<string, readonly string[]>>;

/** Waits until the page has the head that the server renders for that address. */
async function expectHead(page: Page, heads: Heads, address: string): Promise<void> {
  await expect(async () => {
    expect(await page.evaluate(`(${listTags})(document.head)`), address).toEqual(heads[address]);
  }).toPass({ intervals: [50], timeout: 30_000 });
}

/** The heads of these pages as the server renders them, by address. */
async function readFreshHeads(page: Page, addresses: readonly string[]): Promise<Heads> {
  const heads: Record<string, readonly string[]> = {};
  for (const address of addresses) {
    const html = await (await page.request.get(address)).text();
    heads[address] = await page.evaluate(
      `(${listTags})(new DOMParser().parseFromString(${JSON.stringify(html)}, 'text/html').head)`,
    );
  }
  return heads;
}

/**
 * The tags of a head, sorted; without those that load files, which may stay from the previous page.
 */
function listTags(head: HTMLHeadElement): readonly string[] {
  const files =
    'script[src], style, link:is([rel="stylesheet"], [rel="modulepreload"], [rel="preload"])';
  return Array.from(head.children)
    .filter((tag) => !tag.matches(files))
    .map((tag) => {
      const attributes = Array.from(tag.attributes, ({ name, value }) => `${name}=${value}`);
      return [tag.localName, ...attributes.sort(), tag.textContent].join(' ');
    })
    .sort();
}
