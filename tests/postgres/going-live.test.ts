import { afterAll, expect, test } from 'vitest';
import { startReceiver } from '../support/receiver.ts';
import { insertPost } from './support/cluster.ts';
import { runSql } from './support/postgres-server.ts';
import { waitForTitle, waitUntil } from './support/readers.ts';
import { changeByHand, prepareSharedSite } from './support/shared-site.ts';

const cache = await startReceiver();
afterAll(cache.stop);
const site = await prepareSharedSite('going_live', { PURGE_URL: cache.url });
const { first, second, nodes, url } = site;

const countTold = (slug: string) =>
  cache.received.filter((body) => body.includes(`post-${slug}`)).length;
const isSettled = async () => expect(await runSql(url, 'SELECT * FROM notices')).toEqual([]);

/** Returns the time at which it goes live. */
async function schedule(slug: string, milliseconds: number): Promise<number> {
  const due = Date.now() + milliseconds;
  await runSql(url, insertPost(slug, { publishedAt: new Date(due).toISOString() }));
  return due;
}

test('of several nodes one tells of an article that goes live, again until it was heard, and of no other', async () => {
  await waitUntil(async () =>
    expect(await runSql(url, 'SELECT until FROM live_until')).toHaveLength(1),
  );
  expect(cache.received).toEqual([]);
  cache.statuses.push(500);
  await schedule('told-once', 2_000);
  await schedule('told-never', 2_000);
  await runSql(url, "DELETE FROM posts WHERE slug = 'told-never'");
  await waitUntil(async () => expect(countTold('told-once')).toBe(2));
  await waitUntil(isSettled);
  await changeByHand(url, 'Some rounds later');
  await waitForTitle(nodes, 'Some rounds later');
  expect(countTold('told-once')).toBe(2);
  expect(countTold('told-never')).toBe(0);
  expect(nodes.map((node) => node.output()).join('\n')).toContain('PURGE_URL answered 500');
});

test('nodes that were down when the time came tell once after their start', async () => {
  const due = await schedule('while-down', 1_000);
  await Promise.all(nodes.map((node) => node.kill()));
  await waitUntil(async () => Date.now() > due);
  expect(countTold('while-down')).toBe(0);
  await Promise.all([first.start(), second.start()]);
  await waitUntil(async () => expect(countTold('while-down')).toBe(1));
  await waitUntil(isSettled);
  expect(countTold('while-down')).toBe(1);
});
