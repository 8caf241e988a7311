import { type ContentRecord, type RecordKind, recordKey } from '../../site/records.ts';
import { type Manifest, type ManifestDifference, parseKey } from '../sync/source.ts';
import { findHighest } from './carry-state.ts';
import type { Connection } from './connection.ts';
import {
  formatRow,
  isRecordKind,
  listColumns,
  OTHER_RECORDS,
  RECORD_KINDS,
  RECORD_TABLES,
  type RecordTable,
} from './record-tables.ts';

export type RowChange = {
  readonly records: readonly ContentRecord[];
  readonly folder: Manifest;
  readonly difference: ManifestDifference;
  /** By key; if empty, the database numbers the rows. */
  readonly ids: ReadonlyMap<string, number>;
};

/** Characters of JSON. */
const CHUNK_LENGTH = 4_000_000;

/** Call it in a transaction. */
export async function writeRows(connection: Connection, change: RowChange): Promise<void> {
  const { records, difference, ids } = change;
  const added = new Set(difference.added);
  const changed = new Set(difference.changed);
  for (const key of difference.removed) await deleteRow(connection, key);
  for (const kind of RECORD_KINDS) {
    const ofKind = records.filter((record) => record.kind === kind).toSorted(compareAge);
    const table = RECORD_TABLES[kind];
    const hasIds = table.isNumbered === true && ids.size > 0;
    const newOnes = ofKind.filter((record) => added.has(recordKey(record)));
    for (const chunk of listChunks(newOnes, change)) {
      await connection.query(formatInsert(kind, hasIds), [chunk]);
    }
    for (const chunk of listChunks(
      ofKind.filter((record) => changed.has(recordKey(record))),
      change,
    )) {
      await connection.query(formatUpdate(kind), [chunk]);
    }
    if (hasIds) await skipIds(connection, table, findHighest(ids, kind));
  }
}

/** New posts are numbered from the oldest on. */
export function compareAge(a: ContentRecord, b: ContentRecord): number {
  const age = (record: ContentRecord) => (record.kind === 'post' ? record.publishedAt : 0);
  return age(a) - age(b) || (recordKey(a) < recordKey(b) ? -1 : 1);
}

function* listChunks(
  records: readonly ContentRecord[],
  { folder, ids }: Pick<RowChange, 'folder' | 'ids'>,
): Generator<string> {
  let rows: string[] = [];
  let length = 0;
  for (const record of records) {
    const key = recordKey(record);
    const row = JSON.stringify({ ...formatRow(record), id: ids.get(key), folder_hash: folder.get(key) });
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

function formatInsert(kind: RecordKind, hasIds: boolean): string {
  const { name } = RECORD_TABLES[kind];
  const columns = [...(hasIds ? ['id'] : []), ...listColumns(kind), 'folder_hash'].join(', ');
  return `INSERT INTO ${name} (${columns})
    SELECT ${columns} FROM jsonb_populate_recordset(NULL::${name}, $1)`;
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

async function deleteRow({ query }: Connection, key: string): Promise<void> {
  const { kind, name } = parseKey(key);
  const table = isRecordKind(kind) ? RECORD_TABLES[kind] : OTHER_RECORDS;
  if (table.isGeneric) await query(`DELETE FROM ${table.name} WHERE kind = $1 AND name = $2`, [kind, name]);
  else await query(`DELETE FROM ${table.name} WHERE ${table.keyColumn} = $1`, [name]);
}

async function skipIds({ query }: Connection, { name }: RecordTable, highest: number): Promise<void> {
  if (highest > 0) await query("SELECT setval(pg_get_serial_sequence($1, 'id'), $2)", [name, highest]);
}
