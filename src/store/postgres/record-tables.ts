import {
  type ContentRecord,
  type Field,
  type Fields,
  RECORD_FIELDS,
  type RecordKind,
  recordKey,
  STORED_TYPES,
} from '../../site/records.ts';
import { formatColumn } from '../record-rows.ts';
import { parseKey } from '../sync/source.ts';
import type { DatabaseRow } from './connection.ts';

export type RecordTable = {
  readonly name: string;
  /** Holds the name from the record's key. */
  readonly keyColumn: 'slug' | 'name';
  /** PostgreSQL numbers the rows. */
  readonly isNumbered?: boolean;
  /** Holds several kinds, with all fields in `details`. */
  readonly isGeneric?: boolean;
};

/** For kinds that no other program writes. */
export const OTHER_RECORDS: RecordTable = { name: 'other_records', keyColumn: 'name', isGeneric: true };

export const RECORD_TABLES: Readonly<Record<RecordKind, RecordTable>> = {
  category: { name: 'categories', keyColumn: 'slug' },
  subcategory: { name: 'subcategories', keyColumn: 'slug' },
  post: { name: 'posts', keyColumn: 'slug', isNumbered: true },
  legacy: { name: 'legacy_posts', keyColumn: 'slug', isNumbered: true },
  media: { name: 'media', keyColumn: 'name' },
  synonyms: OTHER_RECORDS,
  redirects: OTHER_RECORDS,
};

/** Each kind refers only to kinds before it. */
export const RECORD_KINDS: readonly RecordKind[] = Object.keys(RECORD_FIELDS).filter(isRecordKind);

export function isRecordKind(text: string): text is RecordKind {
  return Object.hasOwn(RECORD_FIELDS, text);
}

export function listColumns(kind: RecordKind): readonly string[] {
  if (RECORD_TABLES[kind].isGeneric) return ['kind', 'name', 'details'];
  return [...listOwnColumns(kind).map(([name]) => formatColumn(name)), 'details'];
}

function listOwnColumns(kind: RecordKind): readonly [name: string, field: Field][] {
  const fields: Fields = RECORD_FIELDS[kind];
  return Object.entries(fields).filter(([, { postgres }]) => postgres === 'column');
}

export type Values = Readonly<Record<string, unknown>>;

/** For jsonb_populate_recordset; without derived fields. */
export function formatRow(record: ContentRecord): Values {
  const { kind, ...values }: Values & Pick<ContentRecord, 'kind'> = record;
  const fields: Fields = RECORD_FIELDS[kind];
  const row: Record<string, unknown> = {};
  const details: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    const value = values[name];
    if (value === undefined || field.postgres === 'derived') continue;
    if (field.postgres === 'column') row[formatColumn(name)] = formatValue(value, field);
    else details[name] = value;
  }
  if (!RECORD_TABLES[kind].isGeneric) return { ...row, details };
  return { kind, name: parseKey(recordKey(record)).name, details };
}

/** Unchecked fields of a row; NULLs are left out. */
export function readFields(kind: RecordKind, row: DatabaseRow): Values {
  const fields: Record<string, unknown> = isObject(row.details) ? { ...row.details } : {};
  for (const [name] of listOwnColumns(kind)) {
    const value = row[formatColumn(name)];
    if (value !== null && value !== undefined) fields[name] = readValue(value);
  }
  return fields;
}

function formatValue(value: unknown, { type }: Field): unknown {
  if (STORED_TYPES[type] === 'time') return new Date(Number(value)).toISOString();
  if (value instanceof Uint8Array) {
    return `\\x${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex')}`;
  }
  return value;
}

function readValue(value: unknown): unknown {
  if (value instanceof Date) return value.getTime();
  // A copy: the buffer would keep the whole answer in memory.
  return value instanceof Uint8Array ? new Uint8Array(value) : value;
}

function isObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
