import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatArticle, writeContentFolder } from '../support/content-folder.ts';
import type { SiteNode } from '../support/site-node.ts';
import { expectAgreement } from './support/agreement.ts';
import { runCommand, startCommand } from './support/cluster.ts';
import { runSql } from './support/postgres-server.ts';
import { countViews, startReaders, view, waitUntil } from './support/readers.ts';
import { changeByHand, createBreakableSite, expectFallback, expectRecovery } from './support/shared-site.ts';

const REPLACE = ['--allow-deletions', '--allow-gone'];

let site: Awaited<ReturnType<typeof createBreakableSite>>;
let url: string;
let first: SiteNode;
let second: SiteNode;
let nodes: readonly SiteNode[];

beforeAll(async () => {
  site = await createBreakableSite();
  ({ url, first, second, nodes } = site);
  await expectAgreement({ url, nodes });
});
afterAll(() => site[Symbol.asyncDispose]());

test('nodes sync correctly after PostgreSQL is killed during a sync and restarted', async () => {
  const readers = startReaders(nodes);
  site.network.set({ kind: 'slow', ms: 700 });
  let changes = 0;
  await waitUntil(async () => {
    // On a busy machine the sync may be over before this check: each round makes another change.
    changes += 1;
    await changeByHand(url, `Half way ${changes}`);
    const rows = await runSql(url, "SELECT 1 FROM pg_stat_activity WHERE state = 'idle in transaction'");
    return rows.length > 0;
  });
  await site.cluster.kill();
  site.network.set({ kind: 'open' });
  await expectFallback(nodes);
  await site.cluster.start();
  await site.publish();
  const took = await expectRecovery(site);
  await readers.report('PostgreSQL killed during sync', `${took} ms after publishing`);
});

test('a publisher whose PostgreSQL is killed publishes nothing, and everything when it is repeated', async () => {
  const readers = startReaders(nodes);
  const contentDir = await writeContentFolder({
    'articles/seo/local-seo/added.md': formatArticle({ title: 'Added' }),
  });
  await runSql(
    url,
    `CREATE FUNCTION take_long() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(60); RETURN NULL; END';
    CREATE TRIGGER take_long AFTER INSERT ON posts FOR EACH STATEMENT EXECUTE FUNCTION take_long()`,
  );
  const environment = { DATABASE_URL: url, CONTENT_DIR: contentDir };
  const publisher = startCommand(['publish', ...REPLACE], environment);
  await waitUntil(async () => {
    const rows = await runSql(url, "SELECT 1 FROM pg_stat_activity WHERE query LIKE 'INSERT INTO posts%'");
    return rows.length > 0;
  });
  await site.cluster.kill();
  const { status, output } = await publisher.ended;
  expect(status).toBe(1);
  expect(output).toMatch(/All or none of it was done; run it again/);
  await expectFallback(nodes);
  await site.cluster.start();
  const took = await expectRecovery(site);
  await readers.report('PostgreSQL killed during publish', took);
  await runSql(url, 'DROP TRIGGER take_long ON posts');
  expect(await runCommand(['publish', ...REPLACE], environment)).toMatchObject({ status: 0 });
  await expectAgreement({ url, nodes, contentDir });
  expect(await site.publish(...REPLACE)).toMatchObject({ status: 0 });
  await expectAgreement({ url, nodes });
});

test('each view counts once if PostgreSQL is killed before it acknowledges a batch', async () => {
  const readers = startReaders([second]);
  const { id } = JSON.parse((await first.get('/api/posts/ad-rank')).text);
  site.network.set({ kind: 'slow', ms: 2_500 });
  await view(first, id, { from: 0, to: 30 });
  await waitUntil(async () => (await countViews(url)) > 0);
  await site.cluster.kill();
  site.network.cut();
  site.network.set({ kind: 'open' });
  await view(second, id, { from: 0, to: 12 });
  await first.kill();
  await first.start();
  await view(first, id, { from: 100, to: 105 });
  await site.cluster.start();
  const took = await waitUntil(async () => {
    expect(await countViews(url)).toBe(47);
    for (const node of nodes)
      expect(JSON.parse((await node.get('/api/posts/ad-rank')).text).popular).toBe(47);
    return true;
  });
  await readers.report(
    'PostgreSQL and a node killed during the flush of views',
    `${took} ms, 47 of 47 views`,
  );
});
