import { ImportError } from '../import-error.ts';
import { formatSourceTime } from '../read-dates.ts';

/** A row of a table. Nothing of it is certain, since tools and people have edited exports. */
export type GhostRow = Readonly<Record<string, unknown>>;

/** An export of Ghost. */
export type GhostData = {
  /** Version of Ghost, such as `5.82.1`; empty if the export has none. */
  readonly version: string;
  readonly exportedAt: number;
  readonly tables: ReadonlyMap<string, readonly GhostRow[]>;
};

export function isGhostRow(value: unknown): value is GhostRow {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Reads both forms of an export, `{ db: [{ meta, data }] }` and `{ meta, data }`; undefined if it
 * is something else.
 */
export function findGhostData(json: unknown): GhostData | undefined {
  const root = isGhostRow(json) && Array.isArray(json.db) ? json.db[0] : json;
  if (!isGhostRow(root) || !isGhostRow(root.data)) return undefined;
  const { data } = root;
  if (!Array.isArray(data.posts) && !(Array.isArray(data.users) && Array.isArray(data.settings)))
    return undefined;
  const meta = isGhostRow(root.meta) ? root.meta : {};
  const tables = Object.entries(data).flatMap(([name, rows]): [string, readonly GhostRow[]][] =>
    Array.isArray(rows) ? [[name, rows.filter(isGhostRow)]] : [],
  );
  return {
    version: readGhostText(meta, 'version'),
    exportedAt: Number(meta.exported_on) || 0,
    tables: new Map(tables),
  };
}

/** Placeholder for the address of the site in exports since version 3. */
const SITE = /__GHOST_URL__(?:\\?\/)?/g;

/**
 * Parses the JSON of an export.
 *
 * @param name - Name of the file, for messages.
 * @param basePath - Path of the site on its domain, such as `/blog`; mostly empty.
 */
export function parseGhostExport(name: string, json: string, basePath: string): GhostData {
  const text = json.replace(SITE, `${basePath}/`);
  const data = findGhostData(parseExportJson(name, text));
  if (data !== undefined) return data;
  throw new ImportError(
    `${name} is JSON, but not an export of Ghost, since it has no posts. Export again in Ghost under Settings → Import/Export.`,
  );
}

function parseExportJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const isCut = !/\}\s*$/.test(text.slice(-100));
    const what = isCut ? 'ends in the middle' : 'is not well-formed JSON';
    const reason = error instanceof Error ? error.message.replace(/\s+/g, ' ').slice(0, 150) : '';
    throw new ImportError(`${name} ${what} (${reason}); export or download it again.`);
  }
}

/** Returns a value as trimmed text; empty if it is neither a text nor a number. */
export function readGhostText(row: GhostRow, key: string): string {
  const value = row[key];
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value.trim() : '';
}

export function readGhostFlag(row: GhostRow, key: string): boolean {
  const value = row[key];
  return value === true || value === 1 || value === '1' || value === 'true';
}

/**
 * Returns a time in ISO 8601. Old exports have milliseconds since 1970, dumps of MySQL have UTC
 * without a zone.
 */
export function readGhostTime(row: GhostRow, key: string): string | undefined {
  const value = row[key];
  const text = typeof value === 'string' ? value.trim() : '';
  const time =
    typeof value === 'number' || /^\d{9,}$/.test(text)
      ? new Date(Number(value))
      : new Date(/(?:Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text.replace(' ', 'T')}Z`);
  const year = time.getUTCFullYear();
  if (!(year >= 1970 && year < 3000)) return undefined;
  return formatSourceTime(time.getTime());
}

/** Groups rows by the value of a key. */
export function groupGhostRows(
  rows: readonly GhostRow[],
  key: string,
): ReadonlyMap<string, readonly GhostRow[]> {
  return Map.groupBy(rows, (row) => readGhostText(row, key));
}

/** Sorts the rows of a join table by `sort_order`, which old exports don't have. */
export function sortGhostRows(rows: readonly GhostRow[]): readonly GhostRow[] {
  return rows.toSorted(
    (one, other) => (Number(one.sort_order) || 0) - (Number(other.sort_order) || 0),
  );
}
