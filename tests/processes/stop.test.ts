import { describe, expect, test, vi } from 'vitest';
import { type ClientConnection, openConnection } from '../support/connection.ts';
import { createSiteNode, type SiteNode } from '../support/site-node.ts';

const ARTICLE = '/seo/local-seo/ask-for-reviews';

const PATIENCE = { timeout: 100_000, interval: 50 };

describe.each(['1', '2'])('a site with WORKERS=%s, stopped,', (workers) => {
  test('answers every request that was sent before, completely, and closes the connections', async () => {
    await using node = await startPublished(workers);
    const connections = await openMany(node, 60);
    await Promise.all(connections.map(({ ask }) => ask(ARTICLE)));
    // Half of the answers are cached, half are not.
    const asked = connections.map(({ ask }, number) =>
      ask(number % 2 ? ARTICLE : `/made-up-${number}`),
    );
    await node.stop();
    const answers = await Promise.all(asked);
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array(30).fill('200'),
      ...Array(30).fill('404'),
    ]);
    await Promise.all(connections.map(({ ended }) => ended));
  });

  test('closes idle connections', async () => {
    await using node = await startPublished(workers);
    const [used, unused] = [await openMany(node, 20), await openMany(node, 20)];
    for (const { ask } of used)
      expect(await ask(ARTICLE)).toMatchObject({ status: '200', isLast: false });
    await node.stop();
    await Promise.all([...used, ...unused].map(({ ended }) => ended));
  });

  test('closes each connection after its next answer while it drains', async () => {
    await using node = await startPublished(workers, { DRAIN_SECONDS: '600' });
    const [known, fresh] = await openMany(node, 2);
    await known?.ask(ARTICLE);
    const connections = await openMany(node, 20);
    node.terminate();
    await vi.waitFor(async () => {
      // Enough new connections that each worker answers one.
      const probes = await openMany(node, 12);
      const answers = await Promise.all(probes.map(({ ask }) => ask('/api/system/ready')));
      for (const { close } of probes) close();
      expect(answers.map(({ status }) => status)).toEqual(Array(12).fill('503'));
    }, PATIENCE);
    expect(await known?.ask(ARTICLE)).toMatchObject({ status: '200', isLast: true });
    expect(await fresh?.ask('/made-up')).toMatchObject({ status: '404', isLast: true });
    const answers = await Promise.all(connections.map(({ ask }) => ask(ARTICLE)));
    expect(new Set(answers.map(({ isLast }) => isLast))).toEqual(new Set([true]));
    node.terminate();
    await node.ended();
  });
});

function startPublished(workers: string, environment = {}) {
  return createSiteNode({ WORKERS: workers, ...environment }, { isPublished: true });
}

function openMany(node: SiteNode, count: number): Promise<readonly ClientConnection[]> {
  const port = Number(new URL(node.origin()).port);
  return Promise.all(Array.from({ length: count }, () => openConnection(port)));
}
