import {
  type ContentRecord,
  type Fields,
  type FileBytes,
  RECORD_FIELDS,
  type RecordField,
  type RecordKind,
  recordKey,
  STORED_TYPES,
} from '../../site/records.ts';
import { formatColumnName } from '../index/record-rows.ts';
import type { Ids } from '../sync/ids.ts';
import {
  type ContentSource,
  compareAge,
  type Manifest,
  type ManifestDifference,
  parseKey,
} from '../sync/source.ts';
import type { DatabaseRow, PostgresConnection } from './connection.ts';

type RecordTable = {
  readonly name: string;
  /** Holds the name from the record's key. */
  readonly keyColumn: 'slug' | 'name';
  /** PostgreSQL numbers the rows. */
  readonly isNumbered?: boolean;
  /** Instead of all columns: the bytes of files are read one by one. */
  readonly selected?: string;
  /** Holds several kinds, with all fields in `details`. */
  readonly isGeneric?: boolean;
};

/** The table of kinds that no other program writes. */
const OTHER_RECORDS: RecordTable = { name: 'other_records', keyColumn: 'name', isGeneric: true };

export const RECORD_TABLES: Readonly<Record<RecordKind, RecordTable>> = {
  category: { name: 'categories', keyColumn: 'slug' },
  subcategory: { name: 'subcategories', keyColumn: 'slug' },
  post: { name: 'posts', keyColumn: 'slug', isNumbered: true },
  legacy: { name: 'legacy_posts', keyColumn: 'slug', isNumbered: true },
  media: {
    name: 'media',
    keyColumn: 'name',
    selected:
      "name, type, details, encode(sha256(bytes), 'hex') AS sha256, octet_length(bytes) AS size",
  },
  page: OTHER_RECORDS,
  author: OTHER_RECORDS,
  site: OTHER_RECORDS,
  synonyms: OTHER_RECORDS,
  redirects: OTHER_RECORDS,
  draft: OTHER_RECORDS,
  pageDraft: OTHER_RECORDS,
};

/** Each kind refers only to kinds before it. */
export const RECORD_KINDS: readonly RecordKind[] = Object.keys(RECORD_FIELDS).filter(isRecordKind);

export function isRecordKind(text: string): text is RecordKind {
  return Object.hasOwn(RECORD_FIELDS, text);
}

/** Returns a table also for a kind that this program doesn't know. */
export function findTable(kind: string): RecordTable {
  return isRecordKind(kind) ? RECORD_TABLES[kind] : OTHER_RECORDS;
}

function listColumns(kind: RecordKind): readonly string[] {
  if (RECORD_TABLES[kind].isGeneric) return ['kind', 'name', 'details'];
  return [...listOwnColumns(kind).map(([name]) => formatColumnName(name)), 'details'];
}

function listOwnColumns(kind: RecordKind): readonly [name: string, field: RecordField][] {
  const fields: Fields = RECORD_TABLES[kind].isGeneric ? {} : RECORD_FIELDS[kind];
  return Object.entries(fields).filter(([, { postgres }]) => postgres === 'column');
}

export type RowValues = Readonly<Record<string, unknown>>;

/** Returns a row for jsonb_populate_recordset, without derived fields. */
function formatRecordRow(record: ContentRecord): RowValues {
  const { kind, ...values }: RowValues & Pick<ContentRecord, 'kind'> =
    record.kind === 'media' ? { ...record, bytes: formatBytes(record.bytes) } : record;
  const fields: Fields = RECORD_FIELDS[kind];
  const { isGeneric } = RECORD_TABLES[kind];
  const row: Record<string, unknown> = {};
  const details: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    const value = values[name];
    if (value === undefined || field.postgres === 'derived') continue;
    if (field.postgres === 'column' && !isGeneric)
      row[formatColumnName(name)] = formatStoredValue(value, field);
    else details[name] = value;
  }
  if (!isGeneric) return { ...row, details };
  return { kind, name: parseKey(recordKey(record)).name, details };
}

/** Unchecked fields of a row; NULLs are left out. */
export function readRowFields(kind: RecordKind, row: DatabaseRow): RowValues {
  const fields: Record<string, unknown> = isRowObject(row.details) ? { ...row.details } : {};
  for (const [name] of listOwnColumns(kind)) {
    const value = row[formatColumnName(name)];
    if (value !== null && value !== undefined) fields[name] = readStoredValue(value);
  }
  return fields;
}

function formatBytes(bytes: FileBytes): string {
  return `\\x${Buffer.from(bytes.read()).toString('hex')}`;
}

