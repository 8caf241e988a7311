import { VERSION } from '../../config.ts';
import {
  findSyncTime,
  readIndexSize,
  readRevision,
  readWaitingCounts,
} from '../../store/index/status.ts';
import type { Store } from '../../store/store.ts';
import type { DatabaseFollower } from '../follow-database.ts';
import { formatSample, type Samples } from './families.ts';

type NodeMetricsOptions = { readonly store: Store; readonly database: DatabaseFollower };

/** Creates the metrics that one process reports for all processes of the node. */
export function createNodeMetrics({ store, database }: NodeMetricsOptions): () => Samples {
  const build = formatSample('mw_build_info', { version: VERSION, node: process.versions.node });
  return () => ({
    [build]: 1,
    ...readIndexState(store),
    ...readFollowerState(store, database),
  });
}

/** Leaves out what can't be read while the index is damaged. */
function readIndexState(store: Store): Samples {
  try {
    const syncedAt = findSyncTime(store);
    return {
      [formatSample('mw_index_info', { revision: readRevision(store) })]: 1,
      mw_index_size_bytes: readIndexSize(store),
      ...(syncedAt !== undefined && { mw_index_synced_timestamp_seconds: syncedAt / 1_000 }),
    };
  } catch {
    return {};
  }
}

function readFollowerState(store: Store, { readState }: DatabaseFollower): Samples {
  const state = readState();
  if (state === undefined) return {};
  return {
    ...sampleWaitingCounts(store),
    mw_follower_connected: state.isConnected ? 1 : 0,
    mw_follower_last_success_timestamp_seconds: (state.lastSuccessAt ?? 0) / 1_000,
  };
}

/** Returns no samples while the state can't be read. */
function sampleWaitingCounts(store: Store): Samples {
  try {
    const { views, dayCounts } = readWaitingCounts(store);
    return { mw_waiting_views: views, mw_waiting_day_counts: dayCounts };
  } catch {
    return {};
  }
}
