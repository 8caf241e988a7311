import type { ContentRecord } from '../../site/records.ts';
import { readOptionalText } from '../rows.ts';
import type { Store } from '../store.ts';
import { type Manifest, parseKey, readPublished } from '../sync/manifest.ts';
import type { FetchedContent, Refusal } from './fetch-content.ts';

/** The part of what was fetched that the index can take over, with what it keeps of its own. */
export type AcceptedContent = Pick<FetchedContent, 'manifest' | 'records' | 'ids'> & {
  readonly refusals: readonly Refusal[];
};

/**
 * Leaves out what can't be taken over: of a refused row the index keeps the version that it has. A record that stands in
 * a section which is not taken over itself is refused in turn, so that the rest fits together.
 */
export function acceptContent(
  store: Pick<Store, 'index'>,
  fetched: FetchedContent,
  refused: ReadonlyMap<string, string>,
): AcceptedContent {
  const known = readPublished(store);
  const accepted = {
    manifest: new Map<string, string>(),
    records: new Map(fetched.records),
    ids: fetched.ids,
    refusals: [...fetched.refusals],
  };
  const bad = new Set(fetched.refusals.map(({ key }) => key));
  const sections = new Map<string, string>();
  let isWhole = true;
  for (const [key, hash] of sortSectionsFirst(fetched.manifest)) {
    const fits = !bad.has(key) && refused.get(key) !== hash;
    const record = fits ? takeRecord(accepted, key, hash, sections) : undefined;
    const ownHash = record === undefined ? known.get(key) : hash;
    const isSettled = record !== undefined || (isWhole && ownHash === hash);
    if (ownHash === undefined || !(isSettled || canKeep(store, key, { sections, ids: fetched.ids }))) {
      isWhole = false;
      continue;
    }
    accepted.manifest.set(key, ownHash);
    sections.set(key, record?.kind === 'subcategory' ? record.category : findOwnCategory(store, key));
  }
  return accepted;
}

/** The new record of this key; undefined where there is none, or where it has to be refused. */
function takeRecord(
  { records, refusals }: { readonly records: Map<string, ContentRecord>; readonly refusals: Refusal[] },
  key: string,
  hash: string,
  sections: ReadonlyMap<string, string>,
): ContentRecord | undefined {
  const record = records.get(key);
  const reason = record && (findMissingSection(record, sections) ?? findHidingShelf(record, sections));
  if (reason === undefined) return record;
  refusals.push({ key, hash, reason });
  records.delete(key);
  return undefined;
}

const SECTION_ORDER: readonly string[] = ['category', 'subcategory'];

function sortSectionsFirst(manifest: Manifest): readonly (readonly [string, string])[] {
  const rank = (key: string) =>
    (SECTION_ORDER.indexOf(parseKey(key).kind) + SECTION_ORDER.length + 1) % (SECTION_ORDER.length + 1);
  return [...manifest].toSorted(([a], [b]) => rank(a) - rank(b));
}

type Placed = {
  readonly kind: string;
  readonly category?: string | undefined;
  readonly subcategory?: string | undefined;
};

/** Why a record can't stand where it says, among the sections taken over: by key, a subcategory's category. */
function findMissingSection(
  record: ContentRecord | Placed,
  sections: ReadonlyMap<string, string>,
): string | undefined {
  const { category, subcategory } = readPlace(record);
  if (category !== undefined && !sections.has(`category:${category}`)) {
    return `category "${category}" is none of the site’s`;
  }
  if (subcategory !== undefined && sections.get(`subcategory:${subcategory}`) !== category) {
    return `subcategory "${subcategory}" is none of "${category}"`;
  }
  return undefined;
}

/** Why nobody would ever see a post: the page of a subcategory answers its address. */
function findHidingShelf(record: ContentRecord, sections: ReadonlyMap<string, string>): string | undefined {
  if (record.kind !== 'post' || record.subcategory !== undefined) return undefined;
  if (!sections.has(`subcategory:${record.slug}`)) return undefined;
  return `slug "${record.slug}" is the name of a subcategory, whose page would hide it`;
}

function readPlace(record: ContentRecord | Placed): Omit<Placed, 'kind'> {
  return {
    category: 'category' in record ? record.category : undefined,
    subcategory: 'subcategory' in record ? record.subcategory : undefined,
  };
}

type Keeping = {
  readonly sections: ReadonlyMap<string, string>;
  readonly ids: ReadonlyMap<string, number>;
};

/** Whether the index has a version of the record that fits beside what is taken over. */
function canKeep(store: Pick<Store, 'index'>, key: string, { sections, ids }: Keeping): boolean {
  const { kind, name } = parseKey(key);
  const id = ids.get(key);
  if (kind === 'subcategory') return sections.has(`category:${findOwnCategory(store, key)}`);
  if (kind === 'legacy') return hasId(store, 'legacy_posts', name, id);
  if (kind !== 'post') return true;
  const row = store.index.get('SELECT category, subcategory FROM posts WHERE slug = :name', { name });
  if (row === undefined || !hasId(store, 'posts', name, id)) return false;
  const category = readOptionalText(row, 'category');
  return (
    findMissingSection({ kind, category, subcategory: readOptionalText(row, 'subcategory') }, sections) ===
    undefined
  );
}

/** Another id would be another record's; one that was not fetched this time has not changed. */
function hasId(
  store: Pick<Store, 'index'>,
  table: 'posts' | 'legacy_posts',
  slug: string,
  id: number | undefined,
): boolean {
  if (id === undefined) return true;
  return (
    store.index.get(`SELECT id FROM ${table} WHERE slug = :slug AND id = :id`, { slug, id }) !== undefined
  );
}

/** The category of a subcategory that the index has; empty for any other key. */
function findOwnCategory(store: Pick<Store, 'index'>, key: string): string {
  const { kind, name } = parseKey(key);
  if (kind !== 'subcategory') return '';
  const row = store.index.get('SELECT category FROM subcategories WHERE slug = :name', { name });
  return (row && readOptionalText(row, 'category')) ?? '';
}
