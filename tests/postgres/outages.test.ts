import { expect, test } from 'vitest';
import { formatArticle, writeContentFolder } from '../support/content-folder.ts';
import { expectAgreement } from './support/agreement.ts';
import { startCommand, succeed } from './support/cluster.ts';
import { runSql } from './support/postgres-server.ts';
import { countViews, readPost, startReaders, view, waitUntil } from './support/readers.ts';
import {
  changeByHand,
  expectFallback,
  expectRecovery,
  prepareBreakableSite,
} from './support/shared-site.ts';

const REPLACE = ['--allow-deletions', '--allow-gone'];

const site = await prepareBreakableSite();
const { cluster, first, network, nodes, second, url } = site;

test('nodes sync correctly after PostgreSQL is killed during a sync and restarted', async () => {
  await using _readers = startReaders(nodes);
  network.set({ kind: 'slow', ms: 700 });
  let changes = 0;
  await waitUntil(async () => {
    // On a busy machine the sync may be over before this check: each round makes another change.
    changes += 1;
    await changeByHand(url, `Half way ${changes}`);
    const rows = await runSql(
      url,
      "SELECT 1 FROM pg_stat_activity WHERE state = 'idle in transaction'",
    );
    return rows.length > 0;
  });
  await cluster.kill();
  network.set({ kind: 'open' });
  await expectFallback(nodes);
  await cluster.start();
  await site.publish();
  await expectRecovery(site);
});

test('a publisher whose PostgreSQL is killed publishes nothing, and everything when it is repeated', async () => {
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
    const rows = await runSql(
      url,
      "SELECT 1 FROM pg_stat_activity WHERE query LIKE 'INSERT INTO posts%'",
    );
    return rows.length > 0;
  });
  {
    await using _readers = startReaders(nodes);
    await cluster.kill();
    const { status, output } = await publisher.ended;
    expect(status).toBe(1);
    expect(output).toMatch(/All or none of it was done; run it again/);
    await expectFallback(nodes);
    await cluster.start();
    await expectRecovery(site);
  }
  await runSql(url, 'DROP TRIGGER take_long ON posts');
  await succeed(['publish', ...REPLACE], environment);
  await expectAgreement({ url, nodes, contentDir });
  expect(await site.publish(...REPLACE)).toMatchObject({ status: 0 });
  await expectAgreement(site);
});

test('each view counts once, in total and of the day, if the answer to a batch is lost', async () => {
  await using _readers = startReaders([second]);
  const { id } = await readPost(first);
  network.set({ kind: 'slow', ms: 2_500 });
  await view(first, id, { from: 0, to: 30 });
  await waitUntil(async () => (await countViews(url)) > 0);
  await cluster.kill();
  network.cut();
  network.set({ kind: 'open' });
  await view(second, id, { from: 0, to: 12 });
  await first.kill();
  await first.start();
  await view(first, id, { from: 100, to: 105 });
  await cluster.start();
  await waitUntil(async () => {
    expect(await countViews(url)).toBe(47);
    for (const node of nodes) expect((await readPost(node)).popular).toBe(47);
  });

  // The answer to the batch of day counts is lost, after PostgreSQL has committed it.
  network.set({ kind: 'slow', ms: 2_500 });
  await view(first, id, { from: 200, to: 203 });
  await waitUntil(async () => (await countDayViews(url)) === 50);
  network.cut();
  network.set({ kind: 'open' });
  await view(first, id, { from: 300, to: 302 });
  await waitUntil(async () => {
    expect(await countViews(url)).toBe(52);
    expect(await countDayViews(url)).toBe(52);
  });
});

async function countDayViews(database: string): Promise<number> {
  const [row] = await runSql(
    database,
    "SELECT sum(count) FROM day_counts WHERE kind = 'view' AND name = 'ad-rank'",
  );
  return Number(row?.sum ?? 0);
}
