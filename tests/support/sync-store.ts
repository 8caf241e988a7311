import type { ContentRecord } from '../../packages/marketing-workbench/src/site/records.ts';
import type { Store } from '../../packages/marketing-workbench/src/store/store.ts';
import { createRecordsSource } from '../../packages/marketing-workbench/src/store/sync/source.ts';
import { syncSource } from '../../packages/marketing-workbench/src/store/sync/sync.ts';

/** Syncs the index with these records; returns how many were added, changed and removed. */
export function syncStore(store: Store, records: readonly ContentRecord[], now = Date.now()) {
  const { added, changed, removed, revision } = syncSource(
    store,
    createRecordsSource(records),
    now,
  );
  return { added: added.length, changed: changed.length, removed: removed.length, revision };
}
