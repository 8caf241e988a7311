import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { onTestFinished } from 'vitest';
import type { ContentRecord } from '../../packages/marketing-workbench/src/site/records.ts';
import { openStore, type Store } from '../../packages/marketing-workbench/src/store/store.ts';
import { NOW } from './records.ts';
import { syncStore } from './sync-store.ts';

/**
 * Returns an empty folder, removed when the test ends; a card process may still write to it then.
 */
export function createDataDir(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'store-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }));
  return dataDir;
}

/** Opens the store in this folder; closes it when the test ends. */
export function openTestStore(dataDir: string): Store {
  const store = openStore({ dataDir });
  onTestFinished(() => store.close());
  return store;
}

export function executeSql(path: string, sql: string): void {
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
}

/** Returns a store in its own folder with this content. */
export function createTestStore(records: readonly ContentRecord[]): Store {
  const store = openTestStore(createDataDir());
  syncStore(store, records, NOW);
  return store;
}
