import { expect, test } from 'vitest';
import { createSiteNode } from '../support/site-node.ts';
import { expectAgreement } from './support/agreement.ts';
import { createCluster, runCommand } from './support/cluster.ts';
import { runSql } from './support/postgres-server.ts';
import { createProxy } from './support/proxy.ts';
import { countViews, startReaders, view, waitUntil } from './support/readers.ts';

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
    const readers = startReaders([node]);
    const { id } = JSON.parse((await node.get('/api/posts/ad-rank')).text);

    await runSql(url, "UPDATE posts SET title = 'Through the replica' WHERE slug = 'ad-rank'");
    const through = await waitUntil(async () =>
      (await node.get('/api/posts/ad-rank')).text.includes('Through the replica'),
    );
    await runSql(replicaUrl, 'SELECT pg_wal_replay_pause()');
    await runSql(url, "UPDATE posts SET title = 'Not yet on the replica' WHERE slug = 'ad-rank'");
    await waitUntil(async () => (await node.health()).database.includes('is behind its primary'));
    expect((await node.health()).contentAgeSeconds).toBeGreaterThan(5);
    await runSql(replicaUrl, 'SELECT pg_wal_replay_resume()');
    await waitUntil(async () => (await node.get('/api/posts/ad-rank')).text.includes('Not yet on'));
    await waitUntil(async () => (await node.health()).database === 'PostgreSQL');

    await view(node, id, { from: 0, to: 10 });
    await waitUntil(async () => (await countViews(replicaUrl)) === 10);

    await primary.kill();
    await view(node, id, { from: 10, to: 17 });
    await runSql(replica.url('postgres'), 'SELECT pg_promote()');
    network.cut();
    network.moveTo(replica.port);
    const took = await waitUntil(async () => (await countViews(replicaUrl)) === 17);
    await runSql(replicaUrl, "UPDATE posts SET title = 'By the new primary' WHERE slug = 'ad-rank'");
    await waitUntil(async () => (await node.get('/api/posts/ad-rank')).text.includes('By the new primary'));
    expect(await runCommand(['publish'], { DATABASE_URL: network.via(url) })).toMatchObject({ status: 0 });
    await expectAgreement({ url: replicaUrl, nodes: [node] });
    await readers.report(
      'failover to a replica',
      `${took} ms after the promotion; through the replica ${through} ms`,
    );
  } finally {
    await network.close();
    await replica.remove();
    await primary.remove();
  }
});
