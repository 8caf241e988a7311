import { hash as digest } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { pages } from '../../site/addresses.ts';
import { DEFAULT_SITE } from '../../site/default-site.ts';
import { formatLegacyKey } from '../../site/legacy-paths.ts';
import type { ContentRecord } from '../../site/records.ts';
import type { MediaFiles } from '../media/media-files.ts';
import type { NamedFile } from '../media/stored-media.ts';
import { readOptionalInteger, readOptionalText, readText } from '../rows.ts';
import { readSettings } from '../site.ts';
import type { Store } from '../store.ts';
import { listPostsOfRenamed } from '../sync/renamed-places.ts';
import { type Manifest, parseKey, readPublished } from '../sync/source.ts';
import { type CheckHtml, checkRow } from './check-row.ts';
import type { Connection, DatabaseRow } from './connection.ts';
import { type ContentPosition, readContentPosition } from './content-changes.ts';
import { RECORD_KINDS, RECORD_TABLES, readFields } from './record-tables.ts';

export type Refusal = { readonly key: string; readonly hash: string; readonly reason: string };

/** `records` are those that the index lacks, and the posts of renamed categories. */
export type FetchedContent = {
  readonly position: ContentPosition;
  readonly manifest: Manifest;
  readonly records: ReadonlyMap<string, ContentRecord>;
  readonly ids: ReadonlyMap<string, number>;
  readonly refusals: readonly Refusal[];
};

type Wanted = {
  /** Undefined to fetch everything. */
  readonly store?: Pick<Store, 'index'>;
  /** Hashes of refused rows, which are not fetched again. */
  readonly refused: ReadonlyMap<string, string>;
  /** Where the files of media are written. */
  readonly media: MediaFiles;
  readonly checkHtml: CheckHtml;
};

/** A hash of all content of the database; undefined if there is none. */
export async function readDigest({ query }: Connection): Promise<string | undefined> {
  const [row] = await query(`
    SELECT encode(sha256(convert_to(string_agg(key || ' ' || hash, E'\\n' ORDER BY key COLLATE "C"), 'UTF8')), 'hex')
      AS digest FROM content_manifest`);
  return typeof row?.digest === 'string' ? row.digest : undefined;
}

/** Reads a consistent snapshot; undefined if the database holds no content. Invalid rows are refused. */
export async function fetchContent(
  connection: Connection,
  { store, refused, media, checkHtml }: Wanted,
): Promise<FetchedContent | undefined> {
  const known = store === undefined ? new Map() : readPublished(store);
  try {
    await connection.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const position = await readContentPosition(connection);
    const rows = await connection.query('SELECT key, hash FROM content_manifest');
    if (rows.length === 0) return undefined;
    const manifest = new Map(rows.map(({ key, hash }) => [String(key), String(hash)]));
    const records = new Map<string, ContentRecord>();
    const ids = new Map<string, number>();
    const refusals: Refusal[] = [];
    const isMissing = (key: string) =>
      known.get(key) !== manifest.get(key) && refused.get(key) !== manifest.get(key);
    const withFile = async (record: ContentRecord) => {
      if (record.kind === 'media') await fetchFile(connection, media, { ...record.bytes, name: record.name });
      return record;
    };
    const read = async (keys: readonly string[]) => {
      for await (const { key, kind, row } of readRows(connection, keys)) {
        const fields = { ...readFields(kind, row), ...(kind === 'media' && describeFile(media, row)) };
        const check = checkRow(key, kind, fields, checkHtml);
        if (RECORD_TABLES[kind].isNumbered) ids.set(key, Number(row.id));
        if (check.kind === 'good') records.set(key, await withFile(check.record));
        else refusals.push({ key, hash: manifest.get(key) ?? '', reason: check.reason });
      }
    };
    await read([...manifest.keys()].filter(isMissing));
    if (store !== undefined && known.size > 0) {
      const renamed = listPostsOfRenamed(store.index, records.values());
      await read(renamed.filter((key) => known.get(key) === manifest.get(key)));
    }
    return { position, manifest, records, ids, refusals };
  } finally {
    connection.query('ROLLBACK').catch(() => undefined);
  }
}

/** Bounds the memory for unchecked rows. */
const BATCH_SIZE = 100;

async function* readRows({ query }: Connection, keys: readonly string[]) {
  const names = Map.groupBy(keys.map(parseKey), ({ kind }) => kind);
  for (const kind of RECORD_KINDS) {
    const { name, keyColumn, selected = '*', isGeneric } = RECORD_TABLES[kind];
    const ofKind = names.get(kind)?.map((key) => key.name) ?? [];
    for (let start = 0; start < ofKind.length; start += BATCH_SIZE) {
      const rows = await query(
        `SELECT ${selected} FROM ${name} WHERE ${keyColumn} = ANY ($1) ${isGeneric ? 'AND kind = $2' : ''}`,
        [ofKind.slice(start, start + BATCH_SIZE), ...(isGeneric ? [kind] : [])],
      );
      for (const row of rows) yield { key: `${kind}:${row[keyColumn]}`, kind, row };
    }
  }
}

function describeFile(media: MediaFiles, { sha256, size }: DatabaseRow) {
  return { bytes: { sha256, size, read: () => readFileSync(media.locate(String(sha256))) } };
}

/** Writes the file unless it is there. Does nothing if the row no longer has those bytes. */
export async function fetchFile(
  { query }: Connection,
  media: MediaFiles,
  { name, sha256, size }: NamedFile,
): Promise<void> {
  if (media.hasBytes({ sha256, size })) return;
  const [row] = await query('SELECT bytes FROM media WHERE name = $1', [name]);
  const { bytes } = row ?? {};
  if (bytes instanceof Uint8Array && digest('sha256', bytes) === sha256)
    media.keep({ sha256, size, read: () => bytes });
}

