/**
 * Values by name and labels, as in the text format:
 * `mw_http_requests_total{kind="page",code="200"}`.
 */
export type Samples = Readonly<Record<string, number>>;

/**
 * `merge`: how the values of several processes become one. Those of processes that have exited
 * still count in a sum of `counter`s.
 */
type Family = {
  readonly type: 'counter' | 'gauge' | 'histogram' | 'summary';
  readonly help: string;
  readonly merge?: 'max' | 'min';
};

const FAMILIES: Readonly<Record<string, Family>> = {
  mw_http_requests_total: {
    type: 'counter',
    help: 'Requests by kind and status; 499 if the client left before the answer.',
  },
  mw_http_request_duration_seconds: {
    type: 'histogram',
    help: 'Time from the headers of a request to the last byte of its answer, by kind.',
  },
  mw_http_response_bytes_total: {
    type: 'counter',
    help: 'Bytes of answers with their headers, by kind.',
  },
  mw_cache_requests_total: {
    type: 'counter',
    help: 'Look-ups by result in the cache of answers, and in that of the data of pages being rendered.',
  },
  mw_cache_entries: {
    type: 'gauge',
    help: 'Cached answers: of addresses that the site links to, of others, and long ones, which are in files.',
  },
  mw_cache_bytes: { type: 'gauge', help: 'Size of the cached answers.' },
  mw_cache_limit_bytes: {
    type: 'gauge',
    help: 'Largest size of the cached answers (PAGE_CACHE_MB of each process).',
  },
  mw_queue_requests: {
    type: 'gauge',
    help: 'Uncached requests that wait for their turn or are being answered.',
  },
  mw_queue_refused_total: {
    type: 'counter',
    help: 'Requests refused with 503 because the queue was full.',
  },
  mw_connections: { type: 'gauge', help: 'Open connections that wait for an answer, and others.' },
  mw_connections_limit: {
    type: 'gauge',
    help: 'Connections that may be answered at once, by the limits of open files.',
  },
  mw_connections_closed_total: {
    type: 'counter',
    help: 'Connections closed while idle to make room for others, and refused because all were busy.',
  },
  mw_descriptor_shortages_total: {
    type: 'counter',
    help: 'Requests refused with 503 because no file descriptor was left.',
  },
  mw_event_loop_delay_seconds: {
    type: 'gauge',
    help: 'Delay of the event loop in the last 30 to 60 seconds, of the slowest process.',
    merge: 'max',
  },
  mw_event_loop_active_seconds_total: { type: 'counter', help: 'Time that event loops were busy.' },
  mw_gc_duration_seconds: { type: 'summary', help: 'Pauses for garbage collection, by kind.' },
  mw_heap_used_bytes: { type: 'gauge', help: 'Used part of the JavaScript heaps.' },
  mw_heap_size_bytes: { type: 'gauge', help: 'Size of the JavaScript heaps.' },
  process_resident_memory_bytes: {
    type: 'gauge',
    help: 'Resident memory of the processes that serve.',
  },
  process_cpu_seconds_total: {
    type: 'counter',
    help: 'Processor time of the processes that serve.',
  },
  process_start_time_seconds: {
    type: 'gauge',
    help: 'Start of the first process, in seconds since 1970.',
    merge: 'min',
  },
  mw_build_info: { type: 'gauge', help: 'Always 1; the versions of the program and of Node.' },
  mw_workers: { type: 'gauge', help: 'Processes that answer requests.' },
  mw_worker_exits_total: {
    type: 'counter',
    help: 'Worker processes that exited and were replaced.',
  },
  mw_index_info: { type: 'gauge', help: 'Always 1; the revision of the served content.' },
  mw_index_size_bytes: { type: 'gauge', help: 'Size of the index on disk.' },
  mw_index_synced_timestamp_seconds: {
    type: 'gauge',
    help: 'When the index was last in sync with its source, in seconds since 1970.',
  },
  mw_follower_connected: { type: 'gauge', help: '1 while PostgreSQL is followed, 0 in fallback.' },
  mw_follower_last_success_timestamp_seconds: {
    type: 'gauge',
    help: 'When the follower last read PostgreSQL, in seconds since 1970; 0 if it has not since the start.',
  },
  mw_waiting_views: { type: 'gauge', help: 'Views that PostgreSQL has not confirmed yet.' },
  mw_waiting_day_counts: {
    type: 'gauge',
    help: 'Counts by day that PostgreSQL has not confirmed yet.',
  },
  mw_access_log_lines_total: { type: 'counter', help: 'Lines written to the access log.' },
  mw_access_log_dropped_lines_total: {
    type: 'counter',
    help: 'Lines of the access log that were lost because it could not be written.',
  },
};

export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

export function formatSample(name: string, labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(
    ([label, value]) => `${label}="${escapeLabelValue(value)}"`,
  );
  return `${name}{${pairs.join(',')}}`;
}

function escapeLabelValue(value: string): string {
  return value.replace(/[\\"\n]/g, (character) => (character === '\n' ? '\\n' : `\\${character}`));
}

export function mergeSamples(all: readonly Samples[]): Samples {
  const merged: Record<string, number> = {};
  for (const samples of all)
    for (const [sample, value] of Object.entries(samples)) {
      const present = merged[sample];
      merged[sample] = present === undefined ? value : combineSamples(sample, present, value);
    }
  return merged;
}

function combineSamples(sample: string, first: number, second: number): number {
  const { merge } = FAMILIES[findFamily(sample)] ?? {};
  return merge === undefined ? first + second : Math[merge](first, second);
}

/** Returns the samples that only ever grow, which a process leaves behind when it exits. */
export function selectTotals(samples: Samples): Samples {
  return Object.fromEntries(
    Object.entries(samples).filter(([sample]) => FAMILIES[findFamily(sample)]?.type !== 'gauge'),
  );
}

/**
 * Returns the text format of Prometheus, version 0.0.4. Throws if a sample belongs to no family.
 */
export function formatMetrics(samples: Samples): string {
  const byFamily = Object.groupBy(Object.entries(samples), ([sample]) => findFamily(sample));
  const lines = Object.entries(FAMILIES).flatMap(([name, { type, help }]) => {
    const own = byFamily[name] ?? [];
    if (own.length === 0) return [];
    return [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} ${type}`,
      ...own.map((pair) => pair.join(' ')),
    ];
  });
  return `${lines.join('\n')}\n`;
}

function findFamily(sample: string): string {
  const name = sample.replace(/\{.*$/s, '');
  const family = name in FAMILIES ? name : name.replace(/_(?:bucket|sum|count)$/, '');
  if (!(family in FAMILIES))
    throw new Error(`The sample ${sample} belongs to no family of metrics.`);
  return family;
}
