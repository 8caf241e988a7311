/** An owner edits the content folder in the browser, beside the page that readers will see. */
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Frame, Page } from '@playwright/test';
import { expect, test as journey, SITE_FIXTURE } from '../../support/browser/journey.ts';
import { startDevSite } from '../../support/browser/start-site.ts';
import { SVG } from '../../support/content-folder.ts';
import { copyFixture } from '../../support/content-shapes.ts';

type Desk = { readonly origin: string; readonly contentDir: string };

const FOLDER = 'articles/seo/local-seo';

const test = journey.extend<object, { readonly desk: Desk }>({
  desk: [
    // biome-ignore lint/correctness/noEmptyPattern: needs none
    async ({}, use) => {
      const contentDir = await copyFixture();
      const { origin, stop } = await startDevSite(contentDir, '--desk');
      await use({ origin, contentDir });
      await stop();
      await rm(contentDir, { recursive: true });
    },
    SITE_FIXTURE,
  ],
  baseURL: ({ desk }, use) => use(desk.origin),
});

// One worker runs all tests, with one development server.
test.describe.configure({ mode: 'default' });

test.beforeEach(({ expectProblem }) => {
  // The editor's frame around the page.
  expectProblem(/both allow-scripts and allow-same-origin/);
});

test('an owner edits a title, and only its line changes on the disk and in the page beside', async ({
  page,
  desk,
}) => {
  const path = `${FOLDER}/ask-for-reviews.md`;
  const signed = (await readFile(join(desk.contentDir, path), 'utf8')).replace(
    'title:',
    'author: ada-lane\ntitle:',
  );
  await writeFile(join(desk.contentDir, path), signed);
  await page.goto('/');
  for (const collection of ['Google Search', 'Local SEO', 'Guides', 'Old posts', 'Redirects'])
    await expect(page.getByRole('treeitem', { name: collection, exact: true })).toBeVisible();
  await page.getByRole('treeitem', { name: 'Local SEO', exact: true }).click();
  await page.getByRole('row', { name: 'Ask for reviews without being a nuisance' }).click();
  const site = await findPreview(page);
  await expect(site.getByRole('heading', { level: 1 })).toHaveText(
    'Ask for reviews without being a nuisance',
  );

  const before = await readFolder(desk.contentDir);
  await page
    .getByRole('textbox', { name: 'Title', exact: true })
    .fill('Ask for reviews at the counter');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();
  await expect(site.getByRole('heading', { level: 1 })).toHaveText(
    'Ask for reviews at the counter',
  );
  const text =
    before.get(path)?.replace(/^title: .*$/m, 'title: "Ask for reviews at the counter"') ?? '';
  expect(await readFolder(desk.contentDir)).toEqual(new Map([...before, [path, text]]));
});

test('the page beside the form shows each change before it is saved, at the place where it was', async ({
  page,
  desk,
}) => {
  const before = await readFolder(desk.contentDir);
  await page.goto('/#/collections/articles--seo--local-seo/entries/ask-for-reviews');
  const site = await findPreview(page);
  const text = page.getByRole('textbox', { name: 'Text', exact: true });
  const title = page.getByRole('textbox', { name: 'Title', exact: true });
  await text.fill(`${'A line.\n\n'.repeat(100)}The end.`);
  await expect(site.getByText('The end.')).toBeAttached();
  await site.waitForFunction(() => 'isHydrated' in window);
  await site.evaluate(() => scrollTo(0, 1500));
  await title.fill('Ask at the counter');
  await expect(site.getByRole('heading', { level: 1 })).toHaveText('Ask at the counter');
  await expect.poll(() => site.evaluate(() => scrollY)).toBe(1500);
  await title.fill('');
  const notes = site.getByRole('complementary', { name: 'Notes for the author' });
  await expect(notes).toContainText('title is missing');
  await title.fill('Ask again');
  await expect(site.getByRole('heading', { level: 1 })).toHaveText('Ask again');
  expect(await readFolder(desk.contentDir)).toEqual(before);
});