/** Keys of accepted categories and subcategories; the values are the categories of subcategories. */
type Taxonomy = ReadonlyMap<string, string | undefined>;

/** Keeps the index's version of a refused row. Refuses records whose category or subcategory is not accepted. */
export function acceptContent(
  store: Pick<Store, 'index'>,
  { manifest, records, ids, refusals }: FetchedContent,
): Omit<FetchedContent, 'position'> {
  const known = readPublished(store);
  const ownPlaces = known.size === 0 ? new Map<string, Place>() : readPlaces(store);
  const accepted = { manifest: new Map<string, string>(), records: new Map(records), ids };
  const conflicts: Refusal[] = [];
  const taxonomy = new Map<string, string | undefined>();
  const accept = (key: string, hash: string, { category }: Place) => {
    accepted.manifest.set(key, hash);
    taxonomy.set(key, category);
  };
  const ownPaths = listOwnPaths([...records.values()], known.size === 0 ? undefined : store);
  const legacyKeys = listLegacyKeys(records, known.size === 0 ? undefined : store);
  for (const [key, hash] of sortTaxonomyFirst(manifest)) {
    const record = records.get(key);
    const reason = record && findConflict(record, { taxonomy, ownPaths, legacyKeys });
    if (record !== undefined && reason === undefined) {
      accept(key, hash, readPlace(record));
      continue;
    }
    if (reason !== undefined) conflicts.push({ key, hash, reason });
    accepted.records.delete(key);
    const ownHash = known.get(key);
    const place = ownPlaces.get(key) ?? {};
    // Another id means another record. An id that was not fetched has not changed.
    const isSame = (ids.get(key) ?? place.id) === place.id;
    if (ownHash !== undefined && isSame && findMissingPlace(place, taxonomy) === undefined) {
      accept(key, ownHash, place);
    }
  }
  return { ...accepted, refusals: [...refusals, ...conflicts] };
}

type Addresses = {
  readonly taxonomy: Taxonomy;
  readonly ownPaths: ReadonlySet<string>;
  readonly legacyKeys: ReadonlySet<string>;
};

function findConflict(record: ContentRecord, addresses: Addresses): string | undefined {
  return (
    findMissingPlace(readPlace(record), addresses.taxonomy) ??
    findHidden(record, addresses.taxonomy) ??
    findTaken(record, addresses.ownPaths) ??
    findLoop(record, addresses.legacyKeys)
  );
}

function sortTaxonomyFirst(manifest: Manifest): readonly (readonly [string, string])[] {
  const rank = (key: string) => ['subcategory', 'category'].indexOf(parseKey(key).kind);
  return [...manifest].toSorted(([a], [b]) => rank(b) - rank(a));
}

type Place = {
  readonly id?: number | undefined;
  readonly category?: string | undefined;
  readonly subcategory?: string | undefined;
};

/** Of the index's own records, by key. */
function readPlaces({ index }: Pick<Store, 'index'>): ReadonlyMap<string, Place> {
  const rows = index.all(`
    SELECT 'subcategory:' || slug AS key, NULL AS id, category, NULL AS subcategory FROM subcategories
    UNION ALL SELECT 'post:' || slug, id, category, subcategory FROM posts
    UNION ALL SELECT 'legacy:' || slug, id, NULL, NULL FROM legacy_posts`);
  return new Map(
    rows.map((row) => [
      readText(row, 'key'),
      {
        id: readOptionalInteger(row, 'id'),
        category: readOptionalText(row, 'category'),
        subcategory: readOptionalText(row, 'subcategory'),
      },
    ]),
  );
}

function readPlace(record: ContentRecord): Place {
  return 'category' in record ? record : {};
}

function findMissingPlace({ category, subcategory }: Place, taxonomy: Taxonomy): string | undefined {
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

/** Of the records and, if it is filled, of the index. */
function listLegacyKeys(
  records: FetchedContent['records'],
  store: Pick<Store, 'index'> | undefined,
): ReadonlySet<string> {
  const rows = store?.index.all('SELECT key FROM legacy_posts') ?? [];
  const fetched = [...records.values()].flatMap((record) =>
    record.kind === 'legacy' ? formatLegacyKey(record.legacyUrl) : [],
  );
  return new Set([...rows.map((row) => readText(row, 'key')), ...fetched]);
}

/** Another legacy path could cause a redirect loop. */
function findLoop(record: ContentRecord, legacyKeys: ReadonlySet<string>): string | undefined {
  if (record.kind !== 'legacy' || record.redirectTo === undefined) return undefined;
  const isLegacy = legacyKeys.has(formatLegacyKey(record.redirectTo.replace(/[?#].*/, '')));
  return isLegacy ? 'redirectTo is a legacy path itself' : undefined;
}

/** The paths of the news and of pages, of the records and, if it is filled, of the index. */
function listOwnPaths(
  records: readonly ContentRecord[],
  store: Pick<Store, 'index'> | undefined,
): ReadonlySet<string> {
  const fetched = records.flatMap((record) => (record.kind === 'page' ? pages.page(record.slug) : []));
  const stored = store?.index.all('SELECT slug FROM pages').map((row) => pages.page(readText(row, 'slug')));
  const { news } =
    records.find((record) => record.kind === 'site')?.settings ??
    (store === undefined ? DEFAULT_SITE : readSettings(store));
  return new Set([...fetched, ...(stored ?? []), ...(news === undefined ? [] : [news.path])]);
}

function findTaken(record: ContentRecord, ownPaths: ReadonlySet<string>): string | undefined {
  if (record.kind !== 'category' || !ownPaths.has(pages.category(record.slug))) return undefined;
  return `slug "${record.slug}" is the address of another page of the site`;
}
