import type { DataCounts } from '../call-handler.ts';
import type { ConnectionTracker } from '../connections/connection-tracker.ts';
import { formatSample, type Samples } from './families.ts';
import type { MetricsAccess } from './metrics-handler.ts';
import { createProcessMetrics } from './process-metrics.ts';
import { createRequestMetrics, formatCacheSamples } from './request-metrics.ts';

export type ProcessMetrics = ReturnType<typeof createMetrics>;

export function hasMetrics({ metricsToken, metrics }: MetricsAccess): boolean {
  return metricsToken !== undefined || metrics !== 'off';
}

export function createMetricsIfWanted(access: MetricsAccess): ProcessMetrics | undefined {
  return hasMetrics(access) ? createMetrics() : undefined;
}

/** Creates the metrics of one process that answers requests. */
function createMetrics() {
  const requests = createRequestMetrics();
  const sources: (() => Samples)[] = [
    createProcessMetrics(),
    requests.read,
    () => ({ mw_workers: 1 }),
  ];
  return {
    noteRequest: requests.note,
    addSource: (source: () => Samples): void => void sources.push(source),
    read: (): Samples => Object.assign({}, ...sources.map((read) => read())),
  };
}

export type SampleSources = {
  readonly queue: {
    readonly readState: () => { waiting: number; running: number; refused: number };
  };
  readonly cache: { readonly readSize: () => readonly CacheSize[] };
  readonly data: DataCounts;
  readonly tracker: Pick<ConnectionTracker, 'readState'>;
  readonly shortages: { readonly count: number };
};

type CacheSize = {
  readonly part: string;
  readonly entries: number;
  readonly bytes: number;
  readonly maxBytes: number;
};

export function createAppSamples({
  queue,
  cache,
  data,
  tracker,
  shortages,
}: SampleSources): () => Samples {
  return () => {
    const { waiting, running, refused } = queue.readState();
    const sizes = cache.readSize().map(({ part, entries, bytes, maxBytes }) => ({
      [formatSample('mw_cache_entries', { part })]: entries,
      [formatSample('mw_cache_bytes', { part })]: bytes,
      [formatSample('mw_cache_limit_bytes', { part })]: maxBytes,
    }));
    return {
      ...formatCacheSamples('data', data),
      ...Object.assign({}, ...sizes),
      [formatSample('mw_queue_requests', { state: 'waiting' })]: waiting,
      [formatSample('mw_queue_requests', { state: 'running' })]: running,
      mw_queue_refused_total: refused,
      ...formatConnectionSamples(tracker),
      mw_descriptor_shortages_total: shortages.count,
    };
  };
}

function formatConnectionSamples({ readState }: SampleSources['tracker']): Samples {
  const { idle, busy, max, closed } = readState();
  return {
    [formatSample('mw_connections', { state: 'busy' })]: busy,
    [formatSample('mw_connections', { state: 'idle' })]: idle,
    ...(Number.isFinite(max) && { mw_connections_limit: max }),
    [formatSample('mw_connections_closed_total', { reason: 'idle' })]: closed.idle,
    [formatSample('mw_connections_closed_total', { reason: 'full' })]: closed.full,
  };
}
