import { isMap, isScalar, isSeq, type Pair, parseDocument, type YAMLMap } from 'yaml';
import { applyEdits, findLineStart, findNextLine, type TextEdit } from './edits.ts';
import { type ContentFolder, type FolderFile, findSetting } from './read-folder.ts';
import { addItem, replaceIn } from './yaml-edits.ts';

/** A row to add; without a target, the address is gone. */
type NewRedirect = { readonly from: string; readonly to: string | undefined };

export const REDIRECTS = 'redirects.yaml';

const HEADER =
  '# Old addresses and their targets; a row without "to" has "status: 410" and is gone for good.\n';

/** Adds rows to `redirects.yaml` among the `written` files. */
export function addRedirects(
  folder: ContentFolder,
  written: Map<string, string>,
  rows: readonly NewRedirect[],
): void {
  const file = `${folder.name}/${REDIRECTS}`;
  const yaml = written.get(file) ?? findSetting(folder, REDIRECTS)?.text ?? HEADER;
  written.set(
    file,
    rows.reduce((text, row) => addRedirectRow({ file, text }, row), yaml),
  );
}

function addRedirectRow(source: FolderFile, { from, to }: NewRedirect): string {
  const edits = to === undefined ? [] : listReturnEdits(source.text, from, to);
  if (edits.length > 0) return applyEdits(source.text, edits);
  return addItem(source, { from, ...(to === undefined ? { status: 410 } : { to }) });
}

/**
 * Lists edits for a text that returns to one of its former addresses: the row from there, which
 * would lead to itself, serves the new one.
 */
function listReturnEdits(yaml: string, from: string, to: string): readonly TextEdit[] {
  return listRedirectRows(yaml).flatMap((row) => {
    const [past, target] = [findRowPair(row, 'from'), findRowPair(row, 'to')];
    if (
      past === undefined ||
      [past, target].some((pair) => !isScalar(pair?.value) || pair.value.value !== to)
    )
      return [];
    const { start, end } = findPairRange(past);
    return [{ start, end, text: replaceIn(yaml.slice(start, end), to, from) }];
  });
}

function listRedirectRows(yaml: string): readonly YAMLMap[] {
  const list = parseDocument(yaml).contents;
  return isSeq(list) ? list.items.filter((item) => isMap(item)) : [];
}

/** Lists edits that let rows to a removed address answer 410, too. */
export function listGoneEdits(yaml: string, isGone: (to: string) => boolean): readonly TextEdit[] {
  return listRedirectRows(yaml).flatMap((row) => {
    const to = findRowPair(row, 'to');
    const isHit = isScalar(to?.value) && isGone(String(to.value.value));
    if (to === undefined || !isHit) return [];
    const status = findRowPair(row, 'status');
    // The row's first pair stands beside its dash, so the other one goes.
    const [kept, dropped] =
      status === undefined || row.items[0] === to ? [to, status] : [status, to];
    const { start, end } = findPairRange(kept);
    const removed = dropped === undefined ? [] : [removeLines(yaml, findPairRange(dropped))];
    return [{ start, end, text: 'status: 410' }, ...removed];
  });
}

function findRowPair(row: YAMLMap, name: string): Pair | undefined {
  return row.items.find(({ key }) => isScalar(key) && key.value === name);
}

function findPairRange({ key, value }: Pair): { readonly start: number; readonly end: number } {
  const [start = 0] = (isScalar(key) && key.range) || [];
  const [, end = 0] = (isScalar(value) && value.range) || [];
  return { start, end };
}

function removeLines(
  yaml: string,
  { start, end }: { readonly start: number; readonly end: number },
): TextEdit {
  return { start: findLineStart(yaml, start), end: findNextLine(yaml, end), text: '' };
}
