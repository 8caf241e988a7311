/** Articles that are published while a reader's tab is open. */
import { followWrittenLink } from '../../support/browser/follow-written-link.ts';
import { expect, test, waitForCode } from '../../support/browser/journey.ts';
import { createListing } from '../../support/browser/write-large-content.ts';
import { copyFixture, writeFiles } from '../../support/content-shapes.ts';

const ORIGIN = 'https://www.marketingworkbench.example';

const PAGES = [
  { address: '/articles?page=9', title: 'All Articles (page 9)', count: 9 },
  { address: '/email-marketing?page=2', title: 'Email Marketing (page 2)', count: 6 },
  { address: '/email-marketing/segmentation?page=2', title: 'Segmentation (page 2)', count: 1 },
];

test('a list page that was published while the tab was open is shown with its own number', async ({
  context,
  openSite,
}) => {
  const contentDir = await copyFixture();
  const site = await openSite(contentDir);
  const tabs = await Promise.all(PAGES.map(() => context.newPage()));
  for (const tab of tabs) {
    await tab.goto(`${site.origin}/db-setup-help`);
    await waitForCode(tab);
  }
  await writeFiles(contentDir, createListing(25));
  await site.publish();
  for (const [index, { address, title, count }] of PAGES.entries()) {
    const tab = tabs[index];
    if (tab === undefined) throw new Error('There is no tab for this page.');
    await followWrittenLink(tab, address);
    await expect(tab).toHaveTitle(`${title}, Marketing Workbench`);
    await expect(tab.locator('link[rel="canonical"]')).toHaveAttribute('href', ORIGIN + address);
    await expect(tab.getByRole('main').getByRole('article')).toHaveCount(count);
    await tab.reload();
    await expect(tab).toHaveTitle(`${title}, Marketing Workbench`);
    await tab.close();
  }
});
