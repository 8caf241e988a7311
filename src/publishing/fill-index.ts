import type { Config } from '../config.ts';
import type { LargeCompilation, TextOutline } from '../content/checks/check-site.ts';
import { formatFinding } from '../content/content-finding.ts';
import type { ContentRecord } from '../site/records.ts';
import { restoreFiles } from '../store/media/stored-media.ts';
import { createLiveTest } from '../store/posts/live.ts';
import type { Store } from '../store/store.ts';
import { readPostAddresses } from '../store/sync/post-addresses.ts';
import { type ContentSource, createRecordsSource } from '../store/sync/source.ts';
import { syncSource } from '../store/sync/sync.ts';
import { compileWithCaches } from './compile-with-caches.ts';
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
    const { problems, records, texts } = compilation;
    const [first] = problems;
    if (first !== undefined) {
      throw new Error(
        `the folder ${contentDir} has ${problems.length} problems and is not used; run npm run content -- check. The first: ${formatFinding(first)}`,
      );
    }
    const now = Date.now();
    const { gone } = readPostAddresses(store, now);
    const outlines = texts.map(({ outline }) => outline);
    const options = { isLive: createLiveTest(store.state, now), allowGone: false, outlines };
    const protection = checkAddresses({ published: gone, gone }, records, options);
    return syncSource(store, createFolderSource(compilation, protection.records), now).added.length;
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
  return compileWithCaches(contentDir, { dataDir, wanted }, async ({ records }) => {
    const lost = restoreFiles(store, createRecordsSource(records));
    const [first] = lost;
    if (first === undefined) return;
    throw new Error(
      `the folder ${contentDir} lacks ${lost.length} published files, such as ${first}; publish again`,
    );
  });
}

/** Creates a source that reads articles one by one, on demand. */
export function createFolderSource(
  { texts }: Pick<LargeCompilation, 'texts'>,
  records: readonly ContentRecord[],
): ContentSource {
  const rest = createRecordsSource(records);
  const byKey = new Map(texts.map((text) => [`${text.outline.kind}:${text.outline.slug}`, text]));
  return {
    manifest: () =>
      new Map([
        ...rest.manifest(),
        ...Array.from(byKey, ([key, { hash }]) => [key, hash] as const),
      ]),
    outlines: (keys) => listOutlinesWithIds(keys.flatMap((key) => byKey.get(key)?.outline ?? [])),
    records: function* (keys) {
      for (const key of keys) {
        const text = byKey.get(key);
        if (text === undefined) yield* rest.records([key]);
        else yield text.read();
      }
    },
  };
}

/** Lists the outlines of posts and legacy posts, which alone have ids. */
function listOutlinesWithIds(
  outlines: readonly TextOutline[],
): ReturnType<ContentSource['outlines']> {
  return outlines.filter((outline) => outline.kind === 'post' || outline.kind === 'legacy');
}