test('an owner chooses a colour and adds an entry to the menu', async ({ page, desk }) => {
  const file = join(desk.contentDir, 'site.yaml');
  await writeFile(file, 'name: The Bakery # ours\ncolours:\n  accent: "#0a7" # green\n');
  // The editor renders only the fields that are on the screen.
  await page.setViewportSize({ width: 1280, height: 4000 });
  await page.goto('/#/collections/_singletons/entries/site');
  await page.getByRole('textbox', { name: 'Light' }).last().fill('#0a7d4f');
  await page.getByRole('button', { name: /Add .*Navigation/ }).click();
  await page.getByRole('textbox', { name: 'To', exact: true }).fill('/about');
  await page.getByRole('textbox', { name: 'Label', exact: true }).fill('About');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();
  expect(await readFile(file, 'utf8')).toBe(
    'name: The Bakery # ours\ncolours:\n  accent: "#0a7d4f" # green\nnavigation:\n  - label: About\n    to: /about\n',
  );
});

test('an owner edits the rules for the texts, which have no form, with their comments', async ({
  page,
  desk,
}) => {
  const file = join(desk.contentDir, 'standard.yaml');
  await writeFile(file, '# How long\ntitleMax: 70 # characters\n');
  await page.goto('/#/collections/_singletons/entries/standard');
  const rules = page.getByRole('textbox', { name: 'YAML' });
  await expect(rules).toHaveValue('# How long\ntitleMax: 70 # characters');
  await rules.fill('# How short\ntitleMax: 60 # characters');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();
  expect(await readFile(file, 'utf8')).toBe('# How short\ntitleMax: 60 # characters\n');
});

test('an owner begins an article as a draft and gives it another slug', async ({
  page,
  desk,
  expectProblem,
}) => {
  // The page at a new address, until the folder is compiled.
  expectProblem(/status of 404 .*\/seo\/local-seo\/(what-to-post-on-a-holiday|public-holidays)$/);
  const findFile = async (name: string) =>
    (await readFolder(desk.contentDir)).get(`${FOLDER}/${name}`);
  await page.goto('/#/collections/articles--seo--local-seo/new');
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('What to post on a holiday');
  await page.getByRole('textbox', { name: 'Published at' }).fill('2026-11-23');
  await page.getByRole('switch', { name: 'Draft' }).click();
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Say so a week before.');
  const save = page.getByRole('button', { name: 'Save' });
  await save.click();
  const site = await findPreview(page);
  await expect(site.getByRole('heading', { level: 1 })).toHaveText('What to post on a holiday');
  const text = [
    '---',
    'title: What to post on a holiday',
    'publishedAt: 2026-11-23',
    'draft: true',
    '---',
    '',
    'Say so a week before.',
    '',
  ];
  expect(await findFile('what-to-post-on-a-holiday.md')).toBe(text.join('\n'));

  await page.getByRole('radio', { name: 'Slug' }).click();
  await page.getByRole('button', { name: 'Edit Slug' }).click();
  await page.getByRole('textbox', { name: 'Slug' }).fill('public-holidays');
  await page.getByRole('button', { name: 'Done' }).click();
  await save.click();
  await expect(save).toBeDisabled();
  const alias = ['aliases:', '  - /seo/local-seo/what-to-post-on-a-holiday'];
  expect(await findFile('public-holidays.md')).toBe(text.toSpliced(4, 0, ...alias).join('\n'));
  expect(await findFile('what-to-post-on-a-holiday.md')).toBeUndefined();
});

test('the buttons write Markdown, and a pasted picture is saved beside the text', async ({
  page,
  desk,
}) => {
  const path = `${FOLDER}/ask-for-reviews.md`;
  const before = await readFolder(desk.contentDir);
  await page.goto('/#/collections/articles--seo--local-seo/entries/ask-for-reviews');
  const text = page.getByRole('textbox', { name: 'Text', exact: true });
  await text.focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('\n\nSay please');
  for (let letter = 0; letter < 'please'.length; letter += 1)
    await page.keyboard.press('Shift+ArrowLeft');
  await page.getByRole('button', { name: 'Bold' }).click();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Control+End');
  await text.evaluate((area, svg) => {
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File([svg], 'Größe 1.SVG', { type: 'image/svg+xml' }));
    area.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  }, SVG);
  const end = '\n\nSay **please**\n\n![](grosse-1.svg "")\n';
  await expect(text).toHaveValue((before.get(path)?.split('---\n\n')[1] ?? '').trim() + end);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();
  expect(await readFolder(desk.contentDir)).toEqual(
    new Map([
      ...before,
      [`${FOLDER}/grosse-1.svg`, SVG],
      [path, before.get(path)?.trimEnd() + end],
    ]),
  );
  // The description of the picture is still to write, which the check calls an error.
  await writeFile(join(desk.contentDir, path), before.get(path) ?? '');
});

