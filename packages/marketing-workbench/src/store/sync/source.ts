import { createHash, hash } from 'node:crypto';
import { readText } from '../../search-engine/database.ts';
import { DEFAULT_SITE } from '../../site/default-site.ts';
import {
  type ContentRecord,
  type LegacyPostRecord,
  type PostRecord,
  recordKey,
} from '../../site/records.ts';
import type { Reader } from '../database.ts';
import type { Store } from '../store.ts';

export type SourceOutline =
  | Pick<PostRecord, 'kind' | 'slug' | 'category' | 'subcategory' | 'publishedAt'>
  | Pick<LegacyPostRecord, 'kind' | 'slug' | 'legacyUrl'>;

export type ContentSource = {
  readonly manifest: () => Manifest;
  readonly records: (keys: readonly string[]) => Iterable<ContentRecord>;
  /** Returns the outlines of posts and legacy posts, which lack the texts. */
  readonly outlines: (keys: readonly string[]) => readonly SourceOutline[];
  /** Ids by key, if the source gives them. */
  readonly ids?: ReadonlyMap<string, number>;
};

/** Sorts the oldest post first. */
export function compareAge(
  a: ContentRecord | SourceOutline,
  b: ContentRecord | SourceOutline,
): number {
  const readAge = (record: ContentRecord | SourceOutline) =>
    record.kind === 'post' ? record.publishedAt : 0;
  return readAge(a) - readAge(b) || (recordKey(a) < recordKey(b) ? -1 : 1);
}

/** Throws if two records have the same key. */
export function createRecordsSource(records: readonly ContentRecord[]): ContentSource {
  const byKey = new Map<string, ContentRecord>();
  for (const record of records) {
    const key = recordKey(record);
    if (byKey.has(key)) throw new Error(`Two records have the key ${key}; keys must be unique.`);
    byKey.set(key, record);
  }
  return createMapSource(
    byKey,
    () => new Map(Array.from(byKey, ([key, record]) => [key, hashRecord(record)])),
  );
}

export function createMapSource(
  byKey: ReadonlyMap<string, ContentRecord>,
  manifest: ContentSource['manifest'],
): ContentSource {
  const records = (keys: readonly string[]) => keys.flatMap((key) => byKey.get(key) ?? []);
  const outlines: ContentSource['outlines'] = (keys) =>
    records(keys).filter((record) => record.kind === 'post' || record.kind === 'legacy');
  return { manifest, records, outlines };
}

/** Returns a hash that does not depend on the order. */
export function hashRecord(record: ContentRecord): string {
  const values = record.kind === 'media' ? { ...record, bytes: record.bytes.sha256 } : record;
  const fields = Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, sortKeys(value)])
    .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
  return hash('sha256', JSON.stringify(fields));
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, sortKeys(inner)] as const);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The hash of each record, by key. */
export type Manifest = ReadonlyMap<string, string>;

export type ManifestDifference = {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
};

const SITE_KEY = recordKey({ kind: 'site', slug: 'site' });

/**
 * Returns the tag of the content's language; undefined if the source does not return the site,
 * which has not changed.
 */
export function findSourceLanguage(
  source: Pick<ContentSource, 'records'>,
  manifest: Manifest,
): string | undefined {
  if (!manifest.has(SITE_KEY)) return DEFAULT_SITE.language;
  for (const record of source.records([SITE_KEY]))
    if (record.kind === 'site') return record.settings.language;
  return undefined;
}

/** Empty if the index was never filled. */
export function readPublished({ index }: Pick<Store, 'index'>): Manifest {
  return index.isFilled() ? readIndexManifest(index) : new Map();
}

export function readIndexManifest(index: Pick<Reader, 'all'>): Manifest {
  const rows = index.all('SELECT key, hash FROM manifest');
  return new Map(rows.map((row) => [readText(row, 'key'), readText(row, 'hash')]));
}

export function compareManifests(old: Manifest, present: Manifest): ManifestDifference {
  const keys = [...present.keys()];
  return {
    added: keys.filter((key) => !old.has(key)),
    changed: keys.filter((key) => old.has(key) && old.get(key) !== present.get(key)),
    removed: [...old.keys()].filter((key) => !present.has(key)),
  };
}

export function isEmptyDifference({ added, changed, removed }: ManifestDifference): boolean {
  return added.length + changed.length + removed.length === 0;
}

export function formatDifference({ added, changed, removed }: ManifestDifference): string {
  return `${added.length} added, ${changed.length} changed, ${removed.length} removed`;
}

/** Returns the parts of a record's key, `kind:name`. */
export function parseKey(key: string): { readonly kind: string; readonly name: string } {
  const separator = key.indexOf(':');
  return { kind: key.slice(0, separator), name: key.slice(separator + 1) };
}

/** Independent of the order. */
export function hashManifest(manifest: Manifest): string {
  const hash = createHash('sha256');
  for (const key of [...manifest.keys()].sort()) hash.update(`${key} ${manifest.get(key)}\n`);
  return hash.digest('hex');
}
