/** Backups that hold the content folder and the state in one .zip. */
import {
  appendFileSync,
  cpSync,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { ZipFile } from 'yazl';
import { FIXTURE_CONTENT } from '../support/fixture-content.ts';
import { copyPublished } from '../support/published-data.ts';
import { createSiteNode } from '../support/site-node.ts';
import { spawnCommand } from '../support/spawn-command.ts';
import { createDataDir } from '../support/temporary-store.ts';
import { READER } from '../support/test-site.ts';

const ARTICLE = 'articles/seo/local-seo/ask-for-reviews.md';

test('a backup of a running site restores folder, ids and views on a machine that has neither', async () => {
  await using node = await createSiteNode({}, { isPublished: true });
  const file = join(createDataDir(), 'site.zip');
  const headers = { 'user-agent': READER };
  expect((await fetch(`${node.origin()}/api/posts/55/view`, { headers })).status).toBe(204);
  const backup = await run(['backup', file], { DATA_DIR: node.dataDir });
  expect(backup.output).toMatch(
    /^Backed up \d\d files of .*content, the ids of \d+ posts and 1 views to .*site\.zip\.\n$/,
  );
  expect(readdirSync(join(file, '..'))).toEqual(['site.zip']);
  const fresh = join(createDataDir(), 'deeper');
  const content = join(fresh, 'content');
  const dataDir = join(fresh, 'data');
  const nowhere = { DATA_DIR: dataDir, CONTENT_DIR: join(fresh, 'nowhere') };
  const restored = await run(['restore', file, '--to', content], nowhere);
  expect(restored.output).toMatch(/^Restored \d\d files to .*content, and the ids of \d+ posts/);
  expect(restored).toMatchObject({ status: 0, output: expect.stringContaining('\nPublished ') });
  expect(readFolder(content)).toEqual(readFolder(FIXTURE_CONTENT));
  expect(statSync(content).mode & 0o777).toBe(0o777 & ~process.umask());
  expect(readdirSync(fresh).toSorted()).toEqual(['content', 'data']);
  expect(existsSync(join(dataDir, 'restoring'))).toBe(false);
  await using again = await createSiteNode({ CONTENT_DIR: content, DATA_DIR: dataDir });
  expect(JSON.parse((await again.get('/api/posts/ask-for-reviews')).text)).toMatchObject({
    id: 55,
    popular: 1,
  });
});

test('verify builds the site of a backup, and finds what the folder has changed since', async () => {
  const [content, file] = [copyContent(), join(createDataDir(), 'site.zip')];
  const settings = { CONTENT_DIR: content, DATA_DIR: await copyData() };
  await run(['backup', file], settings);
  const same = await run(['verify', file], settings);
  expect(same.output).toMatch(/^(\d{3,}) addresses compared: \1 the same, 0 different\.$/m);
  const text = readFileSync(join(content, ARTICLE), 'utf8');
  writeFileSync(join(content, ARTICLE), text.replace(/^title: .*$/m, 'title: "Ask each guest"'));
  const changed = await run(['verify', file], settings);
  expect(changed.status).toBe(1);
  expect(changed.output).toMatch(/^\/.* differs at line \d+: .*Ask each guest/m);
});

test('restore refuses a folder that has files, and with --state-only leaves it as it is', async () => {
  const [content, dataDir, file] = [
    copyContent(),
    await copyData(),
    join(createDataDir(), 'a.zip'),
  ];
  const settings = { CONTENT_DIR: content, DATA_DIR: dataDir };
  await run(['backup', file], settings);
  appendFileSync(join(content, ARTICLE), '\nMine.\n');
  const before = readFolder(content);
  const state = readFileSync(join(dataDir, 'state.sqlite'));
  const refused = await run(['restore', file], settings);
  expect(refused).toEqual({
    status: 1,
    output: `${content} has files, which restore does not replace. Move it away, name another folder with --to, or restore only the state with --state-only.\n`,
  });
  expect(readFileSync(join(dataDir, 'state.sqlite'))).toEqual(state);
  const restored = await run(['restore', file, '--state-only'], settings);
  expect(restored.output).toMatch(
    /^Restored the ids of \d+ posts and 0 views\. The previous state/,
  );
  expect(restored.status).toBe(0);
  expect(readFolder(content)).toEqual(before);
  const aFile = await run(['restore', file, '--to', join(content, ARTICLE)], settings);
  expect(aFile.output).toMatch(/ask-for-reviews\.md has files, which restore does not replace\./);
  const both = await run(['restore', file, '--state-only', '--to', 'x'], settings);
  expect(both.output).toBe('Only the state is restored, which needs no folder. Leave out --to.\n');
});

test('nothing is restored while the site serves, not even the folder', async () => {
  await using node = await createSiteNode({}, { isPublished: true });
  const file = join(createDataDir(), 'site.zip');
  await run(['backup', file], { DATA_DIR: node.dataDir });
  const target = join(createDataDir(), 'content');
  const refused = await run(['restore', file, '--to', target], { DATA_DIR: node.dataDir });
  expect(refused).toEqual({
    status: 1,
    output: expect.stringMatching(/^A server .* Stop it, then restore again\.\n$/),
  });
  expect(readdirSync(join(target, '..'))).toEqual([]);
});

test('a killed backup leaves the former one, and the next one removes what it left', async () => {
  const [content, dataDir, folder] = [copyContent(), await copyData(), createDataDir()];
  const file = join(folder, 'site.zip');
  const settings = { CONTENT_DIR: content, DATA_DIR: dataDir };
  await run(['backup', file], settings);
  const former = readFileSync(file);
  writeFileSync(join(content, 'film.bin'), Buffer.alloc(300_000_000, 'film'));
  const { child, ended } = spawnCommand(['backup', file, '--overwrite'], settings);
  await vi.waitFor(
    () => expect(statSync(`${file}.part`, { throwIfNoEntry: false })?.size).toBeGreaterThan(0),
    { timeout: 20_000, interval: 5 },
  );
  child.kill('SIGKILL');
  await ended;
  expect(readFileSync(file).equals(former)).toBe(true);
  expect(readdirSync(folder)).toContain('site.zip.part');
  rmSync(join(content, 'film.bin'));
  expect((await run(['backup', file, '--overwrite'], settings)).status).toBe(0);
  expect(readdirSync(folder)).toEqual(['site.zip']);
});

test('links, .git and node_modules are left out, and a backup is never inside the folder', async () => {
  const [content, dataDir] = [copyContent(), await copyData()];
  const settings = { CONTENT_DIR: content, DATA_DIR: dataDir };
  for (const name of ['.git', 'node_modules']) {
    mkdirSync(join(content, name));
    writeFileSync(join(content, name, 'config'), 'x');
  }
  symlinkSync('/etc/passwd', join(content, 'passwd.txt'));
  const [file, target] = [join(createDataDir(), 'a.zip'), join(createDataDir(), 'content')];
  const { status, output } = await run(['backup', file], settings);
  expect(output).toContain(`${content}/passwd.txt is no regular file and was left out.\n`);
  expect(output.match(/was left out/g)).toHaveLength(1);
  expect(status).toBe(0);
  await run(['restore', file, '--to', target], { DATA_DIR: createDataDir() });
  expect(readFolder(target)).toEqual(readFolder(FIXTURE_CONTENT));
  const inside = await run(['backup', join(content, 'a.zip')], settings);
  expect(inside.output).toMatch(
    /a\.zip is in the content folder itself\. Name a file elsewhere\.\n$/,
  );
});

test('a backup that was cut off or damaged is refused, and changes nothing', async () => {
  const [content, file] = [join(createDataDir(), 'content'), join(createDataDir(), 'a.zip')];
  mkdirSync(content);
  writeFileSync(join(content, 'picture.png'), Buffer.alloc(5_000, 'picture'));
  await run(['backup', file], { CONTENT_DIR: content, DATA_DIR: await copyData() });
  const complete = readFileSync(file);
  truncateSync(file, complete.length - 1_000);
  await expectRefusal(file, /a\.zip is not a complete backup: /);
  const damaged = Buffer.from(complete);
  damaged.write('P', damaged.indexOf('picturepicturepicture') + 70);
  writeFileSync(file, damaged);
  await expectRefusal(file, /a\.zip is not a complete backup: content\/picture\.png is damaged\./);
});

test.each<[string, RegExp, readonly (readonly [string, string, number?])[]]>([
  ['a path outside', /invalid relative path: content\/\.\.\/\.\.\/x/, [['content/!!/!!/x', 'x']]],
  ['an absolute path', /absolute path: \/outside1/, [['!outside1', 'x']]],
  ['a backslash', /invalid characters in fileName: content\\x/, [['content!x', 'x']]],
  ['a link', /content\/link is a link/, [['content/link', '/etc', 0o120777]]],
  ['another file', /program\.sh is no file of a backup/, [['program.sh', 'x']]],
  ['hooks of git', /content\/\.git\/hooks\/x is no file of/, [['content/.git/hooks/x', 'x']]],
  [
    'a path twice',
    /content\/a is in it twice/,
    [
      ['content/a', 'x'],
      ['content/a', 'y'],
    ],
  ],
  ['no state', /state\.sqlite is missing/, [['content/a', 'x']]],
  [
    'a file that fills the disk',
    /content\/a grows more than 250 times when unpacked/,
    [['content/a', 'a'.repeat(30_000_000)]],
  ],
])('an archive with %s is refused, and changes nothing', async (what, reason, files) => {
  const file = join(createDataDir(), 'a.zip');
  const zip = new ZipFile();
  const add = (name: string, text: string, mode = 0o100644) =>
    zip.addBuffer(Buffer.from(text), name, { mode });
  const label = { format: 1, version: '1.1.0', createdAt: '2026-01-01T00:00:00Z' };
  zip.addBuffer(Buffer.from(JSON.stringify(label)), 'backup.json', { compress: false });
  if (what !== 'no state') add('state.sqlite', 'state');
  for (const [name, text, mode] of files) add(name, text, mode);
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(file));
  // yazl writes no such names.
  const named = readFileSync(file, 'latin1')
    .replaceAll('/!!/!!/', '/../../')
    .replaceAll('!outside1', '/outside1')
    .replaceAll('content!x', 'content\\x');
  writeFileSync(file, named, 'latin1');
  await expectRefusal(file, reason);
});

