import { hash } from 'node:crypto';
import { type ContentRecord, type LegacyPostRecord, type PostRecord, recordKey } from '../../site/records.ts';
import type { Manifest } from './manifest.ts';

export type Outline =
  | Pick<PostRecord, 'kind' | 'slug' | 'category' | 'subcategory' | 'publishedAt'>
  | Pick<LegacyPostRecord, 'kind' | 'slug'>;

export type Source = {
  readonly manifest: () => Manifest;
  readonly records: (keys: readonly string[]) => Iterable<ContentRecord>;
  /** Outlines of posts and legacy posts without their texts: records are then read in batches. */
  readonly outlines?: (keys: readonly string[]) => readonly Outline[];
  /** Ids by key, if the source gives them. */
  readonly ids?: ReadonlyMap<string, number>;
};

/** Throws if two records have the same key. */
export function createRecordsSource(records: readonly ContentRecord[]): Source {
  const byKey = new Map<string, ContentRecord>();
  for (const record of records) {
    const key = recordKey(record);
    if (byKey.has(key)) throw new Error(`Two records have the key ${key}; each may stand once.`);
    byKey.set(key, record);
  }
  return {
    manifest: () => new Map(Array.from(byKey, ([key, record]) => [key, hashRecord(record)])),
    records: (keys) => keys.flatMap((key) => byKey.get(key) ?? []),
  };
}

/** Independent of the order of the fields. */
export function hashRecord(record: ContentRecord): string {
  const fields = Object.entries(record)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, value instanceof Uint8Array ? hash('sha256', value) : value])
    .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
  return hash('sha256', JSON.stringify(fields));
}
