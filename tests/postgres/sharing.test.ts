import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { createSiteNode, type SiteNode } from '../support/site-node.ts';
import { expectAgreement } from './support/agreement.ts';
import { createDatabase, insertPost } from './support/cluster.ts';
import { runSql } from './support/postgres-server.ts';
import {
  readPost,
  startReaders,
  view,
  waitForDatabase,
  waitForTitle,
  waitUntil,
} from './support/readers.ts';
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

test('a poll makes up for a lost notification also if the transaction began before one that a node has seen', async () => {
  await runSql(url, 'ALTER TABLE posts DISABLE TRIGGER announce_change');
  const slow = new Client({ connectionString: url });
  await slow.connect();
  await slow.query("BEGIN; UPDATE posts SET title = 'Begun first' WHERE slug = 'ad-rank'");
  await runSql(url, "UPDATE posts SET title = 'Ended first' WHERE slug = 'ad-schedule'");
  await waitForTitle(nodes, 'Ended first', 'ad-schedule');
  await slow.query('COMMIT');
  await slow.end();
  await waitForTitle(nodes, 'Begun first');
  await runSql(url, 'ALTER TABLE posts ENABLE TRIGGER announce_change');
  await site.publish();
  await expectAgreement(site);
});

test('ten polls read fewer rows than there are articles, and than there are totals of views', async () => {
  const own = await createDatabase('cheap-polls');
  await runSql(
    own,
    `INSERT INTO post_views (slug, count, heat) SELECT 'made-up-' || number, 1, 680 FROM generate_series(1, 1000) AS number;
    ANALYZE post_views`,
  );
  // A new connection would begin with a whole reading again.
  await using node = await createSiteNode({ DATABASE_URL: own, DATABASE_ANSWER_SECONDS: '600' });
  await waitForDatabase(node, /^PostgreSQL$/);
  const read = async () => {
    const rows = await runSql(
      own,
      `SELECT relname AS name, seq_scan + coalesce(idx_scan, 0) AS scans, seq_tup_read + coalesce(idx_tup_fetch, 0) AS rows
         FROM pg_stat_user_tables`,
    );
    const find = (name: string, what: 'scans' | 'rows') =>
      Number(rows.find((row) => row.name === name)?.[what]);
    return {
      polls: Math.min(find('content_changes', 'scans'), find('post_views', 'scans')),
      posts: find('posts', 'rows'),
      views: find('post_views', 'rows'),
    };
  };
  // The first reading is whole, and the next ones are until each transaction that began before
  // these rows has ended.
  await waitUntil(async () => (await read()).views >= 1_000);
  await waitUntil(async () => (await runSql(own, UNSETTLED)).length === 0);
  const { polls } = await read();
  await waitUntil(async () => (await read()).polls >= polls + 2);
  const before = await read();
  await waitUntil(async () => (await read()).polls >= before.polls + 10);
  const after = await read();
  const [{ posts } = {}] = await runSql(own, 'SELECT count(*)::integer AS posts FROM posts');
  expect(after.posts - before.posts).toBeLessThan(Number(posts));
  expect(after.views - before.views).toBeLessThan(100);
});

const UNSETTLED =
  'SELECT FROM post_views WHERE changed_by >= pg_snapshot_xmin(pg_current_snapshot()) LIMIT 1';

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
