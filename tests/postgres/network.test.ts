import { expect, test } from 'vitest';
import { createSiteNode } from '../support/site-node.ts';
import { expectAgreement } from './support/agreement.ts';
import { runCommand } from './support/cluster.ts';
import { startReaders, waitForDatabase, waitForTitle } from './support/readers.ts';
import {
  changeByHand,
  expectFallback,
  expectRecovery,
  NOTICE,
  prepareSharedSite,
} from './support/shared-site.ts';

const site = await prepareSharedSite('network');
const { network, nodes, url } = site;

test('while the network drops packets, running and new nodes serve the content they have', async () => {
  await using _readers = startReaders(nodes);
  network.set({ kind: 'swallow' });
  await changeByHand(url, 'Nobody hears of this yet');
  await using late = await createSiteNode({ DATABASE_URL: network.via(url) });
  expect((await late.get('/seo/local-seo/ask-for-reviews')).status).toBe(200);
  expect((await late.health()).database).toContain('Fallback');
  await expectFallback(nodes);
  network.cut();
  network.set({ kind: 'open' });
  await waitForTitle([...nodes, late], 'Nobody hears of this yet');
  await site.publish();
  await expectRecovery(site);
  await expectAgreement({ url, nodes: [late] });
});

test('with wrong credentials or a missing database a node serves its folder and reports the reason', async () => {
  const wrong = new URL(url);
  wrong.password = 'wrong';
  const missing = new URL(url);
  missing.pathname = '/no-such-database';
  await using refused = await createSiteNode({ DATABASE_URL: wrong.href });
  await using lost = await createSiteNode({ DATABASE_URL: missing.href });
  await using _readers = startReaders([refused, lost]);
  await waitForDatabase(refused, 'refuses the credentials');
  await waitForDatabase(lost, 'has no database of the name');
  expect((await refused.get('/one/two/three/four')).text).toContain(NOTICE);
  expect((await refused.get('/api/system/health')).text).not.toContain('wrong');
  expect(refused.output()).not.toContain('wrong');
  const { status, output } = await runCommand(['publish'], { DATABASE_URL: wrong.href });
  expect(status).toBe(1);
  expect(output).toContain('PostgreSQL refuses the credentials of DATABASE_URL');
});

test('the follower process is restarted when it dies', async () => {
  await using _readers = startReaders(nodes);
  process.kill(site.first.followerPid(), 'SIGKILL');
  await changeByHand(url, 'After its death');
  await waitForTitle([site.first], 'After its death');
  await site.publish();
  await expectRecovery(site);
});
