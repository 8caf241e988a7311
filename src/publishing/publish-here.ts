import type { Config } from '../config.ts';
import type { LargeCompilation } from '../content/checks/check-site.ts';
import { mendIndex } from '../store/index-file.ts';
import { openStore } from '../store/store.ts';
import { compareManifests, readPublished } from '../store/sync/manifest.ts';
import { syncSource } from '../store/sync/sync.ts';
import { createFolderSource } from './folder-source.ts';
import { announce, listChangedPaths, takeSnapshot } from './index-now.ts';
import type { PublishFlags } from './publish-to-database.ts';
import { listPostPlaces, listPurgeTags, purge } from './purge.ts';
import { formatCounts, REFUSED } from './report.ts';
import { protectAddresses } from './vanished-addresses.ts';

/** As much of a revision as a person needs to tell two apart. */
const REVISION_SHOWN = 12;

/** Publishes to this machine's index; answers the exit status. */
export async function publishHere(
  compilation: LargeCompilation,
  { dataDir, indexNowKey: key, origin, purgeUrl }: Config,
  { allowGone }: PublishFlags,
): Promise<number> {
  const store = openStore({ dataDir, log: console.log });
  try {
    const now = Date.now();
    const protection = protectAddresses(store, compilation.records, {
      ...{ now, allowGone },
      outlines: compilation.texts.map(({ outline }) => outline),
    });
    if (protection.kind === 'refused') {
      console.error(protection.problems.join('\n'));
      console.error(REFUSED);
      return 1;
    }
    mendIndex(store);
    const before = key === undefined ? new Map() : takeSnapshot(store, now);
    const manifest = readPublished(store);
    const source = createFolderSource(compilation, protection.records);
    const { added, changed, removed, revision } = syncSource(store, source, now);
    const difference = `${added} added, ${changed} changed, ${removed} removed`;
    console.log(
      `Published ${formatCounts(compilation)}: ${difference}; revision ${revision.slice(0, REVISION_SHOWN)}.`,
    );
    if (key !== undefined) {
      const paths = listChangedPaths(before, takeSnapshot(store, now));
      console.log(await announce({ key, origin, paths }));
    }
    if (purgeUrl !== undefined) {
      const touched = compareManifests(manifest, readPublished(store));
      console.log(await purge(purgeUrl, listPurgeTags(touched, listPostPlaces(compilation))));
    }
    return 0;
  } finally {
    store.close();
  }
}
