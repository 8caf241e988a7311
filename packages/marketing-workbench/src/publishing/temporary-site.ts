import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Config } from '../config.ts';
import type { LargeCompilation, PublishedText } from '../content/checks/check-site.ts';
import { findNearTexts, type NearTexts } from '../search/near-texts.ts';
import { openStore, type Store } from '../store/store.ts';
import { syncSource } from '../store/sync/sync.ts';
import { createFolderSource } from './folder-source.ts';
import { listStorable } from './storable-texts.ts';

/** A site in this process that answers without a network. */
export type OpenedSite = {
  readonly ask: (address: string) => Promise<{
    readonly status: number;
    readonly type: string;
    readonly location: string | undefined;
    readonly body: string;
  }>;
  readonly close: () => Promise<unknown>;
};

export type OpenSite = (config: Config, store: Store) => Promise<OpenedSite>;

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const STOPPED = 2;

/**
 * Publishes a compilation to an empty data folder, also if it has errors, and removes the folder in
 * the end.
 */
export function withTemporarySite<Result>(
  compilation: LargeCompilation,
  { config, openSite }: { readonly config: Config; readonly openSite: OpenSite },
  work: (site: OpenedSite) => Promise<Result>,
): Promise<Result> {
  return withTemporaryStore(compilation, async (store, dataDir) => {
    const site = await openSite({ ...config, dataDir }, store);
    try {
      return await work(site);
    } finally {
      await site.close();
    }
  });
}

async function withTemporaryStore<Result>(
  compilation: LargeCompilation,
  work: (store: Store, dataDir: string) => Promise<Result>,
): Promise<Result> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'workbench-audit-'));
  const remove = () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  const stop = () => {
    remove();
    process.exit(STOPPED);
  };
  for (const signal of SIGNALS) process.once(signal, stop);
  try {
    using store = openStore({ dataDir });
    const texts = listStorable(compilation);
    syncSource(store, createFolderSource({ texts }, compilation.records), Date.now());
    return await work(store, dataDir);
  } finally {
    remove();
    for (const signal of SIGNALS) process.off(signal, stop);
  }
}

/**
 * Limit for searched texts; with more the index would take more than some seconds and megabytes.
 */
const SEARCHED_MAX = 20_000;

/**
 * Returns what the site of a compilation has for each of these searches, among the newest texts.
 * Pictures and downloads are left out.
 */
export function searchTemporarySite(
  { records, texts, ...compilation }: LargeCompilation,
  queries: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, NearTexts>> {
  if (queries.length === 0) return Promise.resolve(new Map());
  const newest = texts
    .toSorted((one, other) => findSortTime(other) - findSortTime(one))
    .slice(0, SEARCHED_MAX);
  const searched = {
    ...compilation,
    texts: newest,
    records: records.filter(({ kind }) => kind !== 'media'),
  };
  return withTemporaryStore(
    searched,
    async (store) => new Map(queries.map((query) => [query, findNearTexts(store, query, now)])),
  );
}

/**
 * Returns a time to sort by. Guides and pages come first, as there are few of them, and posts of
 * the old site last.
 */
function findSortTime({ outline }: PublishedText): number {
  if ('publishedAt' in outline) return outline.publishedAt ?? 0;
  return outline.kind === 'legacy' ? 0 : Number.MAX_SAFE_INTEGER;
}
