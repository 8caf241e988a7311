import {
  createSeededRandom,
  type Random,
} from '../packages/marketing-workbench/src/ui/cover/random.ts';
import { UNITS } from './scale-units.ts';

export type Parameters = {
  readonly nodes: number;
  readonly articles: number;
  /**
   * Pages and counted views of all readers; scripts, styles and pictures never change, so the CDN
   * answers them.
   */
  readonly requestsPerSecond: number;
  /** Share of the pages that the CDN answers: the most popular ones. */
  readonly cdnHits: number;
  readonly publishesPerHour: number;
  readonly pageCacheMb: number;
};

/** Share of the requests that count a view, which no cache answers. */
const VIEW_SHARE = 0.2;
const SEED = 20_261_125;
/** Requests of a node that are simulated; the first half fills its cache. */
const SIMULATED = 200_000;
/**
 * Share of the page cache for addresses that the site links to; the rest is for addresses that
 * anyone can make up.
 */
const LINKED_PART = 15 / 16;
const SECONDS_PER_HOUR = 3_600;
const MEGABYTE = 1e6;
const GIGABYTE = 1e9;

/** Simulates a cluster; the result depends only on the parameters. Rates are per second. */
export function simulate(parameters: Parameters) {
  const { nodes, requestsPerSecond, cdnHits } = parameters;
  const views = requestsPerSecond * VIEW_SHARE;
  const pages = requestsPerSecond - views;
  const perNode = { pages: (pages * (1 - cdnHits)) / nodes, views: views / nodes };
  return {
    requests: {
      readers: requestsPerSecond,
      cdn: pages * cdnHits,
      pagesPerNode: perNode.pages,
      viewsPerNode: perNode.views,
    },
    node: computeNode(parameters, perNode),
    database: computeDatabase(parameters, perNode.views),
    publisher: {
      memoryGb:
        (UNITS.publisher.memoryBytes + parameters.articles * UNITS.publisher.bytesPerArticle) /
        GIGABYTE,
    },
  };
}

type Rates = { readonly pages: number; readonly views: number };

function computeNode(parameters: Parameters, { pages, views }: Rates) {
  const { nodes, articles, publishesPerHour, pageCacheMb } = parameters;
  const { node, database } = UNITS;
  const changedTotals = countDistinct(views * nodes * database.pollSeconds, articles);
  const publishes = publishesPerHour / SECONDS_PER_HOUR;
  const cache = simulatePageCache(
    parameters,
    publishes === 0 ? Number.POSITIVE_INFINITY : pages / publishes,
  );
  const rendered = pages * (1 - cache.hits) + cache.renewedPerPublish * publishes;
  const busyMs =
    pages * cache.hits * node.hitMs +
    rendered * node.renderMs +
    views * node.viewMs +
    publishes * articles * node.syncMsPerArticle +
    (changedTotals * node.totalsMsPerRow) / database.pollSeconds;
  return {
    pageCacheHits: cache.hits,
    cores: busyMs / 1_000,
    memoryGb: (node.memoryBytes + pageCacheMb * MEGABYTE) / GIGABYTE,
    indexGb: (articles * node.indexBytesPerArticle) / GIGABYTE,
    syncSeconds: (articles * node.syncMsPerArticle) / 1_000,
    newNodeGb: (node.fullSyncBytes + articles * node.fullSyncBytesPerArticle) / GIGABYTE,
    newNodeMinutes: (articles * node.fullSyncMsPerArticle) / 60_000,
    sitemapSeconds: (articles * node.sitemapMsPerArticle) / 1_000,
  };
}

function computeDatabase({ nodes, articles, publishesPerHour }: Parameters, viewsPerNode: number) {
  const { database } = UNITS;
  const viewsPerBatch = viewsPerNode * database.pollSeconds;
  const rowsPerBatch = countDistinct(viewsPerBatch, articles);
  const rate = nodes / database.pollSeconds;
  const batches = Math.min(1, viewsPerBatch) * rate;
  const changedTotals = countDistinct(nodes * viewsPerBatch, articles);
  const publishes = publishesPerHour / SECONDS_PER_HOUR;
  const busyMs =
    rate * (database.pollMs + changedTotals * database.totalsMsPerRow) +
    batches * rowsPerBatch * database.countedMsPerArticle +
    publishes * nodes * articles * database.manifestMsPerArticle;
  return {
    connections: nodes * database.connectionsPerNode,
    statements: rate * database.statementsPerPoll + batches * database.statementsPerBatch,
    cores: busyMs / 1_000,
    mbPerSecond:
      (rate * (database.pollBytes + changedTotals * database.totalsBytesPerRow)) / MEGABYTE,
    mbPerPublish: (nodes * articles * database.manifestBytesPerArticle) / MEGABYTE,
    mbPerNewNode: (articles * database.articleBytes) / MEGABYTE,
    viewRowsPerSecond: rowsPerBatch * batches,
  };
}

/**
 * Simulates one node's page cache behind the CDN. After a publish the node renders the recently
 * used articles again.
 */
function simulatePageCache(
  { articles, cdnHits, pageCacheMb }: Parameters,
  requestsPerPublish: number,
) {
  const random = createSeededRandom(SEED);
  const cache = createCache(
    Math.floor((pageCacheMb * MEGABYTE * LINKED_PART) / UNITS.node.cachedPageBytes),
  );
  let [hits, asked, renewed, publishes] = [0, 0, 0, 0];
  let untilPublish = requestsPerPublish;
  for (let request = 0; request < SIMULATED; request += 1) {
    untilPublish -= 1;
    if (untilPublish <= 0) {
      renewed += cache.publish();
      publishes += 1;
      untilPublish += Math.max(1, requestsPerPublish);
    }
    const isHit = cache.ask(pickArticle(random, articles, cdnHits));
    if (request < SIMULATED / 2) continue;
    asked += 1;
    if (isHit) hits += 1;
  }
  return { hits: hits / asked, renewedPerPublish: publishes === 0 ? 0 : renewed / publishes };
}

/** Evicts the least recently used. */
function createCache(size: number) {
  let used = new Set<number>();
  let unused = new Set<number>();
  return {
    ask: (article: number): boolean => {
      const isHit = used.delete(article) || unused.delete(article);
      used.add(article);
      const [oldest = article] = unused.size > 0 ? unused : used;
      if (used.size + unused.size > size && !unused.delete(oldest)) used.delete(oldest);
      return isHit;
    },
    /**
     * Keeps only articles used since the last publish; returns how many have to be rendered again.
     */
    publish: (): number => {
      unused = used;
      used = new Set();
      return unused.size;
    },
  };
}

/**
 * Picks by Zipf's law, without the most popular articles, which get the share `above` of all
 * requests. Article 0 is the most popular.
 */
function pickArticle(random: Random, articles: number, above: number): number {
  const share = above + (1 - above) * random();
  return Math.min(articles, Math.floor((articles + 1) ** share));
}

function countDistinct(views: number, articles: number): number {
  const random = createSeededRandom(SEED);
  return new Set(
    Array.from({ length: Math.min(views, SIMULATED) }, () => pickArticle(random, articles, 0)),
  ).size;
}
