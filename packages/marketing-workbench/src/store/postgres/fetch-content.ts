import { hash as digest } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readText } from '../../search-engine/database.ts';
import { pages } from '../../site/addresses.ts';
import { DEFAULT_SITE } from '../../site/default-site.ts';
import { formatLegacyKey } from '../../site/paths/legacy-paths.ts';
import type { CategoryRecord, SubcategoryRecord } from '../../site/records.ts';
import type { MediaFiles } from '../media/media-files.ts';
import type { NamedFile } from '../media/stored-media.ts';
import { readSettings } from '../pages/known-site.ts';
import { readOptionalInteger, readOptionalText } from '../rows.ts';
import type { Store } from '../store.ts';
import { listPostsOfRenamed } from '../sync/renamed-places.ts';
import { type Manifest, parseKey, readPublished } from '../sync/source.ts';
import { type CheckHtml, checkRow } from './check-row.ts';
import type { DatabaseRow, PostgresConnection } from './connection.ts';
import { type ContentPosition, readContentPosition } from './content-changes.ts';
import { readByCursor } from './read-by-cursor.ts';
import { RECORD_KINDS, RECORD_TABLES, readRowFields } from './record-tables.ts';
import { type RecordOutline, type StagedRecords, stageRecords } from './staged-records.ts';

export type RefusedRow = { readonly key: string; readonly hash: string; readonly reason: string };

/** `records` are those that the index lacks, and the posts of renamed categories. */
export type FetchedContent = Disposable & {
  readonly position: ContentPosition;
  readonly manifest: Manifest;
  readonly records: StagedRecords;
  readonly ids: ReadonlyMap<string, number>;
  readonly refusals: readonly RefusedRow[];
};

type WantedContent = {
  /** The index to compare with; undefined to fetch everything. */
  readonly store?: Pick<Store, 'index'>;
  /** Hashes of refused rows, which are not fetched again. */
  readonly refused: ReadonlyMap<string, string>;
  /** Where the files of media are written. */
  readonly media: MediaFiles;
  /** Where texts wait. */
  readonly stagingDir: string;
  readonly checkHtml: CheckHtml;
};

/**
 * Reads a consistent snapshot; undefined if the database holds no content. Invalid rows are
 * refused.
 */
export async function fetchContent(
  connection: PostgresConnection,
  wanted: WantedContent,
): Promise<FetchedContent | undefined> {
  const { store, refused, stagingDir } = wanted;
  const known = store === undefined ? new Map() : readPublished(store);
  try {
    await connection.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const position = await readContentPosition(connection);
    const manifest = await fetchManifest(connection);
    if (manifest.size === 0) return undefined;
    const records = stageRecords(stagingDir);
    const fetched: FetchedRecords = { records, ids: new Map(), refusals: [] };
    try {
      const isMissing = (key: string) =>
        known.get(key) !== manifest.get(key) && refused.get(key) !== manifest.get(key);
      await fetchRecords(connection, [...manifest.keys()].filter(isMissing), {
        manifest,
        fetched,
        wanted,
      });
      if (store !== undefined && known.size > 0) {
        const renamed = listPostsOfRenamed(store.index, listTaxonomyRecords(records));
        const unchanged = renamed.filter((key) => known.get(key) === manifest.get(key));
        await fetchRecords(connection, unchanged, { manifest, fetched, wanted });
      }
    } catch (error) {
      records[Symbol.dispose]();
      throw error;
    }
    return { position, manifest, ...fetched, [Symbol.dispose]: records[Symbol.dispose] };
  } finally {
    connection.query('ROLLBACK').catch(() => undefined);
  }
}

async function fetchManifest(connection: PostgresConnection): Promise<Manifest> {
  const manifest = new Map<string, string>();
  for await (const rows of readByCursor(connection, 'SELECT key, hash FROM content_manifest'))
    for (const { key, hash } of rows) manifest.set(String(key), String(hash));
  return manifest;
}

function* listTaxonomyRecords({
  outlines,
}: StagedRecords): Generator<CategoryRecord | SubcategoryRecord> {
  for (const record of outlines.values())
    if (record.kind === 'category' || record.kind === 'subcategory') yield record;
}

type FetchedRecords = {
  readonly records: StagedRecords;
  readonly ids: Map<string, number>;
  readonly refusals: RefusedRow[];
};

type FetchContext = {
  readonly manifest: Manifest;
  readonly fetched: FetchedRecords;
  readonly wanted: WantedContent;
};

