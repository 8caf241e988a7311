import type { SQLInputValue, SQLOutputValue } from 'node:sqlite';

export type Row = Readonly<Record<string, SQLOutputValue>>;
export type Bindings = Readonly<Record<string, SQLInputValue>>;

/** What the search needs of a connection to read with; the caller opens and closes it. */
export type RowReader = {
  readonly get: (sql: string, bindings?: Bindings) => Row | undefined;
  readonly all: (sql: string, bindings?: Bindings) => Row[];
};

export type RowWriter = RowReader & {
  readonly run: (sql: string, bindings?: Bindings) => void;
};

// These read a column of a row into a checked value. Tables are STRICT, so a wrong type is a
// mistake in a statement.

export function readInteger(row: Row | undefined, column: string): number {
  const value = row?.[column];
  if (typeof value !== 'number') throw new Error(`The row has no number in "${column}".`);
  return value;
}

export function readText(row: Row | undefined, column: string): string {
  const value = row?.[column];
  if (typeof value !== 'string') throw new Error(`The row has no text in "${column}".`);
  return value;
}

export function readBytes(row: Row | undefined, column: string): Uint8Array {
  const value = row?.[column];
  if (!(value instanceof Uint8Array)) throw new Error(`The row has no bytes in "${column}".`);
  return value;
}
