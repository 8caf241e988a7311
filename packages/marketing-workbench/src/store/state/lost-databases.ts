import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Database, removeDatabase, removeLogs } from '../database.ts';
import { breakSeal, ensureIndex } from '../index/index-file.ts';
import { listLostFiles, noteLost } from '../media/stored-media.ts';
import type { Store } from '../store.ts';

/**
 * Copies the open state and index to their paths if their files were deleted, and notes which
 * pictures and downloads are lost too. Returns the paths that were lost.
 */
export async function restoreLostDatabases(store: Store): Promise<readonly string[]> {
  const { statePath, indexPath, state, index } = store;
  const lost = [statePath, indexPath].filter((path) => !existsSync(path));
  if (lost.length === 0) return [];
  mkdirSync(dirname(statePath), { recursive: true });
  if (lost.includes(statePath)) await copyBack(state, statePath);
  if (lost.includes(indexPath)) await restoreIndex(store);
  if (index.isFilled()) noteLost(store, listLostFiles(store));
  return lost;
}

/** An index without content is rebuilt like a damaged one. */
async function restoreIndex(store: Store): Promise<void> {
  if (!store.index.isFilled()) return ensureIndex(store);
  // The seal is that of the deleted file.
  breakSeal(store.indexPath);
  await copyBack(store.index, store.indexPath);
}

async function copyBack(database: Pick<Database, 'copyTo'>, path: string): Promise<void> {
  const copy = `${path}.restored`;
  removeDatabase(copy);
  await database.copyTo(copy);
  // SQLite would apply the log of the deleted file to the copy, which has all of it.
  removeLogs(path);
  renameSync(copy, path);
}
