export type SqlRow = Readonly<Record<string, unknown>>;
type SqlBindings = Readonly<Record<string, string | number | null | Uint8Array>>;

export type SqlReader = {
  readonly get: (sql: string, bindings?: SqlBindings) => SqlRow | undefined;
  readonly all: (sql: string, bindings?: SqlBindings) => SqlRow[];
};

export type SqlDatabase = SqlReader & {
  readonly run: (sql: string, bindings?: SqlBindings) => void;
};

export function readIntegerColumn(row: SqlRow | undefined, column: string): number {
  const value = row?.[column];
  if (typeof value !== 'number') throw new Error(`The row has no number in "${column}".`);
  return value;
}

export function readTextColumn(row: SqlRow | undefined, column: string): string {
  const value = row?.[column];
  if (typeof value !== 'string') throw new Error(`The row has no text in "${column}".`);
  return value;
}

export function readBytesColumn(row: SqlRow | undefined, column: string): Uint8Array {
  const value = row?.[column];
  if (!(value instanceof Uint8Array)) throw new Error(`The row has no bytes in "${column}".`);
  return value;
}
