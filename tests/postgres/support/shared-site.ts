import type { Environment } from '../../support/server-process.ts';
import { createSiteNode, type SiteNode } from '../../support/site-node.ts';
import type { Result } from '../../support/spawn-command.ts';
import { type Cluster, createCluster, createDatabase } from './cluster.ts';
import { runCommand } from './commands.ts';
import { createProxy, type Network } from './proxy.ts';
import { formatUrl } from './run-sql.ts';

/** A database with the content for tests, and two nodes that follow it through a network. */
export type SharedSite = AsyncDisposable & {
  readonly network: Network;
  /** Straight to the database. */
  readonly url: string;
  readonly first: SiteNode;
  readonly second: SiteNode;
  readonly nodes: readonly SiteNode[];
  readonly publish: (...flags: readonly string[]) => Promise<Result>;
};

/** On a database of this name of the server that tests share; its nodes have these variables besides their own. */
export async function createSharedSite(name: string, more: Environment = {}): Promise<SharedSite> {
  return connectSite(await createDatabase(name), more);
}

/** On a server that a test may break. */
export async function createBreakableSite(): Promise<SharedSite & { readonly cluster: Cluster }> {
  const cluster = await createCluster();
  const site = await connectSite(formatUrl(cluster.port, 'published')).catch(async (error: unknown) => {
    await cluster.remove();
    throw error;
  });
  return {
    ...site,
    cluster,
    [Symbol.asyncDispose]: async () => {
      await site[Symbol.asyncDispose]();
      await cluster.remove();
    },
  };
}

async function connectSite(url: string, more: Environment = {}): Promise<SharedSite> {
  const network = await createProxy(Number(new URL(url).port));
  const environment = { DATABASE_URL: network.via(url), ...more };
  const [first, second] = await Promise.all([createSiteNode(environment), createSiteNode(environment)]);
  return {
    ...{ url, network, first, second },
    nodes: [first, second],
    publish: (...flags) => runCommand(['publish', ...flags], { DATABASE_URL: url }),
    [Symbol.asyncDispose]: async () => {
      await Promise.all([first[Symbol.asyncDispose](), second[Symbol.asyncDispose]()]);
      await network.close();
    },
  };
}
