import { type Row, readInteger, readText } from '../search-engine/database.ts';

/** Returns 0 if there is no row. */
export function readIntegerOrZero(row: Row | undefined, column: string): number {
  return row === undefined ? 0 : readInteger(row, column);
}

/** Returns undefined for NULL. */
export function readOptionalInteger(row: Row, column: string): number | undefined {
  return row[column] === null ? undefined : readInteger(row, column);
}

/** Returns undefined for NULL. */
export function readOptionalText(row: Row, column: string): string | undefined {
  return row[column] === null ? undefined : readText(row, column);
}

/** Formats milliseconds since the epoch as ISO 8601 in UTC. */
export function formatIsoDate(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
