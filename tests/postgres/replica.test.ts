import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { formatArticle } from '../support/content-folder.ts';
import { FIXTURE_CONTENT } from '../support/fixture-content.ts';
import { createSiteNode } from '../support/site-node.ts';
import { expectAgreement } from './support/agreement.ts';
import { createCluster, succeed } from './support/cluster.ts';
import { runSql } from './support/postgres-server.ts';
import { createProxy } from './support/proxy.ts';
import {
  countViews,
  readPost,
  startReaders,
  view,
  waitForDatabase,
  waitForTitle,
  waitUntil,
} from './support/readers.ts';
import { changeByHand } from './support/shared-site.ts';

test('the primary is killed and the replica promoted: no read fails, no view is lost, publishing goes on', async () => {
  const primary = await createCluster();
  const url = primary.url('published');
  const replica = await primary.createReplica();
  const replicaUrl = replica.url('published');
  // Stands for the names of primary and replica, which move to the new primary.
  const network = await createProxy(primary.port);
  try {
    const environment = { DATABASE_URL: network.via(url), DATABASE_REPLICA_URL: replicaUrl };
    await using first = await createSiteNode(environment);
    await using second = await createSiteNode(environment);
    const nodes = [first, second];
    await expectAgreement({ url, nodes });
    await using _readers = startReaders(nodes);
    const { id } = await readPost(first);

    await changeByHand(url, 'Through the replica');
    await waitForTitle(nodes, 'Through the replica');
    await runSql(replicaUrl, 'SELECT pg_wal_replay_pause()');
    await changeByHand(url, 'Not yet on the replica');
    await waitForDatabase(first, 'is behind its primary');
    expect((await first.health()).contentAgeSeconds).toBeGreaterThan(5);
    await runSql(replicaUrl, 'SELECT pg_wal_replay_resume()');
    await waitForTitle(nodes, 'Not yet on the replica');
    await waitForDatabase(first, /^PostgreSQL$/);

    await view(first, id, { from: 0, to: 10 });
    await view(second, id, { from: 100, to: 105 });
    await waitUntil(async () => (await countViews(replicaUrl)) === 15);

    await primary.kill();
    await view(first, id, { from: 10, to: 17 });
    await view(second, id, { from: 105, to: 109 });
    await runSql(replica.url('postgres'), 'SELECT pg_promote()');
    network.moveTo(replica.port);
    network.cut();
    await waitUntil(async () => (await countViews(replicaUrl)) === 26);

    await primary.start();
    await changeByHand(url, 'By the old primary');
    await view(first, id, { from: 17, to: 20 });
    await view(second, id, { from: 109, to: 111 });
    await waitUntil(async () => {
      expect(await countViews(replicaUrl)).toBe(31);
      for (const node of nodes) expect((await readPost(node)).popular).toBe(31);
    });
    expect(await countViews(url)).toBe(15);

    const contentDir = join(await createFolder(), 'content');
    await cp(FIXTURE_CONTENT, contentDir, { recursive: true });
    const article = formatArticle({ title: 'After the failover' });
    await writeFile(join(contentDir, 'articles/seo/local-seo/after.md'), article);
    await succeed(['publish'], { DATABASE_URL: network.via(url), CONTENT_DIR: contentDir });
    await waitForTitle(nodes, 'After the failover', 'after');
    await expectAgreement({ url: replicaUrl, nodes, contentDir });
  } finally {
    await network.close();
    await replica.remove();
    await primary.remove();
  }
});

async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'workbench-failover-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}
