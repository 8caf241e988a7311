import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import { endpoints } from '../../packages/marketing-workbench/src/contract/endpoints.ts';
import { files, pages } from '../../packages/marketing-workbench/src/site/addresses.ts';
import { COUNTER, measureReaders, measureThroughput } from '../load.ts';
import { PAGE_KINDS, printTable, startRealSite } from '../measured.ts';

export const FLOODED_ARTICLE = PAGE_KINDS.get('article') ?? pages.home();

export const FLOODS: Readonly<Record<string, string>> = {
  'search call': endpoints.search.address({ q: `marketing budget ${COUNTER}` }),
  suggestions: endpoints.searchSuggestions.address({ q: `market ${COUNTER}` }),
  'search page': pages.search(`marketing budget ${COUNTER}`),
  'unknown page': pages.category(`nope-${COUNTER}`),
  'unknown article': `${FLOODED_ARTICLE}-${COUNTER}`,
  'page of a list': pages.articles(COUNTER),
  'query of an article': `${FLOODED_ARTICLE}?x=${COUNTER}`,
  redirect: `${pages.footerCategory('seo')}?x=${COUNTER}`,
  'unknown card': files.cards(`post/nope-${COUNTER}.abc.wide.png`),
  'redirect call': endpoints.redirects.address({ path: `/nope-${COUNTER}` }),
  'page call': endpoints.page.address({ slug: `nope-${COUNTER}` }),
};

/**
 * Measures the latency of readers who open a cached article on new connections while one client
 * floods the site with distinct addresses, and the server's memory after each flood. `--kinds mixed
 * --seconds 600` floods with all kinds for ten minutes. `--addresses 64 --connections 8` floods
 * from 64 addresses with 8 connections each, and also measures a quiet reader who opens pages that
 * are not cached, five a second.
 */
export async function benchFlood(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seconds: { type: 'string', default: '10' },
      connections: { type: 'string', default: '64' },
      addresses: { type: 'string' },
      kinds: { type: 'string', default: [...Object.keys(FLOODS), 'mixed'].join(',') },
    },
  });
  const { origin, readMemoryMb, stop } = await startRealSite();
  const seconds = Number(values.seconds);
  const connections = Number(values.connections);
  await measureArticle(origin, setTimeout(1_000));
  const atRest = await measureArticle(origin, setTimeout(seconds * 1_000));
  const readers: Record<string, object> = { 'at rest': { ...atRest, memoryMb: readMemoryMb() } };
  const floods: Record<string, object> = {};
  for (const kind of values.kinds.split(',')) {
    const paths = kind === 'mixed' ? Object.values(FLOODS) : [FLOODS[kind] ?? FLOODED_ARTICLE];
    const addresses = Number(values.addresses ?? 1);
    const flood =
      values.addresses === undefined
        ? measureThroughput(origin, paths, { seconds, connections, isCompressed: true })
        : floodFromMany(origin, paths, { seconds, connections, addresses });
    const [cached, quiet] = await Promise.all([
      measureArticle(origin, flood),
      values.addresses === undefined ? undefined : measureQuietReader(origin, flood),
    ]);
    readers[kind] = { ...cached, memoryMb: readMemoryMb() };
    if (quiet !== undefined) readers[`${kind}, new pages`] = quiet;
    floods[kind] = await flood;
  }
  await stop();
  printTable(readers);
  printTable(floods);
}

type Clients = {
  readonly seconds: number;
  readonly connections: number;
  readonly addresses: number;
};

/** Returns how often each status was answered. */
async function floodFromMany(
  origin: string,
  paths: readonly string[],
  clients: Clients,
): Promise<object> {
  const options = Object.entries({ origin, counter: COUNTER, ...clients }).map(
    ([name, value]) => `--${name}=${value}`,
  );
  const program = join(import.meta.dirname, 'flood-clients.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...options, ...paths]);
  return JSON.parse(stdout);
}

/** Measures a reader of an address of its own who opens pages that nobody has opened before. */
function measureQuietReader(origin: string, meanwhile: Promise<unknown>) {
  let opened = 0;
  return measureReaders({
    origin,
    meanwhile,
    connections: 1,
    pauseMs: 200,
    isConnectionNew: false,
    localAddress: '127.2.0.1',
    nextPath: () => {
      opened += 1;
      return `${FLOODED_ARTICLE}-quiet-${Date.now()}-${opened}`;
    },
  });
}

/** Measures readers of a cached article on new connections, fifty a second. */
function measureArticle(origin: string, meanwhile: Promise<unknown>) {
  const readers = { connections: 4, pauseMs: 80, isConnectionNew: true };
  return measureReaders({ ...readers, origin, meanwhile, nextPath: () => FLOODED_ARTICLE });
}
