import { expect, test } from 'vitest';
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

test('a node reads from a replica and keeps working after the replica is promoted to primary', async () => {
  const primary = await createCluster();
  const url = primary.url('published');
  const replica = await primary.createReplica();
  const network = await createProxy(primary.port);
  try {
    const replicaUrl = replica.url('published');
    await using node = await createSiteNode({
      DATABASE_URL: network.via(url),
      DATABASE_REPLICA_URL: replicaUrl,
    });
    await expectAgreement({ url, nodes: [node] });
    await using _readers = startReaders([node]);
    const { id } = await readPost(node);

    await changeByHand(url, 'Through the replica');
    await waitForTitle([node], 'Through the replica');
    await runSql(replicaUrl, 'SELECT pg_wal_replay_pause()');
    await changeByHand(url, 'Not yet on the replica');
    await waitForDatabase(node, 'is behind its primary');
    expect((await node.health()).contentAgeSeconds).toBeGreaterThan(5);
    await runSql(replicaUrl, 'SELECT pg_wal_replay_resume()');
    await waitForTitle([node], 'Not yet on the replica');
    await waitForDatabase(node, /^PostgreSQL$/);

    await view(node, id, { from: 0, to: 10 });
    await waitUntil(async () => (await countViews(replicaUrl)) === 10);

    await primary.kill();
    await view(node, id, { from: 10, to: 17 });
    await runSql(replica.url('postgres'), 'SELECT pg_promote()');
    network.cut();
    network.moveTo(replica.port);
    await waitUntil(async () => (await countViews(replicaUrl)) === 17);
    await changeByHand(replicaUrl, 'By the new primary');
    await waitForTitle([node], 'By the new primary');
    await succeed(['publish'], { DATABASE_URL: network.via(url) });
    await expectAgreement({ url: replicaUrl, nodes: [node] });
  } finally {
    await network.close();
    await replica.remove();
    await primary.remove();
  }
});
