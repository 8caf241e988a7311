import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SiteNode } from '../support/site-node.ts';
import { expectAgreement } from './support/agreement.ts';
import { startReaders, waitUntil } from './support/readers.ts';
import { changeByHand, createSharedSite, expectRecovery, type SharedSite } from './support/shared-site.ts';

/** Longer than any reader waits: a request that waited for the database would fail. */
const DATABASE_ANSWER_SECONDS = '600';

let site: SharedSite;
let url: string;
let nodes: readonly SiteNode[];

beforeAll(async () => {
  site = await createSharedSite('waiting', { DATABASE_ANSWER_SECONDS });
  ({ url, nodes } = site);
  await expectAgreement({ url, nodes });
});
afterAll(() => site[Symbol.asyncDispose]());

test('a database that takes two seconds per answer is followed, and no request fails', async () => {
  site.network.set({ kind: 'slow', ms: 2_000 });
  site.network.cut();
  const readers = startReaders(nodes);
  await changeByHand(url, 'Slowly');
  const took = await waitUntil(async () => {
    const answers = await Promise.all(nodes.map((node) => node.get('/api/posts/ad-rank')));
    return answers.every(({ text }) => text.includes('Slowly'));
  });
  site.network.set({ kind: 'open' });
  await site.publish();
  await expectRecovery(site);
  await readers.report('two seconds a query', took);
});

test('no reader waits for the database', async () => {
  site.network.set({ kind: 'swallow' });
  await changeByHand(url, 'On its way');
  for (const node of nodes) {
    expect((await node.get('/api/posts/ad-rank')).status).toBe(200);
    expect((await node.get('/seo')).status).toBe(200);
    expect((await node.get('/api/posts/ad-rank')).text).not.toContain('On its way');
  }
  site.network.cut();
  site.network.set({ kind: 'open' });
  await site.publish();
  await expectRecovery(site);
});
