import { CUT_MARK, TEXT_TOO_LONG } from '../text-limit.ts';
import { type GhostData, type GhostRow, readGhostText } from './ghost-data.ts';

/** Keys of the body of a post; the first one that is not empty counts. */
export const BODY_KEYS = ['html', 'lexical', 'mobiledoc', 'markdown'] as const;
/** A key that only this import sets, on posts whose body was cut. */
export const CUT_KEY = 'import:isCut';

/** Removes the marks of texts that were cut, and reports these texts. */
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
  report(
    `“${readGhostText(row, 'title') || readGhostText(row, 'id')}” of ${table} ${TEXT_TOO_LONG}`,
  );
  const body = BODY_KEYS.find((key) => readGhostText(row, key) !== '');
  const whole = Object.entries(row).map(([key, value]) => [
    key,
    cut.includes(key) ? readGhostText(row, key).slice(0, -CUT_MARK.length) : value,
  ]);
  return { ...Object.fromEntries(whole), [CUT_KEY]: body !== undefined && cut.includes(body) };
}
