import { hash } from 'node:crypto';
import { type ContentRecord, type LegacyPostRecord, type PostRecord, recordKey } from '../../site/records.ts';
import type { Manifest } from './manifest.ts';

/** What a post or a legacy post needs an id for. */
export type Outline =
  | Pick<PostRecord, 'kind' | 'slug' | 'category' | 'subcategory' | 'publishedAt'>
  | Pick<LegacyPostRecord, 'kind' | 'slug'>;

/** Where content comes from: what there is, and the records of the keys that are wanted. */
export type Source = {
  readonly manifest: () => Manifest;
  readonly records: (keys: readonly string[]) => Iterable<ContentRecord>;
  /**
   * The outlines of those that are posts or legacy posts, where it can tell them without the texts: its records are then
   * asked for in several parts, and need not be in memory all at a time.
   */
  readonly outlines?: (keys: readonly string[]) => readonly Outline[];
  /** The ids of its posts and legacy posts by key, where it gives them; else this machine does. */
  readonly ids?: ReadonlyMap<string, number>;
};

/** A source of records at hand. Throws where two of them have the same key. */
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

/** The same for records with the same fields, in whatever order they stand; bytes count by their own hash. */
export function hashRecord(record: ContentRecord): string {
  const fields = Object.entries(record)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, value instanceof Uint8Array ? hash('sha256', value) : value])
    .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
  return hash('sha256', JSON.stringify(fields));
}
