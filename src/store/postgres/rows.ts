import { type ContentRecord, recordKey } from '../../site/records.ts';
import { parseKey } from '../sync/manifest.ts';
import type { DatabaseRow } from './connection.ts';
import { type Column, RECORD_TABLES, type RecordTable } from './record-tables.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** The row of a record, as JSON that PostgreSQL reads into the table's types; without what is derived. */
export function formatRow(record: ContentRecord): Fields {
  const table: RecordTable = RECORD_TABLES[record.kind];
  const fields = Object.entries(record).filter(([name, value]) => name !== 'kind' && value !== undefined);
  if (table.isGeneric) {
    return { kind: record.kind, name: parseKey(recordKey(record)).name, details: Object.fromEntries(fields) };
  }
  const row: Record<string, unknown> = {};
  const details: Record<string, unknown> = {};
  for (const [name, value] of fields) {
    const column = table.fields[name] ?? 'details';
    if (column === 'details') details[name] = value;
    else if (column !== 'derived') row[column.name] = formatValue(value, column);
  }
  return { ...row, details };
}

/** The fields of a row by their names in the record, not yet checked; one without a value is left out. */
export function readFields({ fields, isGeneric }: RecordTable, row: DatabaseRow): Fields {
  const details = isObject(row.details) ? row.details : {};
  if (isGeneric) return details;
  const own = Object.entries(fields).flatMap(([name, column]) => {
    const value = typeof column === 'string' ? null : row[column.name];
    return value === null || value === undefined ? [] : [[name, readValue(value)]];
  });
  return { ...details, ...Object.fromEntries(own) };
}

function formatValue(value: unknown, column: Exclude<Column, string>): unknown {
  if (column.type === 'time') return new Date(Number(value)).toISOString();
  if (column.type === 'bytes' && value instanceof Uint8Array) {
    return `\\x${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex')}`;
  }
  return value;
}

function readValue(value: unknown): unknown {
  if (value instanceof Date) return value.getTime();
  // A copy of its own, or it would keep the whole answer of the server in memory.
  return value instanceof Uint8Array ? new Uint8Array(value) : value;
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
