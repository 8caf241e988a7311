/**
 * A child process of the server that fills the index, or writes lost files again, from the content
 * folder and then exits.
 */
import { readConfig } from './config.ts';
import { fillIndex, restoreFilesFromFolder } from './publishing/fill-index.ts';
import { limitHeapGrowth } from './publishing/process-limits.ts';
import { ignoreLogFailures } from './server/log.ts';
import { createLineLog, isIndexFilled } from './server/repair.ts';
import { readMessage } from './store/database.ts';
import { openStore } from './store/store.ts';

ignoreLogFailures();
process.on('disconnect', () => process.exit());
const failure = await fillOrRestoreFiles();
if (failure === undefined) process.disconnect();
else process.send?.(failure, () => process.disconnect());

/** Returns why it failed. */
async function fillOrRestoreFiles(): Promise<string | undefined> {
  limitHeapGrowth();
  try {
    const config = readConfig();
    using store = openStore({ ...config, log: createLineLog('index') });
    await (isIndexFilled(store) ? restoreFilesFromFolder : fillIndex)(store, config);
    return undefined;
  } catch (error) {
    return readMessage(error);
  }
}
