import type { LargeCompilation, TextOutline } from '../content/checks/check-site.ts';
import type { ContentRecord } from '../site/records.ts';
import { type ContentSource, createRecordsSource } from '../store/sync/source.ts';

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
