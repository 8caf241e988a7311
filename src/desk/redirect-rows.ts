import { isMap, isScalar, isSeq, type Pair, parseDocument, type YAMLMap } from 'yaml';
import { applyEdits, type Edit, findLineStart, findNextLine } from './edits.ts';
import { type Folder, type FolderFile, findSetting } from './read-folder.ts';
import { addItem, replaceIn } from './yaml-edits.ts';

/** Without a target the address is gone. */
type NewRow = { readonly from: string; readonly to: string | undefined };

export const REDIRECTS = 'redirects.yaml';

const HEADER =
  '# Old addresses and their targets; a row without "to" has "status: 410" and is gone for good.\n';

/** Adds rows to `redirects.yaml` among the `written` files. */
export function addRedirects(folder: Folder, written: Map<string, string>, rows: readonly NewRow[]): void {
  const file = `${folder.name}/${REDIRECTS}`;
  const yaml = written.get(file) ?? findSetting(folder, REDIRECTS)?.text ?? HEADER;
  written.set(
    file,
    rows.reduce((text, row) => addRow({ file, text }, row), yaml),
  );
}

function addRow(source: FolderFile, { from, to }: NewRow): string {
  const edits = to === undefined ? [] : listReturnEdits(source.text, from, to);
  if (edits.length > 0) return applyEdits(source.text, edits);
  return addItem(source, { from, ...(to === undefined ? { status: 410 } : { to }) });
}

/** A text that returns to an address of its past: the row from there, which would lead to itself, serves the new one. */
function listReturnEdits(yaml: string, from: string, to: string): readonly Edit[] {
  return listRows(yaml).flatMap((row) => {
    const [past, target] = [findPair(row, 'from'), findPair(row, 'to')];
    if (
      past === undefined ||
      [past, target].some((pair) => !isScalar(pair?.value) || pair.value.value !== to)
    )
      return [];
    const { start, end } = findPlace(past);
    return [{ start, end, text: replaceIn(yaml.slice(start, end), to, from) }];
  });
}

function listRows(yaml: string): readonly YAMLMap[] {
  const list = parseDocument(yaml).contents;
  return isSeq(list) ? list.items.filter((item) => isMap(item)) : [];
}

/** Rows that led to a removed address answer 410, too. */
export function listGoneEdits(yaml: string, isGone: (to: string) => boolean): readonly Edit[] {
  return listRows(yaml).flatMap((row) => {
    const to = findPair(row, 'to');
    const isHit = isScalar(to?.value) && isGone(String(to.value.value));
    if (to === undefined || !isHit) return [];
    const status = findPair(row, 'status');
    // The row's first pair stands beside its dash, so the other one goes.
    const [kept, dropped] = status === undefined || row.items[0] === to ? [to, status] : [status, to];
    const { start, end } = findPlace(kept);
    const removed = dropped === undefined ? [] : [removeLines(yaml, findPlace(dropped))];
    return [{ start, end, text: 'status: 410' }, ...removed];
  });
}

function findPair(row: YAMLMap, name: string): Pair | undefined {
  return row.items.find(({ key }) => isScalar(key) && key.value === name);
}

function findPlace({ key, value }: Pair): { readonly start: number; readonly end: number } {
  const [start = 0] = (isScalar(key) && key.range) || [];
  const [, end = 0] = (isScalar(value) && value.range) || [];
  return { start, end };
}

function removeLines(yaml: string, { start, end }: { readonly start: number; readonly end: number }): Edit {
  return { start: findLineStart(yaml, start), end: findNextLine(yaml, end), text: '' };
}
