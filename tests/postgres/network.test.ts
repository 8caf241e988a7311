import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSiteNode, type SiteNode } from '../support/site-node.ts';
import { expectAgreement } from './support/agreement.ts';
import { runCommand } from './support/cluster.ts';
import { startReaders, waitUntil } from './support/readers.ts';
import {
  changeByHand,
  createSharedSite,
  expectFallback,
  expectRecovery,
  NOTICE,
  type SharedSite,
} from './support/shared-site.ts';

let site: SharedSite;
let url: string;
let first: SiteNode;
let nodes: readonly SiteNode[];

beforeAll(async () => {
  site = await createSharedSite('network');
  ({ url, first, nodes } = site);
  await expectAgreement({ url, nodes });
});
afterAll(() => site[Symbol.asyncDispose]());

test('while the network drops packets, running and new nodes serve the content they have', async () => {
  const readers = startReaders(nodes);
  site.network.set({ kind: 'swallow' });
  await changeByHand(url, 'Nobody hears of this yet');
  await using late = await createSiteNode({ DATABASE_URL: site.network.via(url) });
  expect((await late.get('/seo/local-seo/ask-for-reviews')).status).toBe(200);
  expect((await late.health()).database).toContain('Fallback');
  await expectFallback(nodes);
  site.network.cut();
  site.network.set({ kind: 'open' });
  const took = await waitUntil(async () => {
    const answers = await Promise.all([...nodes, late].map((node) => node.get('/api/posts/ad-rank')));
    return answers.every(({ text }) => text.includes('Nobody hears of this yet'));
  });
  await site.publish();
  await expectRecovery(site);
  await expectAgreement({ url, nodes: [late] });
  await readers.report('packets swallowed, then let through', took);
});

test('with wrong credentials or a missing database a node serves its folder and reports the reason', async () => {
  const wrong = new URL(url);
  wrong.password = 'wrong';
  const missing = new URL(url);
  missing.pathname = '/no-such-database';
  await using refused = await createSiteNode({ DATABASE_URL: wrong.href });
  await using lost = await createSiteNode({ DATABASE_URL: missing.href });
  const readers = startReaders([refused, lost]);
  await waitUntil(async () => (await refused.health()).database.includes('refuses the credentials'));
  await waitUntil(async () => (await lost.health()).database.includes('has no database of the name'));
  expect((await refused.get('/one/two/three/four')).text).toContain(NOTICE);
  expect((await refused.get('/api/system/health')).text).not.toContain('wrong');
  expect(refused.output()).not.toContain('wrong');
  const { status, output } = await runCommand(['publish'], { DATABASE_URL: wrong.href });
  expect(status).toBe(1);
  expect(output).toContain('PostgreSQL refuses the credentials of DATABASE_URL');
  await readers.report('credentials wrong, or no such database', 'never: the folder is served');
});

test('the follower process is restarted when it dies', async () => {
  const readers = startReaders(nodes);
  process.kill(first.followerPid(), 'SIGKILL');
  await changeByHand(url, 'After its death');
  const took = await waitUntil(async () =>
    (await first.get('/api/posts/ad-rank')).text.includes('After its death'),
  );
  await site.publish();
  await expectRecovery(site);
  await readers.report('process that follows killed', took);
});

test('a node that is stopped reports that it is not ready, still answers, and then exits', async () => {
  await using leaving = await createSiteNode({ DATABASE_URL: url, DRAIN_SECONDS: '600' });
  expect(await leaving.get('/api/system/ready')).toEqual({ status: 200, text: '{"ready":true}' });
  leaving.terminate();
  await waitUntil(async () => (await leaving.get('/api/system/ready')).status === 503);
  expect((await leaving.get('/seo')).status).toBe(200);
  // A second signal ends the drain.
  leaving.terminate();
  await leaving.ended();
  await expect(leaving.get('/seo')).rejects.toThrow();
});
