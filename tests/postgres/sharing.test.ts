import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { createSiteNode, type SiteNode } from '../support/site-node.ts';
import { expectAgreement } from './support/agreement.ts';
import { createDatabase, insertPost } from './support/cluster.ts';
import { runSql } from './support/postgres-server.ts';
import { readPost, startReaders, view, waitForDatabase, waitForTitle, waitUntil } from './support/readers.ts';
import { changeByHand, prepareSharedSite } from './support/shared-site.ts';

const site = await prepareSharedSite('sharing');
const { first, nodes, second, url } = site;

test('an UPDATE by hand reaches both nodes, and the next publishing reverts it', async () => {
  await using _readers = startReaders([first, second]);
  await changeByHand(url, 'Changed by hand');
  await waitForTitle(nodes, 'Changed by hand');
  expect((await first.get('/google-ads/google-search/ad-rank')).text).toContain('Changed by hand');
  expect((await site.publish('--dry-run')).output).toContain('~ post:ad-rank');
  expect((await site.publish()).output).toContain('0 added, 1 changed, 0 removed');
  await expectAgreement(site);
});

test('a notification delivers a change at once to a node that polls every ten minutes', async () => {
  await using listener = await createSiteNode({ DATABASE_URL: url, DATABASE_POLL_SECONDS: '600' });
  await expectAgreement({ url, nodes: [listener] });
  await changeByHand(url, 'Announced');
  await waitForTitle([listener], 'Announced');
  expect((await site.publish()).status).toBe(0);
  await expectAgreement({ url, nodes: [listener, first, second] });
});

test('the next poll makes up for a lost notification', async () => {
  await using _readers = startReaders([first, second]);
  await runSql(
    url,
    `ALTER TABLE posts DISABLE TRIGGER announce_change;
    UPDATE posts SET title = 'Never announced' WHERE slug = 'ad-rank'; ALTER TABLE posts ENABLE TRIGGER announce_change`,
  );
  await waitForTitle(nodes, 'Never announced');
  await site.publish();
  await expectAgreement(site);
});

test('nodes poll less often when comparing the content takes long', async () => {
  const own = await createDatabase('slow-digest');
  // Each comparison takes long and is counted. A sync, which also compares, is a transaction that can't count.
  await runSql(
    own,
    `CREATE SEQUENCE comparisons START 1;
    ALTER VIEW content_manifest RENAME TO manifest_rows;
    CREATE VIEW content_manifest AS
      WITH compared AS MATERIALIZED (
        SELECT pg_sleep(0.5), CASE current_setting('transaction_read_only') WHEN 'off' THEN nextval('comparisons') END
      )
      SELECT manifest_rows.* FROM manifest_rows, compared`,
  );
  const count = async () => {
    const [row] = await runSql(
      own,
      `SELECT last_value AS comparisons, seq_scan AS polls
         FROM comparisons, pg_stat_user_tables WHERE relname = 'post_views'`,
    );
    return { comparisons: Number(row?.comparisons), polls: Number(row?.polls) };
  };
  await using node = await createSiteNode({ DATABASE_URL: own });
  await waitForDatabase(node, /^PostgreSQL$/);
  const before = await count();
  await waitUntil(async () => (await count()).polls >= before.polls + 10);
  expect((await count()).comparisons - before.comparisons).toBeLessThan(4);
});

test('a scheduled post appears on both nodes in the second it is due', async () => {
  const due = new Date(Date.now() + 3_000);
  due.setMilliseconds(0);
  await runSql(
    url,
    `BEGIN; UPDATE posts SET title = 'Here before' WHERE slug = 'ad-rank';
    ${insertPost('on-the-second', { publishedAt: due.toISOString() })} COMMIT`,
  );
  await Promise.all(nodes.map((node) => expectOnTheSecond(node, due.getTime())));
  await runSql(url, "DELETE FROM posts WHERE slug = 'on-the-second'");
  await site.publish('--allow-gone');
});

/** Requests before the due time get 404, requests after it get the post. */
async function expectOnTheSecond(node: SiteNode, due: number): Promise<void> {
  await waitForTitle([node], 'Here before');
  await waitUntil(async () => {
    const askedAt = Date.now();
    const { status } = await node.get('/api/posts/on-the-second');
    if (Date.now() < due) expect.soft(status).toBe(404);
    if (askedAt >= due) expect.soft(status).toBe(200);
    return askedAt >= due;
  });
}

test('views of both nodes add up, and both rank popular articles alike', async () => {
  const { id: rank } = await readPost(first);
  const { id: schedule } = await readPost(first, 'ad-schedule');
  await Promise.all([
    view(first, rank, { from: 0, to: 40 }),
    view(second, rank, { from: 0, to: 25 }),
    view(second, schedule, { from: 0, to: 50 }),
  ]);
  await waitUntil(async () => {
    const rows = await runSql(url, 'SELECT slug, count FROM post_views ORDER BY slug');
    expect(rows).toEqual([
      { slug: 'ad-rank', count: '65' },
      { slug: 'ad-schedule', count: '50' },
    ]);
    const lists = await Promise.all(nodes.map((node) => node.get('/api/posts/popular')));
    for (const { text } of lists) {
      const [most, next]: { readonly slug: string; readonly popular: number }[] = JSON.parse(text);
      expect([most, next]).toMatchObject([
        { slug: 'ad-rank', popular: 65 },
        { slug: 'ad-schedule', popular: 50 },
      ]);
    }
  });
  const heats = nodes.map(({ dataDir }) => readHeats(dataDir));
  expect(heats[0]).toHaveLength(2);
  expect(heats[0]).toEqual(heats[1]);
});

test('views of a node whose clock is ten years ahead count as views of today', async () => {
  const { id } = await readPost(second, 'ad-schedule');
  await runSql(url, "UPDATE post_views SET heat = heat + 3650 / 30.0 WHERE slug = 'ad-schedule'");
  await view(first, id, { from: 50, to: 51 });
  await waitUntil(async () => {
    const { text } = await second.get('/api/posts/popular');
    expect(JSON.parse(text)[0]).toMatchObject({ slug: 'ad-rank' });
    const [row] = await runSql(url, "SELECT heat FROM post_views WHERE slug = 'ad-schedule'");
    return Number(row?.heat) < 800;
  });
});

function readHeats(dataDir: string): readonly unknown[] {
  using state = new DatabaseSync(join(dataDir, 'state.sqlite'), { readOnly: true, timeout: 5_000 });
  return state.prepare('SELECT post_id, count, heat FROM views ORDER BY post_id').all();
}
