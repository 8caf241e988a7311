import { cpSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';
import { FIXTURE_CONTENT } from '../support/fixture-content.ts';
import { createSiteNode, type SiteNode } from '../support/site-node.ts';
import { spawnCommand } from '../support/spawn-command.ts';
import { createDataDir } from '../support/temporary-store.ts';

const ARTICLE = '/seo/local-seo/ask-for-reviews';
const PATIENCE = { timeout: 100_000, interval: 50 };
const REPLACED = 'it is rebuilt from the content';

let healthy: { readonly article: unknown; readonly revision: string };
beforeAll(async () => {
  await using node = await createSiteNode({}, { isPublished: true });
  healthy = { article: await node.get(ARTICLE), revision: (await node.health()).revision };
});

test.for([
  ['missing', (path: string) => rmSync(path)],
  ['changed in its texts', changeLetters],
] as const)('a server that starts on an index that is %s rebuilds it', async ([, damage]) => {
  const prepare = (dataDir: string) => damage(join(dataDir, 'index.sqlite'));
  await using node = await createSiteNode({}, { prepare, isPublished: true });
  expect(await node.get(ARTICLE)).toEqual(healthy.article);
  expect((await node.health()).revision).toBe(healthy.revision);
  expect(countLines(node, 'holds no content. It is filled from')).toBe(1);
});

test('while the content folder is missing answers are 503 and the log says why; once it exists, the index is filled', async () => {
  const contentDir = join(createDataDir(), 'content');
  await using node = await createSiteNode({ CONTENT_DIR: contentDir }, { isWaitedFor: false });
  for (const path of ['/', ARTICLE, '/api/posts', '/search?q=reviews', '/api/system/ready'])
    expect((await node.get(path)).status).toBe(503);
  const failures = /can't be filled: .*content is not a folder.*\. Retrying in (\d+) s/g;
  await vi.waitFor(() => {
    const waits = [...node.output().matchAll(failures)].map(([, seconds]) => seconds);
    expect(waits.slice(0, 2)).toEqual(['1', '2']);
  }, PATIENCE);
  cpSync(FIXTURE_CONTENT, `${contentDir}.new`, { recursive: true });
  renameSync(`${contentDir}.new`, contentDir);
  await node.ready();
  expect((await node.get(ARTICLE)).status).toBe(200);
});

test('one of two workers replaces an index that is damaged while they run, and both open the new one', async () => {
  await using node = await createSiteNode(
    { WORKERS: '2', PAGE_CACHE_MB: '0' },
    { isPublished: true },
  );
  const slugs = JSON.parse((await node.get('/api/posts')).text).map(
    ({ slug }: { slug: string }) => slug,
  );
  writeFileSync(indexOf(node), 'no database '.repeat(10_000));
  // A worker may still have in memory what it read before.
  for (const slug of slugs)
    expect([200, 503]).toContain((await node.get(`/api/posts/${slug}`)).status);
  await vi.waitFor(() => expect(node.output()).toContain(REPLACED), PATIENCE);
  await node.ready();
  await vi.waitFor(async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => node.get(ARTICLE)));
    expect(answers).toEqual(answers.map(() => healthy.article));
  }, PATIENCE);
  expect(countLines(node, REPLACED)).toBe(1);
});

const PICTURE = /\/media\/\w+-keyword-match-types-funnel\.svg/;

test('a server that starts without the files of its pictures, or loses one, writes them again', async () => {
  const prepare = (dataDir: string) => rmSync(join(dataDir, 'media'), { recursive: true });
  await using node = await createSiteNode({ WORKERS: '2' }, { prepare, isPublished: true });
  const [path = ''] =
    PICTURE.exec((await node.get('/google-ads/google-search/keyword-match-types')).text) ?? [];
  const waitForPicture = () =>
    vi.waitFor(async () => expect(await node.get(path)).toMatchObject({ status: 200 }), PATIENCE);
  await waitForPicture();
  expect(countLines(node, 'The lost files are there again')).toBe(1);
  for (const file of listFiles(join(node.dataDir, 'media'))) writeFileSync(file, 'damaged');
  expect((await node.get(path)).status).toBe(503);
  expect((await node.get(ARTICLE)).status).toBe(200);
  await waitForPicture();
  expect((await publish(node)).output).toContain(': 0 added, 0 changed, 0 removed');
});

function listFiles(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
}

test('publishing over a damaged index says so and rebuilds it; a server that has the old file open serves the new one', async () => {
  await using node = await createSiteNode({}, { isPublished: true });
  changeLetters(indexOf(node));
  const { status, output } = await publish(node);
  expect(status).toBe(0);
  // Nothing is added if the server, which notices the empty index, was faster to fill it.
  expect(output).toMatch(/bytes that were published; it is rebuilt.*\n.*: \d+ added, 0 changed/);
  await node.ready();
  expect(await node.get(ARTICLE)).toEqual(healthy.article);
  expect((await publish(node)).output).toContain(': 0 added, 0 changed, 0 removed');
});

function publish({ dataDir }: SiteNode) {
  return spawnCommand(['publish'], { DATA_DIR: dataDir }).ended;
}

function indexOf({ dataDir }: SiteNode): string {
  return join(dataDir, 'index.sqlite');
}

/** Changes texts, which SQLite can't notice. */
function changeLetters(path: string): void {
  const bytes = readFileSync(path);
  const word = Buffer.from('customers');
  for (let place = bytes.indexOf(word); place >= 0; place = bytes.indexOf(word, place + 1))
    bytes.write('C', place);
  writeFileSync(path, bytes);
}

function countLines(node: SiteNode, text: string): number {
  return node.output().split(text).length - 1;
}
