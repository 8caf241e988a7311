import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { formatArticle, writeContentFolder } from '../support/content-folder.ts';
import { createSiteNode, type SiteNode } from '../support/site-node.ts';
import { READER } from '../support/test-site.ts';

const ARTICLE = '/seo/local-seo/ask-for-reviews';

describe('a site of two workers', () => {
  let node: SiteNode & AsyncDisposable;
  beforeAll(async () => {
    node = await startWorkers();
  });
  afterAll(() => node[Symbol.asyncDispose]());

  test('gives the same answers from both workers', async () => {
    for (const path of ['/', ARTICLE, '/api/posts', '/search?q=reviews']) {
      const answers = await askOften(node, path, 8);
      expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    }
    expect(await node.health()).toMatchObject({ database: 'SQLite (embedded)' });
  });

  test('counts a visitor once, whichever worker answers', async () => {
    for (const agent of [READER, `${READER} Other/1.0`])
      for (let visit = 0; visit < 6; visit += 1) await view(node, agent);
    await vi.waitFor(async () => {
      expect(JSON.parse((await node.get('/api/posts/ask-for-reviews')).text).popular).toBe(2);
    }, PATIENCE);
  });

  test('keeps serving when a worker dies, and replaces it', async () => {
    const [victim, other] = await listChildren(node);
    if (victim === undefined || other === undefined) throw new Error('There are not two workers.');
    process.kill(victim, 'SIGKILL');
    await vi.waitFor(async () => {
      const workers = await listChildren(node);
      expect(workers).toHaveLength(2);
      expect(workers).toContain(other);
      expect(workers).not.toContain(victim);
    }, PATIENCE);
    expect((await askOften(node, ARTICLE, 8)).map(({ status }) => status)).toEqual(
      Array(8).fill(200),
    );
  });
});

test('two workers draw the cards of a feed, and exit by themselves after draining', async () => {
  const articles = Array.from({ length: 6 }, (_, number) => [
    `articles/seo/local-seo/launch-${number}.md`,
    formatArticle({ title: `Launch day ${number}: a list` }),
  ]);
  const contentDir = await writeContentFolder(Object.fromEntries(articles));
  await using node = await startWorkers({ CONTENT_DIR: contentDir, DRAIN_SECONDS: '1' }, false);
  await vi.waitFor(async () => {
    const feeds = await askOften(node, '/feed.xml', 8);
    expect(feeds.map(({ text }) => text.split('<enclosure ').length)).toEqual(Array(8).fill(8));
  }, PATIENCE);
  await node.stop();
  await expect(node.get(ARTICLE)).rejects.toThrow('fetch failed');
});

test('a port in use is reported, and the server exits', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  const address = other.address();
  const port = typeof address === 'object' ? String(address?.port) : '';
  await expect(createSiteNode({ WORKERS: '2', PORT: port })).rejects.toThrow(
    `Port ${port} is in use.`,
  );
});

test.for(['1', '2'])(
  'a HOST that is not an address of the machine is reported with WORKERS=%s, and the server exits',
  async (workers) => {
    const failing = createSiteNode({ WORKERS: workers, HOST: '203.0.113.7' });
    await expect(failing).rejects.toThrow('HOST 203.0.113.7 is not an address of this machine');
  },
);

const PATIENCE = { timeout: 100_000, interval: 50 };

/** Ready, and without the process that may have filled the index. */
async function startWorkers(
  environment = {},
  isPublished = true,
): Promise<SiteNode & AsyncDisposable> {
  const node = await createSiteNode({ WORKERS: '2', ...environment }, { isPublished });
  await vi.waitFor(async () => expect(await listChildren(node)).toHaveLength(2), PATIENCE);
  return node;
}

function askOften(node: SiteNode, path: string, count: number) {
  return Promise.all(Array.from({ length: count }, () => node.get(path)));
}

async function listChildren(node: SiteNode): Promise<readonly number[]> {
  const pids = await readFile(`/proc/${node.pid()}/task/${node.pid()}/children`, 'utf8');
  return pids
    .trim()
    .split(' ')
    .filter((pid) => pid !== '')
    .map(Number);
}

/** On a new connection, so that the other worker may answer. */
async function view(node: SiteNode, userAgent: string): Promise<void> {
  const { status } = await fetch(`${node.origin()}/api/posts/55/view`, {
    headers: { 'user-agent': userAgent, connection: 'close' },
  });
  expect(status).toBe(204);
}
