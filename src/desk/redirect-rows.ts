import { isMap, isSeq, parseDocument, type YAMLMap } from 'yaml';
import { findLineEnding, findLineStart } from './edits.ts';
import type { Folder } from './read-folder.ts';

/** Without a target the address is gone. */
type NewRow = { readonly from: string; readonly to: string | undefined };

const HEADER =
  '# Old addresses and their targets; a row without "to" has "status: 410" and is gone for good.\n';

/** Adds rows to `redirects.yaml` among the `written` files. */
export function addRedirects(
  { name, settings }: Folder,
  written: Map<string, string>,
  rows: readonly NewRow[],
): void {
  const file = `${name}/redirects.yaml`;
  const yaml = written.get(file) ?? settings.find((source) => source.file === file)?.text;
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
