import { CUT_MARK, TEXT_TOO_LONG } from '../text-limit.ts';
import { type GhostData, type GhostRow, readGhostText } from './ghost-data.ts';

/** Where a post has its body, the first that is not empty. */
export const BODY_KEYS = ['html', 'lexical', 'mobiledoc', 'markdown'] as const;
/** A key of this import, which no export has: the body of the post was cut. */
export const CUT_KEY = 'import:isCut';

/** Removes the marks of texts whose rest was left out, and names them. */
export function markCutTexts(data: GhostData, report: (problem: string) => void): GhostData {
  const tables = [...data.tables].map(([name, rows]): [string, readonly GhostRow[]] => [
    name,
    rows.map((row) => markCutRow(name, row, report)),
  ]);
  return { ...data, tables: new Map(tables) };
}

function markCutRow(table: string, row: GhostRow, report: (problem: string) => void): GhostRow {
  const cut = Object.keys(row).filter((key) => readGhostText(row, key).endsWith(CUT_MARK));
  if (cut.length === 0) return row;
  report(`“${readGhostText(row, 'title') || readGhostText(row, 'id')}” of ${table} ${TEXT_TOO_LONG}`);
  const body = BODY_KEYS.find((key) => readGhostText(row, key) !== '');
  const whole = Object.entries(row).map(([key, value]) => [
    key,
    cut.includes(key) ? readGhostText(row, key).slice(0, -CUT_MARK.length) : value,
  ]);
  return { ...Object.fromEntries(whole), [CUT_KEY]: body !== undefined && cut.includes(body) };
}
