import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { formatArticle, writeContentFolder } from '../support/content-folder.ts';
import { createSiteNode, type SiteNode } from '../support/site-node.ts';
import { READER } from '../support/test-site.ts';

const ARTICLE = '/seo/local-seo/ask-for-reviews';

describe('a site of two workers', () => {
  test('serves, and shows a publish in both', async () => {
    await using node = await startWorkers();
    for (const path of ['/', ARTICLE, '/api/posts', '/search?q=reviews']) {
      const answers = await Promise.all(Array.from({ length: 8 }, () => node.get(path)));
      expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    }
    expect(await node.health()).toMatchObject({ database: 'SQLite (embedded)' });
  });

  test('counts a visitor once, whichever of them answers', async () => {
    await using node = await startWorkers();
    for (const agent of [READER, `${READER} Other/1.0`])
      for (let visit = 0; visit < 6; visit += 1) await view(node, agent);
    await vi.waitFor(async () => {
      expect(JSON.parse((await node.get('/api/posts/ask-for-reviews')).text).popular).toBe(2);
    }, PATIENCE);
  });

  test('draws each card once', async () => {
    const titles = Array.from({ length: 6 }, (_, number) => `Launch day ${number} \u{1fadf}: a list`);
    const articles = titles.map((title, number) => [
      `articles/seo/local-seo/launch-${number}.md`,
      formatArticle({ title }),
    ]);
    const contentDir = await writeContentFolder(Object.fromEntries(articles));
    await using node = await startWorkers({ CONTENT_DIR: contentDir });
    await vi.waitFor(async () => {
      const feeds = await Promise.all(Array.from({ length: 8 }, () => node.get('/feed.xml')));
      expect(feeds.map(({ text }) => text.split('<enclosure ').length)).toEqual(Array(8).fill(8));
    }, PATIENCE);
    // A card tells of its missing letters each time that it is drawn.
    expect(node.output().match(/No typeface has/g)).toHaveLength(titles.length);
  });

  test('goes on without one that dies, and soon has two again', async () => {
    await using node = await startWorkers();
    const [victim, other] = await listChildren(node);
    if (victim === undefined || other === undefined) throw new Error('There are not two workers.');
    process.kill(victim, 'SIGKILL');
    await vi.waitFor(async () => {
      const workers = await listChildren(node);
      expect(workers).toHaveLength(2);
      expect(workers).toContain(other);
      expect(workers).not.toContain(victim);
    }, PATIENCE);
    const answers = await Promise.all(Array.from({ length: 8 }, () => node.get(ARTICLE)));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
  });

  test('answers all that comes while it drains, and ends at a second signal', async () => {
    await using node = await startWorkers({ DRAIN_SECONDS: '600' });
    node.terminate();
    await vi.waitFor(async () => expect((await node.get('/api/system/ready')).status).toBe(503), PATIENCE);
    const answers = await Promise.all(Array.from({ length: 40 }, () => node.get(ARTICLE)));
    expect(answers.map(({ status }) => status)).toEqual(Array(40).fill(200));
    node.terminate();
    await node.ended();
    await expect(node.get(ARTICLE)).rejects.toThrow('fetch failed');
  });

  test('ends by itself when it has drained', async () => {
    await using node = await startWorkers({ DRAIN_SECONDS: '1' });
    await node.stop();
    await expect(node.get(ARTICLE)).rejects.toThrow('fetch failed');
  });
});

test('where the port is in use, it says so and ends', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  const address = other.address();
  const port = typeof address === 'object' ? String(address?.port) : '';
  await expect(createSiteNode({ WORKERS: '2', PORT: port })).rejects.toThrow(`Port ${port} is in use.`);
});

test.for(['1', '2'])(
  'where HOST is no address of the machine, a site with WORKERS=%s says so and ends',
  async (workers) => {
    const failing = createSiteNode({ WORKERS: workers, HOST: '203.0.113.7' });
    await expect(failing).rejects.toThrow('HOST 203.0.113.7 is no address of this machine');
  },
);

/** What is awaited comes in a second or two, or never. */
const PATIENCE = { timeout: 100_000, interval: 50 };

/** Ready, and without the process that filled the index. */
async function startWorkers(environment = {}): Promise<SiteNode & AsyncDisposable> {
  const node = await createSiteNode({ WORKERS: '2', ...environment });
  await vi.waitFor(async () => expect(await listChildren(node)).toHaveLength(2), PATIENCE);
  return node;
}

async function listChildren(node: SiteNode): Promise<readonly number[]> {
  const pids = await readFile(`/proc/${node.pid()}/task/${node.pid()}/children`, 'utf8');
  return pids
    .trim()
    .split(' ')
    .filter((pid) => pid !== '')
    .map(Number);
}

/** Over a connection of its own, so that the next one may be another worker's. */
async function view(node: SiteNode, userAgent: string): Promise<void> {
  const { status } = await fetch(`${node.origin()}/api/posts/55/view`, {
    headers: { 'user-agent': userAgent, connection: 'close' },
  });
  expect(status).toBe(204);
}
