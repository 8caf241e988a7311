import type { ContentRecord } from '../../site/records.ts';
import { readOptionalText } from '../rows.ts';
import type { Store } from '../store.ts';
import { type Manifest, parseKey, readPublished } from '../sync/manifest.ts';
import type { FetchedContent, Refusal } from './fetch-content.ts';

/** The fetched content as the index can take it over, with the versions of refused rows that the index keeps. */
export type AcceptedContent = Omit<FetchedContent, 'digest'>;

/** The category of each accepted subcategory by its key; of an accepted category ''. */
type Taxonomy = ReadonlyMap<string, string>;

/**
 * Leaves out what can't be taken over. Of a refused row the index keeps its own version. A record whose category or
 * subcategory is not accepted is refused too, so that the index stays consistent.
 */
export function acceptContent(
  store: Pick<Store, 'index'>,
  fetched: FetchedContent,
  refused: ReadonlyMap<string, string>,
): AcceptedContent {
  const { ids } = fetched;
  const known = readPublished(store);
  const manifest = new Map<string, string>();
  const taxonomy = new Map<string, string>();
  const taken = { records: new Map(fetched.records), refusals: [...fetched.refusals] };
  let isComplete = true;
  for (const [key, hash] of sortTaxonomyFirst(fetched.manifest)) {
    const record = refused.get(key) === hash ? undefined : takeRecord(taken, { key, hash, taxonomy });
    const ownHash = record === undefined ? known.get(key) : hash;
    // As long as nothing was left out, unchanged records fit without a check.
    const isFitting = record !== undefined || (isComplete && ownHash === hash);
    if (ownHash === undefined || !(isFitting || canKeep(store, key, { taxonomy, ids }))) {
      isComplete = false;
      continue;
    }
    manifest.set(key, ownHash);
    taxonomy.set(key, record?.kind === 'subcategory' ? record.category : findOwnCategory(store, key));
  }
  return { manifest, ids, ...taken };
}

type Row = { readonly key: string; readonly hash: string; readonly taxonomy: Taxonomy };

/** The fetched record of the key, unless there is none or its place in the taxonomy makes it refused. */
function takeRecord(
  { records, refusals }: { readonly records: Map<string, ContentRecord>; readonly refusals: Refusal[] },
  { key, hash, taxonomy }: Row,
): ContentRecord | undefined {
  const record = records.get(key);
  const reason = record && (findMissingPlace(record, taxonomy) ?? findHidden(record, taxonomy));
  if (reason === undefined) return record;
  refusals.push({ key, hash, reason });
  records.delete(key);
  return undefined;
}

/** Categories, then subcategories, then all others. */
function sortTaxonomyFirst(manifest: Manifest): readonly (readonly [string, string])[] {
  const rank = (key: string) => ['subcategory', 'category'].indexOf(parseKey(key).kind);
  return [...manifest].toSorted(([a], [b]) => rank(b) - rank(a));
}

type Place = { readonly category?: string | undefined; readonly subcategory?: string | undefined };

/** Why the record's category or subcategory can't be its place. */
function findMissingPlace(record: ContentRecord | Place, taxonomy: Taxonomy): string | undefined {
  const { category, subcategory }: Place = 'category' in record ? record : {};
  if (category !== undefined && !taxonomy.has(`category:${category}`)) {
    return `category "${category}" is none of the site’s`;
  }
  if (subcategory !== undefined && taxonomy.get(`subcategory:${subcategory}`) !== category) {
    return `subcategory "${subcategory}" is none of "${category}"`;
  }
  return undefined;
}

/** Why readers could never open a post: a subcategory's page has its address. */
function findHidden(record: ContentRecord, taxonomy: Taxonomy): string | undefined {
  if (record.kind !== 'post' || record.subcategory !== undefined) return undefined;
  if (!taxonomy.has(`subcategory:${record.slug}`)) return undefined;
  return `slug "${record.slug}" is the name of a subcategory, whose page would hide it`;
}

type Accepted = { readonly taxonomy: Taxonomy; readonly ids: ReadonlyMap<string, number> };

/** Whether the index has a version of the record that fits what is accepted. */
function canKeep(store: Pick<Store, 'index'>, key: string, { taxonomy, ids }: Accepted): boolean {
  const { kind, name } = parseKey(key);
  if (kind === 'subcategory') return taxonomy.has(`category:${findOwnCategory(store, key)}`);
  if (kind !== 'post' && kind !== 'legacy') return true;
  // With another id it would be another record. An id that was not fetched this time has not changed.
  const id = ids.get(key) ?? null;
  if (kind === 'legacy') {
    const sql = 'SELECT 1 FROM legacy_posts WHERE slug = :name AND id = coalesce(:id, id)';
    return store.index.get(sql, { name, id }) !== undefined;
  }
  const sql = 'SELECT category, subcategory FROM posts WHERE slug = :name AND id = coalesce(:id, id)';
  const row = store.index.get(sql, { name, id });
  if (row === undefined) return false;
  const place = {
    category: readOptionalText(row, 'category'),
    subcategory: readOptionalText(row, 'subcategory'),
  };
  return findMissingPlace(place, taxonomy) === undefined;
}

/** The category of a subcategory of the index; '' for any other key. */
function findOwnCategory(store: Pick<Store, 'index'>, key: string): string {
  const { kind, name } = parseKey(key);
  if (kind !== 'subcategory') return '';
  const row = store.index.get('SELECT category FROM subcategories WHERE slug = :name', { name });
  return (row && readOptionalText(row, 'category')) ?? '';
}
