import { type ContentRecord, type RecordKind, recordKey } from '../../site/records.ts';
import type { Ids } from '../sync/ids.ts';
import { compareAge, type Manifest, type ManifestDifference, parseKey } from '../sync/source.ts';
import type { Connection } from './connection.ts';
import {
  formatRow,
  isRecordKind,
  listColumns,
  OTHER_RECORDS,
  RECORD_KINDS,
  RECORD_TABLES,
} from './record-tables.ts';

export type RowChange = {
  readonly records: readonly ContentRecord[];
  readonly folder: Manifest;
  readonly difference: ManifestDifference;
  /** The database numbers the other rows. */
  readonly ids: Ids;
};

/** Characters of JSON. */
const CHUNK_LENGTH = 4_000_000;

/** Call it in a transaction. */
export async function writeRows(connection: Connection, change: RowChange): Promise<void> {
  const { difference, ids } = change;
  const records = change.records.toSorted(compareAge);
  for (const key of difference.removed) await deleteRow(connection, key);
  for (const kind of RECORD_KINDS) {
    await skipIds(connection, kind, ids);
    for (const [keys, sql] of [
      [new Set(difference.added), formatInsert(kind)],
      [new Set(difference.changed), formatUpdate(kind)],
    ] as const) {
      const written = records.filter((record) => record.kind === kind && keys.has(recordKey(record)));
      for (const chunk of listChunks(written, change)) await connection.query(sql, [chunk]);
    }
  }
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

function formatInsert(kind: RecordKind): string {
  const { name, isNumbered } = RECORD_TABLES[kind];
  const columns = [...listColumns(kind), 'folder_hash'].join(', ');
  const [idColumn, id] = isNumbered ? ['id, ', `coalesce(id, nextval(${formatSequence(name)})), `] : ['', ''];
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

async function deleteRow({ query }: Connection, key: string): Promise<void> {
  const { kind, name } = parseKey(key);
  const table = isRecordKind(kind) ? RECORD_TABLES[kind] : OTHER_RECORDS;
  if (table.isGeneric) await query(`DELETE FROM ${table.name} WHERE kind = $1 AND name = $2`, [kind, name]);
  else await query(`DELETE FROM ${table.name} WHERE ${table.keyColumn} = $1`, [name]);
}

/** The database continues after the highest of the ids. */
async function skipIds({ query }: Connection, kind: RecordKind, ids: Ids): Promise<void> {
  const ofKind = [...ids].flatMap(([key, id]) => (parseKey(key).kind === kind ? id : []));
  if (ofKind.length === 0) return;
  const highest = ofKind.reduce((a, b) => Math.max(a, b));
  await query(`SELECT setval(${formatSequence(RECORD_TABLES[kind].name)}, $1)`, [highest]);
}

function formatSequence(table: string): string {
  return `pg_get_serial_sequence('${table}', 'id')`;
}
