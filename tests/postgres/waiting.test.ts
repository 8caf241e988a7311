import { expect, test } from 'vitest';
import { startReaders, waitForTitle } from './support/readers.ts';
import { changeByHand, expectRecovery, prepareSharedSite } from './support/shared-site.ts';

/** Longer than any reader waits: a request that waited for the database would fail. */
const DATABASE_ANSWER_SECONDS = '600';

const site = await prepareSharedSite('waiting', { DATABASE_ANSWER_SECONDS });
const { network, nodes, url } = site;

test('a database that takes two seconds per answer is followed, and no request fails', async () => {
  network.set({ kind: 'slow', ms: 2_000 });
  network.cut();
  await using _readers = startReaders(nodes);
  await changeByHand(url, 'Slowly');
  await waitForTitle(nodes, 'Slowly');
  network.set({ kind: 'open' });
  expect(await site.publish()).toMatchObject({ status: 0 });
  await expectRecovery(site);
});

test('no reader waits for the database', async () => {
  network.set({ kind: 'swallow' });
  await changeByHand(url, 'On its way');
  for (const node of nodes) {
    expect((await node.get('/api/posts/ad-rank')).status).toBe(200);
    expect((await node.get('/seo')).status).toBe(200);
    expect((await node.get('/api/posts/ad-rank')).text).not.toContain('On its way');
  }
  network.cut();
  network.set({ kind: 'open' });
  expect(await site.publish()).toMatchObject({ status: 0 });
  await expectRecovery(site);
});
