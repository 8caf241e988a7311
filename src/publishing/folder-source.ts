import type { LargeCompilation } from '../content/checks/check-site.ts';
import type { ContentRecord } from '../site/records.ts';
import { createRecordsSource, type Source } from '../store/sync/source.ts';

/** A compiled folder as a source whose articles are read one by one, as they are asked for. */
export function createFolderSource(
  { texts }: Pick<LargeCompilation, 'texts'>,
  records: readonly ContentRecord[],
): Source {
  const rest = createRecordsSource(records);
  const byKey = new Map(texts.map((text) => [`${text.outline.kind}:${text.outline.slug}`, text]));
  return {
    manifest: () =>
      new Map([...rest.manifest(), ...Array.from(byKey, ([key, { hash }]) => [key, hash] as const)]),
    outlines: (keys) => keys.flatMap((key) => byKey.get(key)?.outline ?? []),
    records: function* (keys) {
      for (const key of keys) {
        const text = byKey.get(key);
        if (text === undefined) yield* rest.records([key]);
        else yield text.read();
      }
    },
  };
}
