import { expect, test } from 'vitest';
import { createSiteNode, type SiteNode } from '../support/site-node.ts';
import { createDatabase, runCommand } from './support/cluster.ts';
import { runSql } from './support/postgres-server.ts';
import { readPost, waitUntil } from './support/readers.ts';
import { createVisitLog, ROBOT, type Visit } from './support/visit-log.ts';

const VISITS = 6_000;
const LANES = 16;
const SLUGS = [
  'ad-rank',
  'ad-schedule',
  'bid-strategies',
  'brand-campaign',
  'call-assets',
  'lead-forms',
];

// Minutes on a busy machine.
test('the report of three nodes tells exactly what a log of 6,000 visits says', {
  timeout: 600_000,
}, async () => {
  const url = await createDatabase('report');
  const create = () => createSiteNode({ DATABASE_URL: url });
  const nodes = await Promise.all([create(), create(), create()]);
  await using _nodes = {
    [Symbol.asyncDispose]: async () => void (await Promise.all(nodes.map(dispose))),
  };
  const log = createVisitLog(VISITS, SLUGS, 20_260_101);
  await waitUntil(async () => Date.now() % 86_400_000 < 86_400_000 - 100_000);
  await Promise.all(
    nodes.map((node, index) =>
      sendAll(
        node,
        log.filter((visit) => visit.node === index),
      ),
    ),
  );
  const expected = countLog(log);
  await waitUntil(async () => {
    const [row] = await runSql(
      url,
      `SELECT (SELECT sum(count) FROM day_counts WHERE kind IN ('view', 'search', 'search-opened', 'missing', 'missing-robot')) AS events,
        (SELECT count(*) FROM searched_words) AS words`,
    );
    expect(row).toEqual({
      events: String(expected.events),
      words: String(expected.report.searches.length),
    });
  });
  const { status, output } = await runCommand(['report', '--json', '--days', '1'], {
    DATABASE_URL: url,
  });
  expect(status, output).toBe(0);
  const report = JSON.parse(output.slice(output.indexOf('{')));
  const articles = report.articles.map(({ slug, views }: Record<string, unknown>) => ({
    slug,
    views,
  }));
  expect({ ...report, articles }).toMatchObject(expected.report);
});

function dispose(node: SiteNode): Promise<void> {
  return node[Symbol.asyncDispose]();
}

/** Those of an address one after the other, so that it is certain which ones are beyond a limit. */
async function sendAll(node: SiteNode, visits: readonly Visit[]): Promise<void> {
  const posts = await Promise.all(SLUGS.map((slug) => readPost(node, slug)));
  const ids = new Map(SLUGS.map((slug, index) => [slug, posts[index]?.id]));
  const lanes = Map.groupBy(visits, ({ address }) => Number(address.split('.').at(-1)) % LANES);
  const send = async (visit: Visit) => {
    const { status } = await fetch(`${node.origin()}${formatCall(visit, ids)}`, {
      headers: {
        'user-agent': visit.agent,
        'x-forwarded-for': visit.address,
        ...(visit.isPrivate && { dnt: '1' }),
      },
    });
    expect(status).toBe(204);
  };
  await Promise.all(
    [...lanes.values()].map(async (lane) => {
      for (const visit of lane) await send(visit);
    }),
  );
}

function formatCall(visit: Visit, ids: ReadonlyMap<string, number | undefined>): string {
  switch (visit.kind) {
    case 'view':
      return `/api/posts/${ids.get(visit.slug)}/view?${visit.source.query}`;
    case 'missing':
      return `/api/posts/none/view?missing=${visit.path}&from=${visit.host && `https://${visit.host}/`}`;
    case 'search':
      return `/api/posts/none/view?q=${encodeURIComponent(visit.words)}&results=${countResults(visit.words)}`;
    case 'search-opened':
      return `/api/posts/none/view?q=${encodeURIComponent(visit.words)}&opened=true`;
  }
}

function countResults(words: string): number {
  return Number(words.split(' ')[1]) % 5;
}

type Sums = Map<string, number>;