async function fetchRecords(
  connection: PostgresConnection,
  keys: readonly string[],
  { manifest, fetched, wanted }: FetchContext,
): Promise<void> {
  const { media, checkHtml } = wanted;
  for await (const { key, kind, row } of readRows(connection, keys)) {
    const fields = {
      ...readRowFields(kind, row),
      ...(kind === 'media' && describeStoredFile(media, row)),
    };
    const check = checkRow(key, kind, fields, checkHtml);
    if (RECORD_TABLES[kind].isNumbered) fetched.ids.set(key, Number(row.id));
    if (check.kind === 'refused') {
      fetched.refusals.push({ key, hash: manifest.get(key) ?? '', reason: check.reason });
      continue;
    }
    const { record } = check;
    if (record.kind === 'media')
      await fetchFile(connection, media, { ...record.bytes, name: record.name });
    fetched.records.add(key, record);
  }
}

/** Bounds the memory for unchecked rows. */
const ROWS_PER_QUERY = 100;

export async function* readRows({ query }: PostgresConnection, keys: readonly string[]) {
  const names = Map.groupBy(keys.map(parseKey), ({ kind }) => kind);
  for (const kind of RECORD_KINDS) {
    const { name, keyColumn, selected = '*', isGeneric } = RECORD_TABLES[kind];
    const ofKind = names.get(kind)?.map((key) => key.name) ?? [];
    for (let start = 0; start < ofKind.length; start += ROWS_PER_QUERY) {
      const rows = await query(
        `SELECT ${selected} FROM ${name} WHERE ${keyColumn} = ANY ($1) ${isGeneric ? 'AND kind = $2' : ''}`,
        [ofKind.slice(start, start + ROWS_PER_QUERY), ...(isGeneric ? [kind] : [])],
      );
      for (const row of rows) yield { key: `${kind}:${row[keyColumn]}`, kind, row };
    }
  }
}

function describeStoredFile(media: MediaFiles, { sha256, size }: DatabaseRow) {
  return { bytes: { sha256, size, read: () => readFileSync(media.locate(String(sha256))) } };
}

/** Writes the file unless it is there. Does nothing if the row no longer has those bytes. */
export async function fetchFile(
  { query }: PostgresConnection,
  media: MediaFiles,
  { name, sha256, size }: NamedFile,
): Promise<void> {
  if (media.hasBytes({ sha256, size })) return;
  const [row] = await query('SELECT bytes FROM media WHERE name = $1', [name]);
  const { bytes } = row ?? {};
  if (bytes instanceof Uint8Array && digest('sha256', bytes) === sha256)
    media.keep({ sha256, size, read: () => bytes });
}

/**
 * Keys of accepted categories and subcategories; the values are the categories of subcategories.
 */
type AcceptedTaxonomy = ReadonlyMap<string, string | undefined>;

/**
 * Keeps the index's version of a refused row. Refuses records whose category or subcategory is not
 * accepted, and drops them from the fetched ones.
 */
export function acceptContent(
  store: Pick<Store, 'index'>,
  { manifest, records, ids, refusals }: FetchedContent,
): { readonly manifest: Manifest; readonly refusals: readonly RefusedRow[] } {
  const known = readPublished(store);
  const ownPlaces = known.size === 0 ? new Map<string, RecordPlace>() : mapRecordPlaces(store);
  const accepted = new Map<string, string>();
  const conflicts: RefusedRow[] = [];
  const taxonomy = new Map<string, string | undefined>();
  const accept = (key: string, hash: string, { category }: RecordPlace) => {
    accepted.set(key, hash);
    if (/^(?:sub)?category:/.test(key)) taxonomy.set(key, category);
  };
  const ownPaths = listOwnPagePaths(records, known.size === 0 ? undefined : store);
  const legacyKeys = listLegacyKeys(records, known.size === 0 ? undefined : store);
  for (const [key, hash] of sortTaxonomyFirst(manifest)) {
    const record = records.outlines.get(key);
    const reason = record && findConflict(record, { taxonomy, ownPaths, legacyKeys });
    if (record !== undefined && reason === undefined) {
      accept(key, hash, findRecordPlace(record));
      continue;
    }
    if (reason !== undefined) conflicts.push({ key, hash, reason });
    records.drop(key);
    const ownHash = known.get(key);
    const place = ownPlaces.get(key) ?? {};
    // Another id means another record. An id that was not fetched has not changed.
    const isSame = (ids.get(key) ?? place.id) === place.id;
    if (ownHash !== undefined && isSame && findMissingPlace(place, taxonomy) === undefined) {
      accept(key, ownHash, place);
    }
  }
  return { manifest: accepted, refusals: [...refusals, ...conflicts] };
}

