import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { endpoints } from '../src/contract/endpoints.ts';
import { files, pages } from '../src/site/addresses.ts';
import { COUNTER, measureReaders, measureThroughput } from './load.ts';
import { PAGE_KINDS, printTable, startRealSite } from './measured.ts';

export const ARTICLE = PAGE_KINDS.get('article') ?? pages.home();

export const FLOODS: Readonly<Record<string, string>> = {
  'search call': endpoints.search.address({ q: `marketing budget ${COUNTER}` }),
  suggestions: endpoints.searchSuggestions.address({ q: `market ${COUNTER}` }),
  'search page': pages.search(`marketing budget ${COUNTER}`),
  'unknown page': pages.category(`nope-${COUNTER}`),
  'unknown article': `${ARTICLE}-${COUNTER}`,
  'page of a list': pages.articles(COUNTER),
  'query of an article': `${ARTICLE}?x=${COUNTER}`,
  redirect: `${pages.footerCategory('seo')}?x=${COUNTER}`,
  'unknown card': files.cards(`post/nope-${COUNTER}.abc.wide.png`),
  'redirect call': endpoints.redirects.address({ path: `/nope-${COUNTER}` }),
  'page call': endpoints.page.address({ slug: `nope-${COUNTER}` }),
};

/**
 * Measures the latency of readers who open a cached article on new connections while one client floods the site with distinct
 * addresses, and the server's memory after each flood. `--kinds mixed --seconds 600` floods with all kinds for ten minutes.
 */
export async function benchFlood(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seconds: { type: 'string', default: '10' },
      connections: { type: 'string', default: '64' },
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
    const paths = kind === 'mixed' ? Object.values(FLOODS) : [FLOODS[kind] ?? ARTICLE];
    const flood = measureThroughput(origin, paths, { seconds, connections, isCompressed: true });
    readers[kind] = { ...(await measureArticle(origin, flood)), memoryMb: readMemoryMb() };
    floods[kind] = await flood;
  }
  await stop();
  printTable(readers);
  printTable(floods);
}

/** Readers of a cached article on new connections, fifty a second. */
function measureArticle(origin: string, meanwhile: Promise<unknown>) {
  const readers = { connections: 4, pauseMs: 80, isConnectionNew: true };
  return measureReaders({ ...readers, origin, meanwhile, nextPath: () => ARTICLE });
}
