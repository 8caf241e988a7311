import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { findProgram, type ProxyName, startProxy } from '../tests/support/proxies.ts';
import { FLOODED_ARTICLE, FLOODS } from './flood/flood.ts';
import { measureInTurns, measureReaders, measureThroughput } from './load.ts';
import { printTable, startRealSite } from './measured.ts';
import { COPY, DEFAULT_COPY, formatCaddyCopy, formatNginxCopy, saveCopy } from './static-copy.ts';

const PROXIES: Readonly<Record<ProxyName, typeof formatNginxCopy>> = {
  nginx: formatNginxCopy,
  caddy: formatCaddyCopy,
};

/**
 * Readers have another address than the client that floods, so that its limits don't apply to them.
 */
const READERS_ADDRESS = '127.0.0.2';

/**
 * Measures each installed proxy with its file of `packages/marketing-workbench/deploy/one-server`, over TLS: requests a second
 * of a cached article, compared with a static copy that the proxy serves itself, for nginx also
 * with its default settings for files; then the latency of readers who open the article on new
 * connections while one client floods the site through the proxy.
 */
export async function benchProxy(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seconds: { type: 'string', default: '5' },
      rounds: { type: 'string', default: '6' },
      connections: { type: 'string', default: '64' },
      kinds: {
        type: 'string',
        default: 'search call,search page,unknown page,query of an article,mixed',
      },
    },
  });
  const site = await startRealSite({ TRUST_PROXY: '127.0.0.1' });
  const options = { seconds: Number(values.seconds), connections: Number(values.connections) };
  // After this, the node's own cache has the article in its best compressed form.
  await measureThroughput(site.origin, [FLOODED_ARTICLE], { ...options, isCompressed: true });
  const throughputs: Record<string, object> = {};
  const readers: Record<string, object> = {};
  for (const name of ['nginx', 'caddy'] as const) {
    if (findProgram(name) === undefined) {
      console.log(`${name} is not installed.`);
      continue;
    }
    await using proxy = await startProxy(name, [new URL(site.origin).host], async (folder) =>
      PROXIES[name](folder, await saveCopy(folder, site.origin + FLOODED_ARTICLE)),
    );
    Object.assign(throughputs, await compareWithCopy(name, proxy.origin, Number(values.rounds)));
    Object.assign(
      readers,
      await floodThrough(name, proxy.origin, { ...options, kinds: values.kinds.split(',') }),
    );
  }
  await site.stop();
  printTable(throughputs);
  printTable(readers);
}

async function compareWithCopy(name: ProxyName, origin: string, rounds: number) {
  const paths = {
    article: FLOODED_ARTICLE,
    'static copy': COPY,
    ...(name === 'nginx' && { 'default copy': DEFAULT_COPY }),
  };
  const targets = Object.values(paths).map((path) => ({ origin, paths: [path] }));
  const options = { connections: 50, isCompressed: true, seconds: 2 };
  const best = await measureInTurns(targets, options, rounds);
  const article = best[0]?.perSecond ?? 0;
  const rows = best.map((row, index) => [
    `${name}: ${Object.keys(paths)[index]}`,
    index === 0 ? row : { ...row, articleRatio: article / row.perSecond },
  ]);
  return Object.fromEntries(rows);
}

type Flood = {
  readonly seconds: number;
  readonly connections: number;
  readonly kinds: readonly string[];
};

async function floodThrough(
  name: ProxyName,
  origin: string,
  { seconds, connections, kinds }: Flood,
) {
  const read = (meanwhile: Promise<unknown>) =>
    measureReaders({
      origin,
      meanwhile,
      localAddress: READERS_ADDRESS,
      nextPath: () => FLOODED_ARTICLE,
      connections: 4,
      pauseMs: 80,
      isConnectionNew: true,
    });
  await read(setTimeout(1_000));
  const rows: Record<string, object> = {
    [`${name}: at rest`]: await read(setTimeout(seconds * 1_000)),
  };
  for (const kind of kinds) {
    const paths = kind === 'mixed' ? Object.values(FLOODS) : [FLOODS[kind] ?? FLOODED_ARTICLE];
    const flood = measureThroughput(origin, paths, { seconds, connections, isCompressed: true });
    const { answers, unanswered, ...times } = await read(flood);
    const { perSecond, notOk } = await flood;
    rows[`${name}: ${kind}`] = {
      answers,
      unanswered,
      ...times,
      floodPerSecond: perSecond,
      refused: notOk,
    };
  }
  return rows;
}
