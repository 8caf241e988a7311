/** Reads the columns of a row into checked values; tables are STRICT, so a wrong type is a mistake in a statement. */
import type { Row } from './database.ts';

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

/** 0 if there is no row. */
export function readIntegerOrZero(row: Row | undefined, column: string): number {
  return row === undefined ? 0 : readInteger(row, column);
}

/** Undefined for NULL. */
export function readOptionalInteger(row: Row, column: string): number | undefined {
  return row[column] === null ? undefined : readInteger(row, column);
}

/** Undefined for NULL. */
export function readOptionalText(row: Row, column: string): string | undefined {
  return row[column] === null ? undefined : readText(row, column);
}

/** ISO 8601 in UTC, from milliseconds since the epoch. */
export function formatIsoDate(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
