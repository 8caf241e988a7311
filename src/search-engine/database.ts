export type Row = Readonly<Record<string, unknown>>;
type Bindings = Readonly<Record<string, string | number | null | Uint8Array>>;

export type Reader = {
  readonly get: (sql: string, bindings?: Bindings) => Row | undefined;
  readonly all: (sql: string, bindings?: Bindings) => Row[];
};

export type Database = Reader & {
  readonly run: (sql: string, bindings?: Bindings) => void;
};

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
