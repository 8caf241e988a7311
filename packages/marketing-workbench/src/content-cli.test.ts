import { existsSync } from 'node:fs';
import { readdir, stat, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { expect, test } from 'vitest';
import {
  ARTICLE_FILE,
  formatArticle,
  SVG,
  writeContentFolder,
} from '../../../tests/support/content-folder.ts';
import { createPhoto } from '../../../tests/support/photos.ts';
import { runCommand } from '../../../tests/support/run-command.ts';
import { spawnCommand } from '../../../tests/support/spawn-command.ts';
import { createDataDir, openTestStore } from '../../../tests/support/temporary-store.ts';
import { VERSION } from './config.ts';
import { readRevision } from './store/index/status.ts';
import { listMediaFiles } from './store/media/stored-media.ts';
import { findPost } from './store/posts/posts.ts';

const run = (command: string, environment: Readonly<Record<string, string>>) =>
  runCommand([command], environment);

test('an unknown command prints the usage', async () => {
  expect(await spawnCommand(['publish-all'], {}).ended).toEqual({
    status: 2,
    output: expect.stringMatching(
      /^“publish-all” is not a command; .*\nUsage: .* <command>\n {2}start .*\n {2}dev .*\n {2}desk .*\n {2}check .*\n {2}publish /,
    ),
  });
});

test('the version of the program is printed', async () => {
  expect(await run('--version', {})).toEqual({ status: 0, output: `${VERSION}\n` });
});

test('texts are compiled in watch mode, in which threads also say what they have loaded', async () => {
  const environment = { DATA_DIR: '/nonexistent', WATCH_REPORT_DEPENDENCIES: '1' };
  // Which messages come first differs from run to run.
  const checks = [1, 2, 3].map(() => spawnCommand(['check'], environment).ended);
  for (const { status, output } of await Promise.all(checks))
    expect({ status, output }).toEqual({
      status: 0,
      output: expect.stringContaining('no problems'),
    });
});

test('a check without problems prints a summary, and writes nothing', async () => {
  const dataDir = join(createDataDir(), 'data');
  expect(await run('check', { DATA_DIR: dataDir })).toEqual({
    status: 0,
    output: expect.stringMatching(
      /tests\/fixtures\/content: 56 live articles, 1 scheduled \(the next on 2100-01-01 at 00:00 UTC\), 1 draft, 28 legacy posts, 4 pictures, no problems\.\n$/,
    ),
  });
  expect(existsSync(dataDir)).toBe(false);
});

test('a check lists every problem with its file and line, and their number', async () => {
  const contentDir = await writeContentFolder({
    [ARTICLE_FILE]: formatArticle({ title: undefined, publishedAt: 'soon' }),
    'articles/seo/local-seo/featured.md': formatArticle({ title: 'Featured' }),
  });
  const { status, output } = await run('check', {
    CONTENT_DIR: contentDir,
    DATA_DIR: createDataDir(),
  });
  const lines = output.trim().split('\n');
  expect(status).toBe(1);
  for (const line of [
    /^content\/articles\/seo\/local-seo\/base-article\.md(:\d+)? title is missing/,
    /^content\/articles\/seo\/local-seo\/base-article\.md:\d+ publishedAt /,
    /^content\/articles\/seo\/local-seo\/featured\.md:1 has the name “featured”/,
  ]) {
    expect(lines).toContainEqual(expect.stringMatching(line));
  }
  expect(lines.at(-1)).toBe(`${lines.length - 1} errors to fix.`);
});

test('publishing fills the index, then stores what changed under its id, and nothing if there is a problem', async () => {
  const [dataDir, contentDir] = [createDataDir(), await writeContentFolder()];
  const publish = () => run('publish', { DATA_DIR: dataDir, CONTENT_DIR: contentDir });
  const describeRun = (counts: string) =>
    `Published 1 live article, 28 legacy posts, 0 pictures: ${counts}; revision ${readRevision(store).slice(0, 12)}.\n`;
  const first = await publish();
  const store = openTestStore(dataDir);
  const before = findPost(store, 'base-article', Date.now());
  expect(first).toEqual({ status: 0, output: describeRun('58 added, 0 changed, 0 removed') });
  expect((await publish()).output).toBe(describeRun('0 added, 0 changed, 0 removed'));

  await writeFile(join(contentDir, ARTICLE_FILE), formatArticle({ title: 'Another title' }));
  expect((await publish()).output).toBe(describeRun('0 added, 1 changed, 0 removed'));
  const after = findPost(store, 'base-article', Date.now());
  expect(after).toMatchObject({ id: before?.id, title: 'Another title' });

  const revision = readRevision(store);
  await writeFile(
    join(contentDir, 'articles/seo/local-seo/good.md'),
    formatArticle({ title: 'A good one' }),
  );
  await writeFile(join(contentDir, 'categories.yaml'), 'seo');
  const { status, output } = await publish();
  expect(status).toBe(1);
  expect(output).toMatch(/to fix\.\nNothing was published; .*\n$/);
  expect(readRevision(store)).toBe(revision);
  expect(findPost(store, 'good', Date.now())).toBeUndefined();
  expect(findPost(store, 'base-article', Date.now())).toBeDefined();
});

test('a check measures pictures, and the first publish alone encodes them', async () => {
  const [dataDir, cover] = [createDataDir(), { src: 'photo.png', alt: 'A shop' }];
  const contentDir = await writeContentFolder({
    [ARTICLE_FILE]: formatArticle(
      { cover },
      'Words.\n\n![A shop.](photo.png)\n\n![A form.](form.svg)',
    ),
    'articles/seo/local-seo/photo.png': await createPhoto(1500, 900),
    'articles/seo/local-seo/form.svg': SVG.replace('<svg', '<svg class="stretch"'),
  });
  const runHere = (command: string) => run(command, { DATA_DIR: dataDir, CONTENT_DIR: contentDir });
  const listCache = async () => {
    const names = await readdir(join(dataDir, 'images'));
    const files = names.filter((name) => !name.endsWith('.json')).toSorted();
    return Promise.all(
      files.map(async (name) => [name, (await stat(join(dataDir, 'images', name))).ino] as const),
    );
  };
  const countTypes = (files: Awaited<ReturnType<typeof listCache>>) =>
    Object.fromEntries(
      Map.groupBy(files, ([name]) => extname(name))
        .entries()
        .map(([type, all]) => [type, all.length]),
    );

  const checked = await runHere('check');
  expect([checked.status, await listCache()]).toEqual([0, []]);
  const summary = /18 pictures/;
  expect(checked.output).toMatch(summary);
  expect((await runHere('publish')).output).toMatch(summary);
  const encoded = await listCache();
  expect(countTypes(encoded)).toEqual({ '.avif': 7, '.webp': 7, '.jpg': 1, '.png': 1, '.svg': 2 });
  const published = listMediaFiles(openTestStore(dataDir).index).map(({ name }) => name);
  expect(published.filter((name) => /photo|form/.test(name))).toHaveLength(18);

  await runHere('check');
  expect((await runHere('publish')).output).toContain('0 added, 0 changed, 0 removed');
  expect(await listCache()).toEqual(encoded);
});

test('a data folder that is a file is reported in one line', async () => {
  const dataDir = join(createDataDir(), 'file');
  await writeFile(dataDir, '');
  expect(await run('publish', { DATA_DIR: dataDir })).toEqual({
    status: 1,
    output: expect.stringMatching(/^EEXIST.*DATA_DIR is .*file\. DATA_DIR has to be a folder\.\n$/),
  });
});

test('an invalid configuration stops a command', async () => {
  const { status, output } = await run('check', { PORT: 'x', TRUST_PROXY: 'perhaps' });
  expect(status).toBe(1);
  expect(output).toMatch(/^PORT .*\nTRUST_PROXY .*\n$/);
});