type TakenAddresses = {
  readonly taxonomy: AcceptedTaxonomy;
  readonly ownPaths: ReadonlySet<string>;
  readonly legacyKeys: ReadonlySet<string>;
};

function findConflict(record: RecordOutline, addresses: TakenAddresses): string | undefined {
  return (
    findMissingPlace(findRecordPlace(record), addresses.taxonomy) ??
    findHidden(record, addresses.taxonomy) ??
    findTaken(record, addresses.ownPaths) ??
    findLoop(record, addresses.legacyKeys)
  );
}

function* sortTaxonomyFirst(manifest: Manifest): Generator<readonly [key: string, hash: string]> {
  for (const prefix of ['category:', 'subcategory:'])
    for (const entry of manifest) if (entry[0].startsWith(prefix)) yield entry;
  for (const entry of manifest) if (!/^(?:sub)?category:/.test(entry[0])) yield entry;
}

type RecordPlace = {
  readonly id?: number | undefined;
  readonly category?: string | undefined;
  readonly subcategory?: string | undefined;
};

/** Returns the places of the index's own records, by key. */
function mapRecordPlaces({ index }: Pick<Store, 'index'>): ReadonlyMap<string, RecordPlace> {
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

function findRecordPlace(record: RecordOutline): RecordPlace {
  return 'category' in record ? record : {};
}

function findMissingPlace(
  { category, subcategory }: RecordPlace,
  taxonomy: AcceptedTaxonomy,
): string | undefined {
  if (category !== undefined && !taxonomy.has(`category:${category}`)) {
    return `category "${category}" does not exist`;
  }
  if (subcategory !== undefined && taxonomy.get(`subcategory:${subcategory}`) !== category) {
    return `subcategory "${subcategory}" does not exist in "${category}"`;
  }
  return undefined;
}

/**
 * Returns why a post would be hidden: a subcategory's page would hide a post with the same slug.
 */
function findHidden(record: RecordOutline, taxonomy: AcceptedTaxonomy): string | undefined {
  if (record.kind !== 'post' || record.subcategory !== undefined) return undefined;
  if (!taxonomy.has(`subcategory:${record.slug}`)) return undefined;
  return `slug "${record.slug}" is the name of a subcategory, whose page would hide it`;
}

/** Lists the keys of legacy paths of the records and, if it is filled, of the index. */
function listLegacyKeys(
  { outlines }: StagedRecords,
  store: Pick<Store, 'index'> | undefined,
): ReadonlySet<string> {
  const rows = store?.index.all('SELECT key FROM legacy_posts') ?? [];
  const keys = new Set(rows.map((row) => readText(row, 'key')));
  for (const record of outlines.values())
    if (record.kind === 'legacy') keys.add(formatLegacyKey(record.legacyUrl));
  return keys;
}

/** Returns why a redirect is refused: one to another legacy path could cause a loop. */
function findLoop(record: RecordOutline, legacyKeys: ReadonlySet<string>): string | undefined {
  if (record.kind !== 'legacy' || record.redirectTo === undefined) return undefined;
  const isLegacy = legacyKeys.has(formatLegacyKey(record.redirectTo.replace(/[?#].*/, '')));
  return isLegacy ? 'redirectTo is a legacy path itself' : undefined;
}

/**
 * Returns the paths of the news and of pages, of the records and, if it is filled, of the index.
 */
function listOwnPagePaths(
  { outlines }: StagedRecords,
  store: Pick<Store, 'index'> | undefined,
): ReadonlySet<string> {
  const stored = store?.index
    .all('SELECT slug FROM pages')
    .map((row) => pages.page(readText(row, 'slug')));
  const paths = new Set(stored);
  let { news } = store === undefined ? DEFAULT_SITE : readSettings(store);
  for (const record of outlines.values()) {
    if (record.kind === 'page') paths.add(pages.page(record.slug));
    if (record.kind === 'site') news = record.settings.news;
  }
  return news === undefined ? paths : paths.add(news.path);
}

function findTaken(record: RecordOutline, ownPaths: ReadonlySet<string>): string | undefined {
  if (record.kind !== 'category' || !ownPaths.has(pages.category(record.slug))) return undefined;
  return `slug "${record.slug}" is the address of another page of the site`;
}
