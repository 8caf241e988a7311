import { createHash } from 'node:crypto';
import type { Reader } from '../database.ts';
import { readText } from '../rows.ts';
import type { Store } from '../store.ts';

/** The hash of each record, by key. */
export type Manifest = ReadonlyMap<string, string>;

export type ManifestDifference = {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
};

/** Empty if the index was never filled. */
export function readPublished({ index }: Pick<Store, 'index'>): Manifest {
  return index.isFilled() ? readManifest(index) : new Map();
}

export function readManifest(index: Pick<Reader, 'all'>): Manifest {
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

/** The parts of a record's key, `kind:name`. */
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
