import type { ContentRecord } from '../../site/records.ts';
import { readOptionalText } from '../rows.ts';
import type { Store } from '../store.ts';
import { type Manifest, parseKey, readPublished } from '../sync/manifest.ts';
import type { FetchedContent, Refusal } from './fetch-content.ts';

type AcceptedContent = Omit<FetchedContent, 'digest'>;

/** Keys of accepted categories and subcategories; the values are the categories of subcategories. */
type Taxonomy = ReadonlyMap<string, string>;

/** Keeps the index's version of a refused row. Refuses records whose category or subcategory is not accepted. */
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
    // While nothing was left out, unchanged records need no check.
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

function sortTaxonomyFirst(manifest: Manifest): readonly (readonly [string, string])[] {
  const rank = (key: string) => ['subcategory', 'category'].indexOf(parseKey(key).kind);
  return [...manifest].toSorted(([a], [b]) => rank(b) - rank(a));
}

type Place = { readonly category?: string | undefined; readonly subcategory?: string | undefined };

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

/** A subcategory's page would hide a post with the same slug. */
function findHidden(record: ContentRecord, taxonomy: Taxonomy): string | undefined {
  if (record.kind !== 'post' || record.subcategory !== undefined) return undefined;
  if (!taxonomy.has(`subcategory:${record.slug}`)) return undefined;
  return `slug "${record.slug}" is the name of a subcategory, whose page would hide it`;
}

type Accepted = { readonly taxonomy: Taxonomy; readonly ids: ReadonlyMap<string, number> };

/** Whether the index's version of the record fits the accepted taxonomy. */
function canKeep(store: Pick<Store, 'index'>, key: string, { taxonomy, ids }: Accepted): boolean {
  const { kind, name } = parseKey(key);
  if (kind === 'subcategory') return taxonomy.has(`category:${findOwnCategory(store, key)}`);
  if (kind !== 'post' && kind !== 'legacy') return true;
  // Another id means another record. An id that was not fetched has not changed.
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

/** '' for a key of any other kind. */
function findOwnCategory(store: Pick<Store, 'index'>, key: string): string {
  const { kind, name } = parseKey(key);
  if (kind !== 'subcategory') return '';
  const row = store.index.get('SELECT category FROM subcategories WHERE slug = :name', { name });
  return (row && readOptionalText(row, 'category')) ?? '';
}
