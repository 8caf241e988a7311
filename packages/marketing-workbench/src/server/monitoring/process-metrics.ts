import {
  constants,
  monitorEventLoopDelay,
  PerformanceObserver,
  performance,
} from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import { isDescriptorShortage } from '../descriptor-shortage.ts';
import { formatSample, type Samples } from './families.ts';

const NS_PER_SECOND = 1e9;
const WINDOW_MS = 30_000;
/** The system's timer measures this interval, which is no delay. */
const RESOLUTION_MS = 10;
const QUANTILES = [0.5, 0.99, 1];

const GC_KINDS: ReadonlyMap<unknown, string> = new Map([
  [constants.NODE_PERFORMANCE_GC_MAJOR, 'major'],
  [constants.NODE_PERFORMANCE_GC_MINOR, 'minor'],
  [constants.NODE_PERFORMANCE_GC_INCREMENTAL, 'incremental'],
  [constants.NODE_PERFORMANCE_GC_WEAKCB, 'weak'],
]);

/** Measures this process as long as it runs. */
export function createProcessMetrics(): () => Samples {
  const readDelays = measureEventLoopDelay();
  const readCollections = observeCollections();
  const readResidentMemory = measureResidentMemory();
  return () => {
    const heap = getHeapStatistics();
    const { user, system } = process.cpuUsage();
    return {
      ...readDelays(),
      mw_event_loop_active_seconds_total: performance.eventLoopUtilization().active / 1_000,
      ...readCollections(),
      mw_heap_used_bytes: heap.used_heap_size,
      mw_heap_size_bytes: heap.total_heap_size,
      process_resident_memory_bytes: readResidentMemory(),
      process_cpu_seconds_total: (user + system) / 1e6,
      process_start_time_seconds: performance.timeOrigin / 1_000,
    };
  };
}

/** Node opens a file to measure it; while no descriptor is left, the value is the last one. */
function measureResidentMemory(): () => number {
  let last = 0;
  return () => {
    try {
      last = process.memoryUsage.rss();
    } catch (error) {
      if (!isDescriptorShortage(error)) throw error;
    }
    return last;
  };
}

/**
 * Over this window and the one before, so that no scrape finds an empty one, however many programs
 * scrape.
 */
function measureEventLoopDelay(): () => Samples {
  const start = () => {
    const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
    histogram.enable();
    return histogram;
  };
  let current = start();
  let previous = current;
  setInterval(() => {
    current.disable();
    previous = current;
    current = start();
  }, WINDOW_MS).unref();
  const readSeconds = (quantile: number) => {
    const longest = Math.max(
      current.percentile(quantile * 100),
      previous.percentile(quantile * 100),
    );
    return Math.max(0, longest / NS_PER_SECOND - RESOLUTION_MS / 1_000);
  };
  return () =>
    Object.fromEntries(
      QUANTILES.map((quantile) => [
        formatSample('mw_event_loop_delay_seconds', { quantile: String(quantile) }),
        readSeconds(quantile),
      ]),
    );
}

function observeCollections(): () => Samples {
  const totals = new Map([...GC_KINDS.values()].map((kind) => [kind, { seconds: 0, count: 0 }]));
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const total = totals.get(GC_KINDS.get(findGcKind(entry)) ?? '');
      if (total === undefined) continue;
      total.seconds += entry.duration / 1_000;
      total.count += 1;
    }
  }).observe({ entryTypes: ['gc'] });
  return () =>
    Object.fromEntries(
      [...totals].flatMap(([kind, { seconds, count }]) => [
        [formatSample('mw_gc_duration_seconds_sum', { kind }), seconds],
        [formatSample('mw_gc_duration_seconds_count', { kind }), count],
      ]),
    );
}

/** The types of Node lack `detail` of entries that an observer gets. */
function findGcKind(entry: object): unknown {
  const detail: unknown = 'detail' in entry ? entry.detail : undefined;
  return detail instanceof Object && 'kind' in detail ? detail.kind : undefined;
}
