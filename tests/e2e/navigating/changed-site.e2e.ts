/** A site whose name, sections and menu change while a reader's tabs are open. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { followWrittenLink } from '../../support/browser/follow-written-link.ts';
import { expect, test, waitForCode } from '../../support/browser/journey.ts';
import { recordRequests } from '../../support/browser/record-requests.ts';
import { type Files, GARDEN_FILES, writeShapes } from '../../support/content-shapes.ts';

const SETTINGS = String(GARDEN_FILES['site.yaml'])
  .replace('The Long Border', 'The Deep Bed')
  .replace('name: Water', 'name: Rain');
/** Another name of the site and of a category, and a new category. */
const CHANGED: Files = {
  'site.yaml': `${SETTINGS}  - { slug: mushrooms, name: Mushrooms }\n`,
  'articles/mushrooms/first-logs.md': formatArticle('First logs'),
};

test('after the sections changed, the next navigation of an open tab loads a document, and the following ones none', async ({
  context,
  openSite,
}) => {
  const contentDir = await writeShapes(GARDEN_FILES);
  const site = await openSite(contentDir);
  const publish = async (files: Files) => {
    for (const [file, text] of Object.entries(files)) {
      await mkdir(dirname(join(contentDir, file)), { recursive: true });
      await writeFile(join(contentDir, file), text);
    }
    await site.publish();
  };
  const paths = ['/db-setup-help', '/db-setup-help', '/water'];
  const tabs = await Promise.all(paths.map((path) => openTab(context, site.origin + path)));
  const [linked, searching, returning] = tabs;
  if (linked === undefined || searching === undefined || returning === undefined)
    throw new Error('No tab.');

  await publish({ 'articles/water/more-water.md': formatArticle('More water') });
  await followWrittenLink(linked.tab, '/water/more-water');
  await expectHeading(linked.tab, 'More water');
  await followWrittenLink(returning.tab, '/tools/begin-with-tools');
  await expectHeading(returning.tab, 'Begin with Tools');
  for (const { documents } of tabs) expect(documents()).toEqual([]);

  await publish(CHANGED);
  await followNewSection(linked);
  await searchNewSection(searching);
  await goBackToRenamed(returning);
});

type Tab = Awaited<ReturnType<typeof openTab>>;

async function openTab(context: BrowserContext, url: string) {
  const tab = await context.newPage();
  await tab.goto(url);
  await waitForCode(tab);
  return { tab, documents: recordRequests(tab).documentAddresses };
}

async function followNewSection({ tab, documents }: Tab): Promise<void> {
  await followWrittenLink(tab, '/mushrooms#Footer');
  await expectHeading(tab, 'Mushrooms');
  await expectNewFrame(tab);
  await expect(tab).toHaveURL(/\/mushrooms#Footer$/);
  await tab.getByRole('main').getByRole('link', { name: 'First logs' }).click();
  await expectHeading(tab, 'First logs');
  await tab.goBack();
  await expectHeading(tab, 'Mushrooms');
  await tab.goBack();
  await expectHeading(tab, 'More water');
  expect(documents()).toEqual(['/mushrooms']);
}

async function searchNewSection({ tab, documents }: Tab): Promise<void> {
  await tab.getByRole('button', { name: 'Open search' }).click();
  const field = tab.getByRole('combobox');
  const suggestions = tab.waitForResponse('**/api/search/suggestions?*');
  await field.pressSequentially('first logs');
  await (await suggestions).finished();
  await expect(field).toHaveValue('first logs');
  expect(documents()).toEqual([]);
  await field.press('Enter');
  await expectNewFrame(tab);
  const result = tab.getByRole('main').getByRole('article');
  await expect(result.first()).toContainText('Mushrooms');
  await result.getByRole('link', { name: 'First logs' }).click();
  await expectHeading(tab, 'First logs');
  expect(documents()).toEqual(['/search?q=first%20logs']);
}

async function goBackToRenamed({ tab, documents }: Tab): Promise<void> {
  const answer = tab.waitForResponse('**/api/posts/featured');
  await tab.getByRole('banner').getByRole('link', { name: 'The Long Border' }).hover();
  await (await answer).finished();
  await tab.goBack();
  await expectHeading(tab, 'Rain');
  await expectNewFrame(tab);
  expect(documents()).toEqual(['/water']);
}

async function expectHeading(tab: Page, name: string): Promise<void> {
  await expect(tab.getByRole('heading', { level: 1 })).toHaveText(name);
}

/** Waits until the new document can be used. */
async function expectNewFrame(tab: Page): Promise<void> {
  await expect(tab).toHaveTitle(/, The Deep Bed$/);
  const menu = tab.getByRole('navigation', { name: 'Main' });
  await expect(menu.getByRole('link', { name: 'Mushrooms', includeHidden: true })).toBeAttached();
  await waitForCode(tab);
}

function formatArticle(title: string): string {
  return `---\ntitle: ${title}\npublishedAt: 2026-03-20\n---\n\nA bed of ${title} needs shade.\n`;
}
