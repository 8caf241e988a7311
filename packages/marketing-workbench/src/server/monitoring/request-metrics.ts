import { REQUEST_KINDS, type RequestKind } from '../../site/request-kinds.ts';
import { formatSample, type Samples } from './families.ts';
import type { FinishedRequest } from './request-observer.ts';

/** A cached answer takes less than a millisecond; clients give up after 10 seconds or more. */
const BUCKETS_SECONDS = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
];

type RequestCounts = {
  readonly codes: Map<number, number>;
  /** Each request in one bucket; the last one is for what takes longer. */
  readonly buckets: number[];
  seconds: number;
  bytes: number;
};

/** Counts requests in a few additions each; text is made only when it is read. */
export function createRequestMetrics() {
  const counts = Object.fromEntries(REQUEST_KINDS.map((kind) => [kind, createCounts()]));
  const cached = { hit: 0, miss: 0 };
  return {
    note: ({ kind, status, seconds, bytes, cache }: FinishedRequest): void => {
      const own = counts[kind];
      if (own === undefined) return;
      own.codes.set(status, (own.codes.get(status) ?? 0) + 1);
      const bucket = BUCKETS_SECONDS.findIndex((most) => seconds <= most);
      own.buckets[bucket === -1 ? BUCKETS_SECONDS.length : bucket] =
        (own.buckets.at(bucket) ?? 0) + 1;
      own.seconds += seconds;
      own.bytes += bytes;
      if (cache !== 'none') cached[cache] += 1;
    },
    read: (): Samples =>
      Object.assign(
        formatCacheSamples('answers', cached),
        ...REQUEST_KINDS.map((kind) => formatRequestCounts(kind, counts[kind] ?? createCounts())),
      ),
  };
}

export function formatCacheSamples(
  cache: string,
  { hit, miss }: { readonly hit: number; readonly miss: number },
): Samples {
  return {
    [formatSample('mw_cache_requests_total', { cache, result: 'hit' })]: hit,
    [formatSample('mw_cache_requests_total', { cache, result: 'miss' })]: miss,
  };
}

function createCounts(): RequestCounts {
  return {
    codes: new Map(),
    buckets: Array<number>(BUCKETS_SECONDS.length + 1).fill(0),
    seconds: 0,
    bytes: 0,
  };
}

function formatRequestCounts(
  kind: RequestKind,
  { codes, buckets, seconds, bytes }: RequestCounts,
): Samples {
  const samples: Record<string, number> = {};
  for (const [code, count] of codes)
    samples[formatSample('mw_http_requests_total', { kind, code: String(code) })] = count;
  const name = 'mw_http_request_duration_seconds';
  let total = 0;
  for (const [position, count] of buckets.entries()) {
    total += count;
    const le = String(BUCKETS_SECONDS[position] ?? '+Inf');
    samples[formatSample(`${name}_bucket`, { kind, le })] = total;
  }
  samples[formatSample(`${name}_sum`, { kind })] = seconds;
  samples[formatSample(`${name}_count`, { kind })] = total;
  samples[formatSample('mw_http_response_bytes_total', { kind })] = bytes;
  return samples;
}
