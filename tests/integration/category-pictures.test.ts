/** The pictures and icons of categories, which the theme of the site draws. */
import { rm } from 'node:fs/promises';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { createLosses } from '../../packages/marketing-workbench/src/export/losses.ts';
import { restoreFolder } from '../../packages/marketing-workbench/src/export/restore-folder.ts';
import { compileFolder } from '../support/compile-folder.ts';
import { formatArticle } from '../support/content-folder.ts';
import { compileFiles, type Files, writeShapes } from '../support/content-shapes.ts';
import { getElement, listElements } from '../support/html-search.ts';
import { NOW } from '../support/records.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

const DRAWING =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" width="9" height="9"><path d="M0 0h9"/></svg>';

const SITE = `name: Bakery
categories:
  - { slug: bread, name: Bread, picture: bread.svg }
  - { slug: cakes, name: Cakes, picture: cake.png }
  - { slug: pies, name: Pies }
`;

async function createFiles(): Promise<Files> {
  const photo = sharp({ create: { width: 600, height: 600, channels: 4, background: '#d23' } });
  return {
    'site.yaml': SITE,
    'categories/bread.svg': DRAWING,
    'categories/cake.png': await photo.png().toBuffer(),
    'articles/bread/rye.md': formatArticle(),
  };
}

/** Returns the style sheet of the site's look, to which its pages link. */
async function readTheme(site: TestSite): Promise<string> {
  const head = getElement((await site.page('/')).root, 'head');
  const [theme] = listElements(head, 'link', { rel: 'stylesheet' });
  return (await site.get(String(theme?.attributes.href))).body;
}

test('a picture of a category stands where its icon would, with an address that may be cached', async () => {
  await using site = await createTestSite({ records: await compileFiles(await createFiles()) });
  const theme = await readTheme(site);
  for (const [slug, ending] of [
    ['bread', 'bread.svg'],
    ['cakes', 'cake-480.webp'],
  ]) {
    const rule = new RegExp(`\\.picture-${slug}\\{[^}]*url\\("(/media/[0-9a-f]{16}-${ending})"\\)`);
    const [, address = ''] = rule.exec(theme) ?? [];
    const { statusCode, headers } = await site.get(address);
    expect([address, statusCode]).toEqual([expect.stringMatching(/^\/media\//), 200]);
    expect(headers['cache-control']).toContain('immutable');
  }
  for (const path of ['/', '/bread', '/sitemap', '/bread/rye']) {
    const icons = listElements((await site.page(path)).main, 'i', {});
    const classes = icons.map(({ attributes }) => String(attributes.class).split(' ')[0]);
    expect([path, classes]).toEqual([path, expect.arrayContaining(['picture-bread'])]);
  }
});

test('a category without icon and picture has a neutral icon', async () => {
  await using site = await createTestSite({ records: await compileFiles(await createFiles()) });
  const categories =
    await site.read<readonly { readonly slug: string; readonly icon: string }[]>('/api/categories');
  expect(categories.map(({ icon }) => icon)).toEqual([
    'picture-bread',
    'picture-cakes',
    'MdArticle',
  ]);
  const theme = await readTheme(site);
  expect(theme).toContain('.MdArticle{--icon:url(');
  expect(theme).not.toContain('.BiSearch');
});

test('a picture that is missing is named with its line, and one that no category shows is advice', async () => {
  const folder = await writeShapes({
    ...(await createFiles()),
    'site.yaml': SITE.replace('bread.svg', 'braed.svg'),
  });
  onTestFinished(() => rm(folder, { recursive: true }));
  const { problems, advice } = await compileFolder(folder, new Date(NOW));
  expect(problems.map(({ line, message }) => [line, message])).toEqual([
    [3, 'picture braed.svg is not in the folder categories; did you mean bread.svg?'],
  ]);
  expect(advice.map(({ file, rule }) => [file.replace(/^[^/]*/, ''), rule])).toContainEqual([
    '/categories/bread.svg',
    'unusedPictures',
  ]);
});

test('a folder that is restored from the records has the pictures', async () => {
  const records = await compileFiles(await createFiles());
  const restored = restoreFolder(records, createLosses());
  const read = async (path: string) =>
    String(await restored.find((file) => file.path === path)?.read());
  const settings = await read('site.yaml');
  expect(settings).toContain('picture: bread.svg');
  expect(settings).toContain('picture: cake-480.webp');
  expect(settings).toContain('icon: MdArticle');
  expect(await read('categories/bread.svg')).toBe(DRAWING);
});
