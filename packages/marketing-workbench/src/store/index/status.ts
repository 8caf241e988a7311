import { statSync } from 'node:fs';
import { readInteger, readText } from '../../search-engine/database.ts';
import type { Database } from '../database.ts';
import { describeWaiting } from '../posts/live.ts';
import { readOptionalInteger } from '../rows.ts';
import { readStateKey } from '../state/state.ts';
import type { Store } from '../store.ts';

/** Changes whenever the content changes. */
export function readRevision(store: Store): string {
  return readText(store.index.get('SELECT revision FROM meta'), 'revision');
}

/** Returns a version that also changes when the index file is replaced. */
export function readContentVersion(store: Store): string {
  return `${readRevision(store)} ${store.index.fileCount()}`;
}

/**
 * Returns a version that also changes when something in the content goes live, or waits again as
 * the clock goes back.
 */
export function readLiveVersion(store: Store, now: number): string {
  return `${readContentVersion(store)} ${describeWaiting(store, now)}`;
}

/**
 * Returns when the next post appears, or the next page in the feeds; in milliseconds since the
 * epoch.
 */
export function nextScheduledAt(store: Store, now: number): number | undefined {
  const row = store.index.get(
    'SELECT min(live_from) AS next FROM scheduled WHERE live_from > :now',
    { now },
  );
  return row && readOptionalInteger(row, 'next');
}

/** Stores when the index was last in sync with its source, in milliseconds since the epoch. */
export function saveSyncTime(state: Database, now: number): void {
  state.run('INSERT OR REPLACE INTO agreement (id, agreed_at) VALUES (1, :now)', { now });
}

export function findSyncTime({ state }: Pick<Store, 'state'>): number | undefined {
  const row = state.get('SELECT agreed_at FROM agreement');
  return row && readInteger(row, 'agreed_at');
}

const NODE_ID_LENGTH = 12;

export function readNodeId({ state }: Pick<Store, 'state'>): string {
  return readStateKey(state).slice(0, NODE_ID_LENGTH);
}

export function readIndexSize({ indexPath }: Pick<Store, 'indexPath'>): number {
  return statSync(indexPath, { throwIfNoEntry: false })?.size ?? 0;
}

/** Returns what the shared database has not confirmed yet. */
export function readWaitingCounts({ state }: Pick<Store, 'state'>) {
  const sum = (tables: readonly string[]) =>
    tables
      .map((table) =>
        readInteger(state.get(`SELECT coalesce(sum(count), 0) AS sum FROM ${table}`), 'sum'),
      )
      .reduce((total, count) => total + count, 0);
  return {
    views: sum(['waiting_views', 'view_batch']),
    dayCounts: sum(['day_counts', 'day_count_batch']),
  };
}