test('an owner uploads a picture beside the texts, whose name is mended, and nothing but a picture is accepted', async ({
  page,
  desk,
  expectProblem,
}) => {
  expectProblem(/status of 403 .*\/program\.js$/);
  expectProblem(/program\.js is not a place for content/);
  const upload = async (name: string, buffer: Buffer) => {
    await page.getByRole('button', { name: 'Upload New Assets' }).first().click();
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose Files' }).click();
    await (await chooser).setFiles({ name, mimeType: 'text/plain', buffer });
    const answered = page.waitForResponse((answer) => answer.request().method() === 'PUT');
    await page.getByRole('button', { name: 'Upload', exact: true }).click();
    return (await answered).status();
  };
  const before = await readFolder(desk.contentDir);
  await page.goto(`/#/assets/${FOLDER}`);
  expect(await upload('Größe Foto 1.SVG', Buffer.from(SVG))).toBe(200);
  expect(await upload('program.js', Buffer.from('alert(1)'))).toBe(403);
  expect(await readFolder(desk.contentDir)).toEqual(
    new Map([...before, [`${FOLDER}/groesse-foto-1.svg`, SVG]]),
  );
});

test('an owner sees what will change, and publishes it', async ({ page }) => {
  await page.goto('/');
  const dialog = page.getByRole('dialog', { name: 'Publish' });
  const [said, publish] = [
    dialog.getByRole('status'),
    dialog.getByRole('button', { name: 'Publish' }),
  ];
  await page.getByRole('button', { name: 'Publish…' }).click();
  await expect(said).toContainText('New: /seo/local-seo/ask-for-reviews');
  await publish.click();
  await expect(said).toContainText(/^(?:.*\n)*Published \d+ live articles/);
  await expect(publish).toBeDisabled();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Publish…' }).click();
  await expect(said).toContainText('Everything is published already.');
});

test('an owner who deletes a text says where its address leads', async ({ page, desk }) => {
  const path = `${FOLDER}/ask-for-reviews.md`;
  await page.goto('/#/collections/articles--seo--local-seo');
  const row = page.getByRole('row', { name: 'Ask for reviews' });
  await row.getByRole('checkbox').click();
  await page.getByRole('button', { name: 'Delete' }).first().click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove the text' });
  await dialog
    .getByRole('textbox', { name: 'Where should /seo/local-seo/ask-for-reviews lead?' })
    .fill('/seo');
  await dialog.getByRole('button', { name: 'Remove and redirect' }).click();
  await expect(dialog).toBeHidden();
  await expect(row).toBeHidden();
  const folder = await readFolder(desk.contentDir);
  expect(folder.has(path)).toBe(false);
  expect(folder.get('redirects.yaml')).toContain(
    '- from: /seo/local-seo/ask-for-reviews\n  to: /seo\n',
  );
});

/** The page of the text, as soon as it follows changes of the folder. */
async function findPreview(page: Page): Promise<Frame> {
  const frame = page.frameLocator('iframe[title="Content Preview"]').locator('iframe');
  const site = await (await frame.elementHandle())?.contentFrame();
  if (!site) throw new Error('There is no preview.');
  await site.waitForFunction(() => 'isHydrated' in window);
  return site;
}

async function readFolder(folder: string): Promise<ReadonlyMap<string, string>> {
  const names = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  );
  const paths = names.map(({ parentPath, name }) => join(parentPath, name)).toSorted();
  return new Map(
    await Promise.all(
      paths.map(
        async (path) => [path.slice(folder.length + 1), await readFile(path, 'latin1')] as const,
      ),
    ),
  );
}