async function expectRefusal(file: string, reason: RegExp): Promise<void> {
  const [dataDir, folder] = [await copyData(), createDataDir()];
  const before = readFolder(dataDir);
  const target = join(folder, 'content');
  const { status, output } = await run(['restore', file, '--to', target], { DATA_DIR: dataDir });
  expect(output).toMatch(reason);
  expect(status).toBe(1);
  expect(readFolder(dataDir)).toEqual(before);
  expect(readdirSync(folder)).toEqual([]);
}

function run(args: readonly string[], environment: Readonly<Record<string, string>>) {
  return spawnCommand(args, environment).ended;
}

/** The bytes of each file, by path. Linked folders are left out: sites of other tests share them. */
function readFolder(folder: string): ReadonlyMap<string, string> {
  const read = (path: string): readonly (readonly [string, string])[] =>
    readdirSync(join(folder, path), { withFileTypes: true }).flatMap((entry) => {
      const inside = join(path, entry.name);
      if (entry.isDirectory()) return read(inside);
      return entry.isFile() ? [[inside, readFileSync(join(folder, inside), 'latin1')]] : [];
    });
  return new Map(read(''));
}

function copyContent(): string {
  const folder = join(createDataDir(), 'content');
  cpSync(FIXTURE_CONTENT, folder, { recursive: true });
  return folder;
}

async function copyData(): Promise<string> {
  const dataDir = await copyPublished(inject('publishedDir'), 'published');
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  return dataDir;
}
