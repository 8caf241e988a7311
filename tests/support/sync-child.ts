/**
 * A publisher in a separate process: `node sync-child.ts <data folder> <stop>`. It syncs the new
 * content. At the stop it prints a line and waits to be killed.
 */
import { writeSync } from 'node:fs';
import type { PostRecord } from '../../packages/marketing-workbench/src/site/records.ts';
import { openStore } from '../../packages/marketing-workbench/src/store/store.ts';
import {
  type ContentSource,
  createRecordsSource,
} from '../../packages/marketing-workbench/src/store/sync/source.ts';
import { syncSource } from '../../packages/marketing-workbench/src/store/sync/sync.ts';
import { NOW } from './records.ts';
import { NEW_CONTENT, type Stop } from './sync-scenario.ts';

const [dataDir = '', stop = ''] = process.argv.slice(2);
const store = openStore({ dataDir });
syncSource(store, createStoppingSource(stop), NOW);
if (stop === ('committed' satisfies Stop)) waitToBeKilled();
store.close();

/**
 * Returns the records, but stops when they are requested, or when the post with that slug is
 * written.
 */
function createStoppingSource(stop: string): ContentSource {
  const source = createRecordsSource(NEW_CONTENT);
  return {
    ...source,
    records: (keys) => {
      if (stop === ('records' satisfies Stop)) waitToBeKilled();
      return Array.from(source.records(keys), (record) =>
        record.kind === 'post' && record.slug === stop ? createStoppingPost(record) : record,
      );
    },
  };
}

function createStoppingPost(record: PostRecord): PostRecord {
  return {
    ...record,
    get title(): string {
      return waitToBeKilled();
    },
  };
}

function waitToBeKilled(): never {
  writeSync(1, 'stopped');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  throw new Error('Nobody came.');
}
