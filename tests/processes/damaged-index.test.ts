import { cpSync, readFileSync, renameSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { FIXTURE_CONTENT } from '../support/fixture-content.ts';
import { createSiteNode, type SiteNode } from '../support/site-node.ts';
import { spawnCommand } from '../support/spawn-command.ts';
import { createDataDir } from '../support/temporary-store.ts';

const ARTICLE = '/seo/local-seo/ask-for-reviews';
/** What is awaited comes in a few seconds, or never. */
const PATIENCE = { timeout: 100_000, interval: 50 };
const REPLACED = 'it is rebuilt from the content';

test.for([
  ['that is missing', (path: string) => rmSync(path)],
  ['of zero bytes', (path: string) => truncateSync(path)],
  ['that is garbage', (path: string) => writeFileSync(path, 'no database '.repeat(10_000))],
  ['that is cut short', (path: string) => truncateSync(path, statSync(path).size / 2)],
  ['whose letters changed', changeLetters],
] as const)('a server that starts on an index %s rebuilds it by itself', async ([, damage]) => {
  await using node = await createSiteNode({});
  const article = await node.get(ARTICLE);
  const { revision } = await node.health();
  await node.stop();
  damage(indexOf(node));
  await node.start();
  await node.ready();
  expect(await node.get(ARTICLE)).toEqual(article);
  expect((await node.health()).revision).toBe(revision);
  // Once at the very first start, and once now.
  expect(countLines(node, 'holds no content. It is filled from')).toBe(2);
});

test('while the content folder is missing the answer is 503 and the log says why; once it is there, the site heals', async () => {
  const contentDir = join(createDataDir(), 'content');
  await using node = await createSiteNode({ CONTENT_DIR: contentDir }, { isWaitedFor: false });
  for (const path of ['/', ARTICLE, '/api/posts', '/search?q=reviews', '/api/system/ready'])
    expect((await node.get(path)).status).toBe(503);
  const failures = /can't be filled: .*content can't be read.*\. It is tried again in (\d+) s/g;
  await vi.waitFor(() => {
    const waits = [...node.output().matchAll(failures)].map(([, seconds]) => seconds);
    expect(waits.slice(0, 2)).toEqual(['1', '2']);
  }, PATIENCE);
  cpSync(FIXTURE_CONTENT, `${contentDir}.new`, { recursive: true });
  renameSync(`${contentDir}.new`, contentDir);
  await node.ready();
  expect((await node.get(ARTICLE)).status).toBe(200);
});

test('of two workers one replaces an index that goes wrong under them, and both come over to the new one', async () => {
  await using node = await createSiteNode({ WORKERS: '2', PAGE_CACHE_MB: '0' });
  const article = await node.get(ARTICLE);
  const slugs = JSON.parse((await node.get('/api/posts')).text).map(({ slug }: { slug: string }) => slug);
  writeFileSync(indexOf(node), 'no database '.repeat(10_000));
  // What was read before, a worker has in memory.
  for (const slug of slugs) expect([200, 503]).toContain((await node.get(`/api/posts/${slug}`)).status);
  await vi.waitFor(() => expect(node.output()).toContain(REPLACED), PATIENCE);
  await node.ready();
  await vi.waitFor(async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => node.get(ARTICLE)));
    expect(answers).toEqual(answers.map(() => article));
  }, PATIENCE);
  expect(countLines(node, REPLACED)).toBe(1);
});

test('publishing over damage says so and writes all anew, which a server that has the old file open shows', async () => {
  await using node = await createSiteNode({});
  const article = await node.get(ARTICLE);
  changeLetters(indexOf(node));
  const { status, output } = await publish(node);
  expect(status).toBe(0);
  expect(output).toMatch(/bytes that were published; it is rebuilt.*\n.*: [1-9]\d* added, 0 changed/);
  await node.ready();
  expect(await node.get(ARTICLE)).toEqual(article);
  expect((await publish(node)).output).toContain(': 0 added, 0 changed, 0 removed');
});

function publish({ dataDir }: SiteNode) {
  return spawnCommand(['publish'], { DATA_DIR: dataDir }).ended;
}

function indexOf({ dataDir }: SiteNode): string {
  return join(dataDir, 'index.sqlite');
}

/** In texts, where SQLite takes them as they are. */
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
