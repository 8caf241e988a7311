import type { Config } from '../config.ts';
import { formatFinding } from '../content/content-finding.ts';
import { restoreFiles } from '../store/media/stored-media.ts';
import { createLiveTest } from '../store/posts/live.ts';
import type { Store } from '../store/store.ts';
import { readPostAddresses } from '../store/sync/post-addresses.ts';
import { createRecordsSource } from '../store/sync/source.ts';
import { NOTHING_STORED } from '../store/sync/stored-content.ts';
import { syncSource } from '../store/sync/sync.ts';
import { compileWithCaches } from './compile-with-caches.ts';
import { keepPublishedVersions } from './keep-versions.ts';
import { checkAddresses } from './vanished-addresses.ts';

/**
 * Fills the index from the content folder, and returns the number of added records. Unlike
 * publishing it ignores missing articles; retired addresses stay retired.
 */
export function fillIndex(
  store: Store,
  { contentDir, dataDir, previewSecret }: Pick<Config, 'contentDir' | 'dataDir' | 'previewSecret'>,
): Promise<number> {
  const wanted = previewSecret === undefined ? 'published' : 'drafts';
  return compileWithCaches(contentDir, { dataDir, wanted }, async (compilation) => {
    const [first] = compilation.general;
    if (first !== undefined) {
      throw new Error(
        `the folder ${contentDir} has ${compilation.problems.length} problems and is not used; run npm run content -- check. The first: ${formatFinding(first)}`,
      );
    }
    const now = Date.now();
    const content = keepPublishedVersions(compilation, NOTHING_STORED);
    for (const line of content.lines) store.log(`${line} Run npm run content -- check.`);
    const { gone } = readPostAddresses(store, now);
    const options = { isLive: createLiveTest(store.state, now), allowGone: false };
    const protection = checkAddresses({ published: gone, gone }, content.records, {
      ...content,
      ...options,
    });
    return syncSource(store, content.createSource(protection.records), now).added.length;
  });
}

/**
 * Writes lost files again. Throws if the folder lacks some of them. The index stays as it is: the
 * folder may hold unpublished edits.
 */
export function restoreFilesFromFolder(
  store: Store,
  { contentDir, dataDir, previewSecret }: Pick<Config, 'contentDir' | 'dataDir' | 'previewSecret'>,
): Promise<void> {
  const wanted = previewSecret === undefined ? 'published' : 'drafts';
  const options = { dataDir, wanted, pictures: 'always' } as const;
  return compileWithCaches(contentDir, options, async ({ select }) => {
    // Also the pictures of texts with errors, whose published versions show them.
    const { records } = select(new Set());
    const lost = restoreFiles(store, createRecordsSource(records));
    const [first] = lost;
    if (first === undefined) return;
    throw new Error(
      `the folder ${contentDir} lacks ${lost.length} published files, such as ${first}; publish again`,
    );
  });
}