function formatStoredValue(value: unknown, { type }: RecordField): unknown {
  if (STORED_TYPES[type] === 'time') return new Date(Number(value)).toISOString();
  return value;
}

function readStoredValue(value: unknown): unknown {
  return value instanceof Date ? value.getTime() : value;
}

function isRowObject(value: unknown): value is RowValues {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

type RowChange = {
  readonly source: ContentSource;
  readonly folder: Manifest;
  readonly difference: ManifestDifference;
  /** The database numbers the other rows. */
  readonly ids: Ids;
};

/** Characters of JSON, which limit the memory. */
const CHUNK_LENGTH = 4_000_000;

/** Writes the rows of a change. Call it in a transaction. */
export async function writeRows(connection: PostgresConnection, change: RowChange): Promise<void> {
  const { source, difference, ids } = change;
  for (const key of difference.removed) await deleteRow(connection, key);
  const added = Map.groupBy(difference.added, (key) => parseKey(key).kind);
  const changed = Map.groupBy(difference.changed, (key) => parseKey(key).kind);
  for (const kind of RECORD_KINDS) {
    await skipIds(connection, kind, ids);
    for (const [keys, sql] of [
      [added.get(kind), formatInsert(kind)],
      [changed.get(kind), formatUpdate(kind)],
    ] as const) {
      const records = source.records(sortByAge(source, keys ?? []));
      for (const chunk of listChunks(records, change)) await connection.query(sql, [chunk]);
    }
  }
}

/** So that older posts get lower ids. */
function sortByAge(source: ContentSource, keys: readonly string[]): readonly string[] {
  const outlines = source.outlines(keys);
  return outlines.length === 0 ? keys.toSorted() : outlines.toSorted(compareAge).map(recordKey);
}

function* listChunks(
  records: Iterable<ContentRecord>,
  { folder, ids }: Pick<RowChange, 'folder' | 'ids'>,
): Generator<string> {
  let rows: string[] = [];
  let length = 0;
  for (const record of records) {
    const key = recordKey(record);
    const row = JSON.stringify({
      ...formatRecordRow(record),
      id: ids.get(key),
      folder_hash: folder.get(key),
    });
    if (length + row.length > CHUNK_LENGTH && rows.length > 0) {
      yield `[${rows.join(',')}]`;
      rows = [];
      length = 0;
    }
    rows.push(row);
    length += row.length;
  }
  if (rows.length > 0) yield `[${rows.join(',')}]`;
}

function formatInsert(kind: RecordKind): string {
  const { name, isNumbered } = RECORD_TABLES[kind];
  const columns = [...listColumns(kind), 'folder_hash'].join(', ');
  const [idColumn, id] = isNumbered
    ? ['id, ', `coalesce(id, nextval(${formatSequence(name)})), `]
    : ['', ''];
  return `INSERT INTO ${name} (${idColumn}${columns})
    SELECT ${id}${columns} FROM jsonb_populate_recordset(NULL::${name}, $1)`;
}

function formatUpdate(kind: RecordKind): string {
  const table = RECORD_TABLES[kind];
  const columns = [...listColumns(kind), 'folder_hash']
    .map((column) => `${column} = new.${column}`)
    .join(', ');
  return `UPDATE ${table.name} AS old SET ${columns}
    FROM jsonb_populate_recordset(NULL::${table.name}, $1) AS new
    WHERE old.${table.keyColumn} = new.${table.keyColumn} ${table.isGeneric ? 'AND old.kind = new.kind' : ''}`;
}

async function deleteRow({ query }: PostgresConnection, key: string): Promise<void> {
  const { kind, name } = parseKey(key);
  const table = findTable(kind);
  if (table.isGeneric)
    await query(`DELETE FROM ${table.name} WHERE kind = $1 AND name = $2`, [kind, name]);
  else await query(`DELETE FROM ${table.name} WHERE ${table.keyColumn} = $1`, [name]);
}

/** Lets the database continue after the highest of the ids. */
async function skipIds({ query }: PostgresConnection, kind: RecordKind, ids: Ids): Promise<void> {
  const ofKind = [...ids].flatMap(([key, id]) => (parseKey(key).kind === kind ? id : []));
  if (ofKind.length === 0) return;
  const highest = ofKind.reduce((a, b) => Math.max(a, b));
  await query(`SELECT setval(${formatSequence(RECORD_TABLES[kind].name)}, $1)`, [highest]);
}

function formatSequence(table: string): string {
  return `pg_get_serial_sequence('${table}', 'id')`;
}
