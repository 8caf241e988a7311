import type { ContentRecord } from '../../site/records.ts';
import { readOptionalText } from '../rows.ts';
import type { Store } from '../store.ts';
import { type Manifest, parseKey, readPublished } from '../sync/source.ts';
import { type CheckHtml, checkRow } from './check-row.ts';
import type { Connection, DatabaseRow } from './connection.ts';
import { RECORD_KINDS, RECORD_TABLES, readFields } from './record-tables.ts';

export type Refusal = { readonly key: string; readonly hash: string; readonly reason: string };

/** `records` are those that the index lacks. */
export type FetchedContent = {
  readonly digest: string;
  readonly manifest: Manifest;
  readonly records: ReadonlyMap<string, ContentRecord>;
  readonly ids: ReadonlyMap<string, number>;
  readonly refusals: readonly Refusal[];
};

type Wanted = {
  /** The index's manifest. */
  readonly known: Manifest;
  /** Hashes of refused rows, which are not fetched again. */
  readonly refused: ReadonlyMap<string, string>;
  readonly checkHtml: CheckHtml;
};

/** Bounds the memory for unchecked rows. */
const BATCH_SIZE = 100;

/** A hash of all content of the database; undefined if there is none. */
export async function readDigest({ query }: Connection): Promise<string | undefined> {
  return parseDigest(await query(DIGEST));
}

const DIGEST = `
  SELECT encode(sha256(convert_to(string_agg(key || ' ' || hash, E'\\n' ORDER BY key COLLATE "C"), 'UTF8')), 'hex')
    AS digest FROM content_manifest`;

function parseDigest([row]: readonly DatabaseRow[]): string | undefined {
  return typeof row?.digest === 'string' ? row.digest : undefined;
}

/** Reads a consistent snapshot; undefined if the database holds no content. Invalid rows are refused. */
export async function fetchContent(
  connection: Connection,
  wanted: Wanted,
): Promise<FetchedContent | undefined> {
  try {
    const [, digests = [], rows = []] = await connection.queryAll(
      `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${DIGEST}; SELECT key, hash FROM content_manifest`,
    );
    const digest = parseDigest(digests);
    if (digest === undefined) return undefined;
    const manifest = new Map(rows.map(({ key, hash }) => [String(key), String(hash)]));
    const fetched = { records: new Map(), ids: new Map(), refusals: [] };
    for (const kind of RECORD_KINDS) await fetchKind(connection, kind, { ...wanted, manifest, fetched });
    return { digest, manifest, ...fetched };
  } finally {
    connection.query('ROLLBACK').catch(() => undefined);
  }
}

type KindWanted = Wanted & {
  readonly manifest: Manifest;
  readonly fetched: {
    readonly records: Map<string, ContentRecord>;
    readonly ids: Map<string, number>;
    readonly refusals: Refusal[];
  };
};

async function fetchKind(
  connection: Connection,
  kind: ContentRecord['kind'],
  wanted: KindWanted,
): Promise<void> {
  const { manifest, known, refused } = wanted;
  const table = RECORD_TABLES[kind];
  const names = [...manifest].flatMap(([key, hash]) =>
    parseKey(key).kind !== kind || known.get(key) === hash || refused.get(key) === hash
      ? []
      : [parseKey(key).name],
  );
  for (let start = 0; start < names.length; start += BATCH_SIZE) {
    const rows = await connection.query(
      `SELECT * FROM ${table.name} WHERE ${table.keyColumn} = ANY ($1) ${table.isGeneric ? 'AND kind = $2' : ''}`,
      [names.slice(start, start + BATCH_SIZE), ...(table.isGeneric ? [kind] : [])],
    );
    for (const row of rows) takeRow(`${kind}:${row[table.keyColumn]}`, kind, row, wanted);
  }
}

function takeRow(
  key: string,
  kind: ContentRecord['kind'],
  row: DatabaseRow,
  { manifest, fetched, checkHtml }: KindWanted,
): void {
  const table = RECORD_TABLES[kind];
  const check = checkRow(key, kind, readFields(kind, row), checkHtml);
  if (table.isNumbered) fetched.ids.set(key, Number(row.id));
  if (check.kind === 'good') fetched.records.set(key, check.record);
  else fetched.refusals.push({ key, hash: manifest.get(key) ?? '', reason: check.reason });
}

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

type TaxonomyRow = { readonly key: string; readonly hash: string; readonly taxonomy: Taxonomy };

function takeRecord(
  { records, refusals }: { readonly records: Map<string, ContentRecord>; readonly refusals: Refusal[] },
  { key, hash, taxonomy }: TaxonomyRow,
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
    return `category "${category}" does not exist`;
  }
  if (subcategory !== undefined && taxonomy.get(`subcategory:${subcategory}`) !== category) {
    return `subcategory "${subcategory}" does not exist in "${category}"`;
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
