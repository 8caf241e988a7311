import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { readLocalCounts } from '../../packages/marketing-workbench/src/store/counts/day-counts.ts';
import { readFromState } from '../../packages/marketing-workbench/src/store/state/state.ts';
import { createSiteNode, type SiteNode } from '../support/site-node.ts';
import { READER } from '../support/test-site.ts';

const SLUG = 'ask-for-reviews';
/** If each waited for the lock, as SQLite does for five seconds, the test would run out of time. */
const READERS = 60;

test.for(['1', '2'])(
  'while another program locks the state no reader waits, and every view is counted afterwards (%s workers)',
  async ([WORKERS = '']) => {
    await using node = await createSiteNode({ WORKERS }, { isPublished: true });
    const lock = new DatabaseSync(join(node.dataDir, 'state.sqlite'));
    lock.exec('BEGIN IMMEDIATE');
    const { id } = JSON.parse((await node.get(`/api/posts/${SLUG}`)).text);
    for (let number = 0; number < READERS; number += 1) {
      expect(await view(node, id, number)).toBe(204);
      expect((await node.get(`/seo/local-seo/${SLUG}`)).status).toBe(200);
      expect((await node.get(`/search?q=reviews+${number}`)).status).toBe(200);
    }
    lock.exec('ROLLBACK');
    lock.close();
    await node.stop();
    expect(countViews(node)).toBe(READERS);
    expect(node.output()).toBe('');
  },
);

test('a server that starts while another program locks the state serves and counts', async () => {
  await using node = await createSiteNode({}, { isPublished: true });
  await node.stop();
  const lock = new DatabaseSync(join(node.dataDir, 'state.sqlite'));
  lock.exec('BEGIN IMMEDIATE');
  await node.start();
  const { id } = JSON.parse((await node.get(`/api/posts/${SLUG}`)).text);
  expect(await view(node, id, 1)).toBe(204);
  lock.exec('ROLLBACK');
  lock.close();
  await node.stop();
  expect(countViews(node)).toBe(1);
});

test('a view that was confirmed is counted although the server is killed at once', async () => {
  await using node = await createSiteNode({}, { isPublished: true });
  const { id } = JSON.parse((await node.get(`/api/posts/${SLUG}`)).text);
  const confirmed = await Promise.all(
    Array.from({ length: READERS }, (_, number) => view(node, id, number)),
  );
  await node.kill();
  expect(confirmed).toEqual(Array(READERS).fill(204));
  expect(countViews(node)).toBe(READERS);
});

test('what could not be written before the server stops is named in the log', async () => {
  await using node = await createSiteNode({}, { isPublished: true });
  const { id } = JSON.parse((await node.get(`/api/posts/${SLUG}`)).text);
  const lock = new DatabaseSync(join(node.dataDir, 'state.sqlite'));
  lock.exec('BEGIN IMMEDIATE');
  for (const number of [1, 2]) await view(node, id, number);
  await node.stop();
  lock.close();
  expect(node.output()).toMatch(
    /2 views, searches and dead addresses are lost: another program locks .*state\.sqlite/,
  );
});

/** Of a browser and a network of its own. */
async function view(node: SiteNode, id: number, number: number): Promise<number> {
  const headers = {
    'user-agent': `${READER} Other/${number}`,
    'x-forwarded-for': `192.0.2.${number}`,
  };
  return (await fetch(`${node.origin()}/api/posts/${id}/view`, { headers })).status;
}

function countViews({ dataDir }: SiteNode): number | undefined {
  return readFromState(join(dataDir, 'state.sqlite'), (state) =>
    state === undefined ? undefined : readLocalCounts(state, 0).totals.get(SLUG),
  );
}
