/** An author reads a folder with a draft and an unfinished text in the development server. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test as journey, waitForCode } from '../../support/browser/journey.ts';
import { startDevSite } from '../../support/browser/start-site.ts';
import { formatArticle } from '../../support/content-folder.ts';
import { copyFixture } from '../../support/content-shapes.ts';

const FOLDER = 'articles/seo/local-seo';

type DevSite = { readonly origin: string; readonly contentDir: string };

const test = journey.extend<{ readonly folder: DevSite }>({
  folder: async ({ page }, use) => {
    const contentDir = await copyFixture({
      [`${FOLDER}/my-draft.md`]: formatArticle({ title: 'My draft', draft: true }),
      [`${FOLDER}/wrong.md`]: formatArticle({ title: 'Wrong', publishedAt: 'soon' }),
    });
    const site = await startDevSite(contentDir);
    await use({ origin: site.origin, contentDir });
    await page.close();
    await site.stop();
    await rm(contentDir, { recursive: true });
  },
});

test('an open page shows a change of its text and of the look, where the author was reading', async ({
  page,
  folder: { origin, contentDir },
}) => {
  const file = join(contentDir, FOLDER, 'my-draft.md');
  const body = 'A line.\n\n'.repeat(200);
  await writeFile(file, formatArticle({ title: 'My draft', draft: true }, body));
  await page.goto(`${origin}/seo/local-seo/my-draft`);
  await waitForCode(page);
  await page.getByText('A line.').nth(150).scrollIntoViewIfNeeded();
  const place = await page.evaluate(() => scrollY);
  expect(place).toBeGreaterThan(1000);
  await writeFile(file, formatArticle({ title: 'My draft', draft: true }, `${body}The end.`));
  await expect(page.getByText('The end.')).toBeAttached();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(place);
  await writeFile(join(contentDir, 'theme.css'), 'h1 { letter-spacing: 3px }');
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('letter-spacing', '3px');
});

test('notes follow the author from page to page, and open the file at the line', async ({
  page,
  folder: { origin },
}) => {
  await page.goto(`${origin}/seo/local-seo`);
  await waitForCode(page);
  const notes = page.getByRole('complementary', { name: 'Notes for the author' });
  await expect(notes).toHaveText('1 problem in the whole folder');
  const link = page.getByRole('main').getByRole('link', { name: '[draft] My draft' });
  await expect(link).toBeVisible();
  await link.click();
  await expect(page.getByRole('heading', { level: 1, name: 'My draft' })).toBeVisible();
  await expect(notes.getByText('Draft', { exact: true })).toBeVisible();

  await page.goto(`${origin}/seo/local-seo/wrong`);
  await waitForCode(page);
  await expect(notes.getByText('Not publishable: 1 problem', { exact: true })).toBeVisible();
  await expect(notes.getByText('Wrong, Marketing Workbench')).toBeVisible();
  const opened = page.waitForRequest(/__open-in-editor/);
  await page.route(/__open-in-editor/, (route) => route.fulfill({ body: '' }));
  // Not a click of the pointer: the notes may be replaced while it is down.
  await notes.getByRole('link', { name: 'wrong.md:5' }).dispatchEvent('click');
  expect(decodeURIComponent((await opened).url())).toMatch(
    /\/articles\/seo\/local-seo\/wrong\.md:5$/,
  );
  await expect(page).toHaveURL(`${origin}/seo/local-seo/wrong`);

  const connected = page.waitForRequest(/__changes/);
  await page.goto(`${origin}/__findings`);
  await connected;
  const openedToo = page.waitForRequest(/__open-in-editor/);
  await page.getByRole('link', { name: 'wrong.md:5' }).dispatchEvent('click');
  await openedToo;
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('1 problem, advice: 0');
});
