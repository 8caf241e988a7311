import { afterAll, expect } from 'vitest';
import type { Environment } from '../../support/server-process.ts';
import { createSiteNode, type SiteNode } from '../../support/site-node.ts';
import type { CommandResult } from '../../support/spawn-command.ts';
import { expectAgreement } from './agreement.ts';
import { createCluster, createDatabase, runCommand } from './cluster.ts';
import { runSql } from './postgres-server.ts';
import { createProxy, type Network } from './proxy.ts';
import { waitForDatabase } from './readers.ts';

/**
 * A database with the fixture content, and two nodes that follow it through a network with faults.
 */
export type SharedSite = AsyncDisposable & {
  readonly network: Network;
  /** Bypasses the network. */
  readonly url: string;
  readonly first: SiteNode;
  readonly second: SiteNode;
  readonly nodes: readonly SiteNode[];
  readonly publish: (...flags: readonly string[]) => Promise<CommandResult>;
};

/** On the shared server, until the tests of the file end. */
export async function prepareSharedSite(name: string, more: Environment = {}): Promise<SharedSite> {
  const site = await connectSite(await createDatabase(name), more);
  afterAll(() => site[Symbol.asyncDispose]());
  await expectAgreement(site);
  return site;
}

/** On a server of its own that a test may crash. */
export async function prepareBreakableSite() {
  const cluster = await createCluster();
  afterAll(() => cluster.remove());
  const site = await connectSite(cluster.url('published'), {});
  afterAll(() => site[Symbol.asyncDispose]());
  await expectAgreement(site);
  return { ...site, cluster };
}

async function connectSite(url: string, more: Environment): Promise<SharedSite> {
  const network = await createProxy(Number(new URL(url).port));
  const environment = { DATABASE_URL: network.via(url), ...more };
  const [first, second] = await Promise.all([
    createSiteNode(environment),
    createSiteNode(environment),
  ]);
  return {
    url,
    network,
    first,
    second,
    nodes: [first, second],
    publish: (...flags) => runCommand(['publish', ...flags], { DATABASE_URL: url }),
    [Symbol.asyncDispose]: async () => {
      await Promise.all([first[Symbol.asyncDispose](), second[Symbol.asyncDispose]()]);
      await network.close();
    },
  };
}

export const NOTICE = 'Limited Functionality Mode';

export async function expectFallback(nodes: readonly SiteNode[]): Promise<void> {
  for (const node of nodes) {
    await waitForDatabase(
      node,
      /^Fallback since \d{4}-\d\d-\d\dT[\d:]+Z: .+; this site serves the content of \d{4}-/,
    );
    expect(await node.health()).toMatchObject({
      revision: expect.stringMatching(/^[0-9a-f]{64}$/),
      contentAgeSeconds: expect.any(Number),
      indexBytes: expect.any(Number),
      nodeId: expect.stringMatching(/^[0-9a-f]{12}$/),
    });
    const missing = await node.get('/one/two/three/four');
    expect(missing.status).toBe(404);
    expect(missing.text).toContain(NOTICE);
    expect(missing.text).toMatch(/<a [^>]*href="\/db-setup-help"/);
    expect((await node.get('/db-setup-help')).status).toBe(200);
    const article = await node.get('/seo/local-seo/ask-for-reviews');
    expect(article.status).toBe(200);
    expect(article.text).toContain('</article>');
  }
}

/** Expects that the nodes follow again and agree. */
export async function expectRecovery(site: SharedSite): Promise<void> {
  await expectAgreement(site);
  for (const node of site.nodes)
    expect((await node.get('/one/two/three/four')).text).not.toContain(NOTICE);
}

export async function changeByHand(url: string, title: string): Promise<void> {
  await runSql(url, "UPDATE posts SET title = $1 WHERE slug = 'ad-rank'", [title]);
}