/** What the report has to say, computed from the log alone. */
function countLog(log: readonly Visit[]) {
  const counted = listCounted(log);
  const of = (kind: string) => counted.filter((visit) => visit.kind === kind);
  const views = counted.filter((visit) => visit.kind === 'view');
  const [asked, opened] = [sumWords(counted, 'search'), sumWords(counted, 'search-opened')];
  const missing = counted.filter((visit) => visit.kind === 'missing');
  const named = [...asked].filter(([, count]) => count >= 3);
  const searches = named
    .map(([words, searches]) => ({
      words,
      results: countResults(words),
      searches,
      opened: opened.get(words) ?? 0,
    }))
    .toSorted((one, other) => other.searches - one.searches || (one.words < other.words ? -1 : 1));
  const unnamed = [...asked.values()].filter((count) => count < 3);
  const [byReaders, byRobots] = [false, true].map((isRobot) =>
    missing.filter(({ agent }) => (agent === ROBOT) === isRobot),
  );
  return {
    events: counted.length,
    report: {
      totals: {
        views: views.length,
        searches: of('search').length,
        searchesOpened: of('search-opened').length,
        missing: byReaders?.length,
        missingByRobots: byRobots?.length,
      },
      articles: sortSums(sumUp(views, ({ slug }) => slug)).map(([slug, views]) => ({
        slug,
        views,
      })),
      ...countSources(views),
      searches,
      searchesWithoutResult: searches.filter(({ results }) => results === 0),
      searchesNotOpened: searches.filter(({ results, opened }) => results > 0 && opened === 0),
      unnamedSearches: { searches: addUp(unnamed), different: unnamed.length },
      missing: countMissing(byReaders ?? []),
      missingByRobots: countMissing(byRobots ?? []),
    },
  };
}

/** Each visitor's event once a day and node; ten of a network for the same, 200 for a kind. */
function listCounted(log: readonly Visit[]): readonly Visit[] {
  const seen: Sums = new Map();
  return log.filter((visit) => {
    const { node, kind, address, agent, isPrivate } = visit;
    if (isPrivate || (agent === ROBOT && kind !== 'missing')) return false;
    const what = 'slug' in visit ? visit.slug : 'path' in visit ? visit.path : visit.words;
    const limits = [
      [[node, kind, what, address, agent].join('|'), 1],
      [[node, kind, what, address].join('|'), 10],
      [[node, kind, address].join('|'), 200],
    ] as const;
    if (limits.some(([key, max]) => (seen.get(key) ?? 0) >= max)) return false;
    for (const [key] of limits) seen.set(key, (seen.get(key) ?? 0) + 1);
    return true;
  });
}

type View = Extract<Visit, { kind: 'view' }>;

function countSources(views: readonly View[]) {
  const arrivals = views.filter(({ source }) => source.name !== '');
  const rows = [...Map.groupBy(arrivals, ({ source }) => source.name)].map(([source, some]) => ({
    source,
    kind: some[0]?.source.kind,
    views: some.length,
    visitors: new Set(some.map(({ node, address, agent }) => [node, address, agent].join('|')))
      .size,
  }));
  const sum = (some: typeof rows) => ({
    views: addUp(some.map(({ views }) => views)),
    visitors: addUp(some.map(({ visitors }) => visitors)),
  });
  return {
    sourceKinds: [...Map.groupBy(rows, ({ kind }) => kind)]
      .map(([kind, some]) => ({ kind, ...sum(some) }))
      .toSorted((one, other) => other.views - one.views),
    sources: rows
      .filter(({ kind, visitors }) => kind === 'direct' || visitors >= 3)
      .toSorted((one, other) => other.views - one.views || (one.source < other.source ? -1 : 1)),
    otherSources: sum(rows.filter(({ kind, visitors }) => kind !== 'direct' && visitors < 3)),
  };
}

function countMissing(visits: readonly Extract<Visit, { kind: 'missing' }>[]) {
  return sortSums(sumUp(visits, ({ path }) => path)).map(([path, requests]) => {
    const led = visits.filter((visit) => visit.path === path && visit.host !== '');
    const hosts = sortSums(sumUp(led, ({ host }) => host));
    return { path, requests, hosts: hosts.map(([host, requests]) => ({ host, requests })) };
  });
}

function sumWords(visits: readonly Visit[], kind: Visit['kind']): Sums {
  return sumUp(
    visits.flatMap((visit) => (visit.kind === kind && 'words' in visit ? [visit.words] : [])),
    (words) => words,
  );
}

function sumUp<One>(all: readonly One[], nameOf: (one: One) => string): Sums {
  const sums: Sums = new Map();
  for (const one of all) sums.set(nameOf(one), (sums.get(nameOf(one)) ?? 0) + 1);
  return sums;
}

function sortSums(sums: Sums): readonly (readonly [string, number])[] {
  return [...sums].toSorted(([one, few], [other, many]) => many - few || (one < other ? -1 : 1));
}

function addUp(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}
