/** What a reader finds of articles that were published after their page was opened. */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { followWrittenLink } from '../../support/browser/follow-written-link.ts';
import { expect, test } from '../../support/browser/journey.ts';
import { startSite } from '../../support/browser/start-site.ts';
import { fillShelf } from '../../support/browser/write-large-content.ts';
import { FIXTURE_CONTENT } from '../../support/fixture-content.ts';

const ORIGIN = 'https://www.marketingworkbench.example';

for (const { address, title, count } of [
  { address: '/articles?page=9', title: 'All Articles (page 9)', count: 9 },
  { address: '/email-marketing?page=2', title: 'Email Marketing (page 2)', count: 6 },
  { address: '/email-marketing/segmentation?page=2', title: 'Segmentation (page 2)', count: 1 },
]) {
  test(`${address}, a page that came while the tab was open, is shown as itself`, async ({ page, visit }) => {
    const contentDir = await mkdtemp(join(tmpdir(), 'workbench-content-'));
    await cp(FIXTURE_CONTENT, contentDir, { recursive: true });
    const site = await startSite({ contentDir });
    try {
      await visit(`${site.origin}/db-setup-help`);
      await fillShelf(contentDir, 25);
      await site.publish();
      await followWrittenLink(page, address);
      await expect(page).toHaveTitle(`${title}, Marketing Workbench`);
      await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', ORIGIN + address);
      await expect(page.getByRole('main').getByRole('article')).toHaveCount(count);
      await page.reload();
      await expect(page).toHaveTitle(`${title}, Marketing Workbench`);
    } finally {
      await page.goto('about:blank');
      await site.stop();
      await rm(contentDir, { recursive: true });
    }
  });
}
