/**
 * A publisher in a process of its own: `node sync-child.ts <data folder> <stop>`. It syncs the new content and, where it
 * is to stop, says so on its standard output and waits there to be killed.
 */
import { writeSync } from 'node:fs';
import type { PostRecord } from '../../src/site/records.ts';
import { openStore } from '../../src/store/store.ts';
import { createRecordsSource, type Source } from '../../src/store/sync/source.ts';
import { syncSource } from '../../src/store/sync/sync.ts';
import { NOW } from './records.ts';
import { NEW_CONTENT, type Stop } from './sync-scenario.ts';

const [dataDir = '', stop = ''] = process.argv.slice(2);
const store = openStore({ dataDir });
syncSource(store, createStoppingSource(stop), NOW);
if (stop === ('committed' satisfies Stop)) waitToBeKilled();
store.close();

/** Gives the records, but stops where it is asked for them, or where the one post of that slug is being written. */
function createStoppingSource(stop: string): Source {
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
