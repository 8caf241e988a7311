import { isMap, isScalar, isSeq, type Pair, parseDocument, type YAMLMap } from 'yaml';
import { type Edit, findLineEnding, findLineStart, findNextLine } from './edits.ts';
import { type Folder, findSetting } from './read-folder.ts';

/** Without a target the address is gone. */
type NewRow = { readonly from: string; readonly to: string | undefined };

export const REDIRECTS = 'redirects.yaml';

const HEADER =
  '# Old addresses and their targets; a row without "to" has "status: 410" and is gone for good.\n';

/** Adds rows to `redirects.yaml` among the `written` files. */
export function addRedirects(folder: Folder, written: Map<string, string>, rows: readonly NewRow[]): void {
  const file = `${folder.name}/${REDIRECTS}`;
  const yaml = written.get(file) ?? findSetting(folder, REDIRECTS)?.text;
  written.set(file, addRows(yaml ?? HEADER, rows));
}

function addRows(yaml: string, rows: readonly NewRow[]): string {
  const list = parseDocument(yaml).contents;
  const lineEnding = findLineEnding(yaml);
  const [start, end] = (isSeq(list) && list.range) || [0, 0];
  if (isSeq(list) && list.flow === true && list.items.length > 0) {
    const added = rows.map(({ from, to }) => `, {${formatRow(from, to).map(quote).join(', ')}}`).join('');
    return `${yaml.slice(0, end - 1)}${added}${yaml.slice(end - 1)}`;
  }
  const kept =
    isSeq(list) && list.items.length === 0 ? yaml.slice(0, start) + yaml.slice(end).trimStart() : yaml;
  const first = isSeq(list) ? list.items[0] : undefined;
  const indent = isMap(first) ? readIndent(yaml, first) : '';
  const lines = rows.flatMap(({ from, to }) => {
    const [head, ...others] = formatRow(from, to);
    return [`${indent}- ${head}`, ...others.map((line) => `${indent}  ${line}`)];
  });
  const gap = kept === '' || kept.endsWith('\n') ? '' : lineEnding;
  return [kept + gap, ...lines.map((line) => line + lineEnding)].join('');
}

/** Rows that led to a removed address answer 410, too. */
export function listGoneEdits(yaml: string, isGone: (to: string) => boolean): readonly Edit[] {
  const list = parseDocument(yaml).contents;
  const rows = isSeq(list) ? list.items.filter((item) => isMap(item)) : [];
  return rows.flatMap((row) => {
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

function formatRow(from: string, to: string | undefined): readonly string[] {
  return [`from: ${from}`, to === undefined ? 'status: 410' : `to: ${to}`];
}

/** In a flow mapping a comma would end the value. */
function quote(pair: string): string {
  const [key = '', value = ''] = pair.split(/: (.*)/);
  return `${key}: ${value === '410' ? value : JSON.stringify(value)}`;
}

/** The white space before the dash of a row. */
function readIndent(yaml: string, row: YAMLMap): string {
  return /^\s*/.exec(yaml.slice(findLineStart(yaml, row.range?.[0] ?? 0)))?.[0] ?? '';
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
