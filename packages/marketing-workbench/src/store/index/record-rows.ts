/** Rows of the local index, as `src/site/records.ts` describes the fields of each kind. */

import type { SQLInputValue } from 'node:sqlite';
import { type Bindings, type Row, readInteger, readText } from '../../search-engine/database.ts';
import {
  type AnswerOf,
  type ContentRecord,
  type Detail,
  type Fields,
  RECORD_FIELDS,
  type RecordField,
  type RecordKind,
  STORED_TYPES,
  type StoredType,
  type ValueType,
} from '../../site/records.ts';
import type { Database } from '../database.ts';
import { formatIsoDate } from '../rows.ts';

/** Bytes are in files (`media/`). */
type ColumnType = Exclude<StoredType, 'bytes'>;

const SQL_TYPES: Readonly<Record<ColumnType, string>> = {
  text: 'TEXT',
  integer: 'INTEGER',
  boolean: 'INTEGER',
  time: 'INTEGER',
  json: 'TEXT',
};

const READERS: Readonly<Record<ColumnType, (row: Row, column: string) => unknown>> = {
  text: readText,
  integer: readInteger,
  boolean: (row, column) => readInteger(row, column) === 1,
  time: (row, column) => formatIsoDate(readInteger(row, column)),
  json: (row, column) => JSON.parse(readText(row, column)),
};

function findColumnType(type: ValueType): ColumnType {
  const stored = STORED_TYPES[type];
  if (stored === 'bytes') throw new Error('The index holds no bytes of files.');
  return stored;
}

/** Returns the column of a field in either database: `meta_description` for `metaDescription`. */
export function formatColumnName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

export function declareColumns(kind: RecordKind): string {
  return listTableFields(kind)
    .map(([name, { type, optional }]) => {
      const sqlType = SQL_TYPES[findColumnType(type)];
      return `${formatColumnName(name)} ${sqlType}${optional ? '' : ' NOT NULL'}`;
    })
    .join(',\n  ');
}

/** `extra` are columns that are not fields of the record. */
export function insertRow(
  index: Database,
  table: string,
  record: ContentRecord,
  extra: Bindings = {},
): void {
  const values: Readonly<Record<string, unknown>> = record;
  const bindings: Record<string, SQLInputValue> = { ...extra };
  for (const [name, { type }] of listTableFields(record.kind)) {
    bindings[formatColumnName(name)] = formatColumnValue(values[name], findColumnType(type));
  }
  const columns = Object.keys(bindings);
  const parameters = columns.map((column) => `:${column}`);
  index.run(
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${parameters.join(', ')})`,
    bindings,
  );
}

export type AnswerReader<Answer> = {
  /** The columns to select. The column of a field in another table must have a unique name. */
  readonly columns: string;
  readonly read: (row: Row) => Answer;
};

/** `alias` is the table's name in the statement. */
export function createAnswerReader<Kind extends RecordKind, D extends Detail>(
  kind: Kind,
  detail: D,
  alias: string,
): AnswerReader<AnswerOf<Kind, D>> {
  const fields = Object.entries<RecordField>(RECORD_FIELDS[kind]).filter(
    ([, { answer }]) => answer === 'summary' || answer === detail,
  );
  const columns = fields.map(([name, { index }]) =>
    index === 'elsewhere' ? formatColumnName(name) : `${alias}.${formatColumnName(name)}`,
  );
  const readers = fields.map(([name, { type, optional }]) => {
    return { name, column: formatColumnName(name), read: READERS[findColumnType(type)], optional };
  });
  const isWhole = (answer: object): answer is AnswerOf<Kind, D> =>
    readers.every(({ name, optional }) => optional || name in answer);
  return {
    columns: columns.join(', '),
    read: (row) => {
      const answer: Record<string, unknown> = {};
      for (const { name, column, read, optional } of readers) {
        if (!optional || row[column] !== null) answer[name] = read(row, column);
      }
      if (!isWhole(answer)) throw new Error(`The row is not a ${kind}.`);
      return answer;
    },
  };
}

/**
 * Reads the fields of a row as those of a record, with times in milliseconds since 1970. Fields that
 * are derived from the HTML are left out.
 */
export function readRecordFields(kind: RecordKind, row: Row): Readonly<Record<string, unknown>> {
  const fields: Record<string, unknown> = {};
  for (const [name, { type, postgres }] of listTableFields(kind)) {
    if (postgres === 'derived') continue;
    const column = formatColumnName(name);
    const columnType = findColumnType(type);
    const read = columnType === 'time' ? readInteger : READERS[columnType];
    if (row[column] !== null) fields[name] = read(row, column);
  }
  return fields;
}

function listTableFields(kind: RecordKind): readonly [name: string, field: RecordField][] {
  const fields: Fields = RECORD_FIELDS[kind];
  return Object.entries(fields).filter(([, { index }]) => index !== 'elsewhere');
}

function formatColumnValue(value: unknown, type: ColumnType): SQLInputValue {
  if (value === undefined) return null;
  if (type === 'json') return JSON.stringify(value);
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'string' || typeof value === 'number') return value;
  throw new Error(`No column holds a ${typeof value}.`);
}
