import {
  type Document,
  isCollection,
  isNode,
  isPair,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parseDocument,
  stringify,
  visit,
  type YAMLSeq,
} from 'yaml';
import { DeskError } from './desk-error.ts';
import { findLineEnding, findLineStart, findNextLine, readIndent, type TextEdit } from './edits.ts';
import type { FolderFile, TextRange } from './read-folder.ts';

/** Keys whose addresses are former ones of this site, or those of other sites. */
const KEPT_KEYS: ReadonlySet<unknown> = new Set(['aliases', 'from', 'legacyUrl', 'canonical']);

/**
 * Lists edits of all texts that `rewrite` changes, except below the keys `kept`, in their own
 * quotation marks; none for invalid YAML.
 */
export function listScalarEdits(
  yaml: string,
  rewrite: (value: string) => string | undefined,
  kept = KEPT_KEYS,
): readonly TextEdit[] {
  const edits: TextEdit[] = [];
  visit(parseValidYaml(yaml), {
    Pair: (_, { key }) => (isScalar(key) && kept.has(key.value) ? visit.SKIP : undefined),
    Scalar: (key, { value, range }) => {
      const text = key === 'key' || typeof value !== 'string' ? undefined : rewrite(value);
      if (text === undefined || !range) return;
      const [start, end] = range;
      edits.push({ start, end, text: replaceIn(yaml.slice(start, end), String(value), text) });
    },
  });
  return edits;
}

/** Replaces a value in its own quotation marks. */
export function replaceIn(written: string, value: string, text: string): string {
  return written.includes(value) ? written.replace(value, () => text) : JSON.stringify(text);
}

export function listScalars(yaml: string): readonly string[] {
  const values: string[] = [];
  visit(parseValidYaml(yaml), {
    Scalar: (key, { value }) => {
      if (key !== 'key' && typeof value === 'string') values.push(value);
    },
  });
  return values;
}

/** Parses YAML into a document, which has no contents if the YAML is invalid. */
function parseValidYaml(yaml: string): Document {
  const document = parseDocument(yaml);
  return document.errors.length === 0 ? document : parseDocument('');
}

/**
 * Lists edits that add an alias to front matter. A text that returns to one of its former addresses
 * loses that alias.
 */
export function listAliasEdits(keys: string, alias: string, address: string): readonly TextEdit[] {
  const list = parseValidYaml(keys).get('aliases', true);
  const insert = (at: number, text: string): readonly TextEdit[] => [{ start: at, end: at, text }];
  const [start, end] = (isSeq(list) && list.range) || [keys.length, keys.length];
  const items = isSeq(list) ? list.items.filter(isScalar) : [];
  const past = items.find(({ value }) => value === address);
  if (past?.range) {
    const [from, to] = past.range;
    return [{ start: from, end: to, text: replaceIn(keys.slice(from, to), address, alias) }];
  }
  const last = items.at(-1)?.range;
  if (isSeq(list) && last === undefined) return [{ start, end, text: `[${alias}]` }];
  if (!isSeq(list) || !last)
    return insert(keys.length, `aliases: [${alias}]${findLineEnding(keys)}`);
  if (list.flow === true) return insert(last[1], `, ${alias}`);
  const indent = readIndent(keys, last[0]);
  const quote = /["']/.exec(keys[last[0]] ?? '')?.[0] ?? '';
  const line = `${indent}- ${quote}${alias}${quote}${findLineEnding(keys)}`;
  return insert(findNextLine(keys, last[1]), line);
}

/** Lists the edit that adds keys at the end of the front matter. */
export function listKeyAdditions(
  keys: string,
  added: Readonly<Record<string, string>>,
): readonly TextEdit[] {
  const ending = findLineEnding(keys);
  const lines = Object.entries(added).map(
    ([key, value]) => stringify({ [key]: value }).trimEnd() + ending,
  );
  return [{ start: keys.length, end: keys.length, text: lines.join('') }];
}

/**
 * Lists edits that take an item out of all lists, except those below the keys `kept`; a list that
 * would be empty goes with its key.
 */
export function listItemRemovals(
  yaml: string,
  isRemoved: (item: unknown) => boolean,
  kept: ReadonlySet<unknown> = new Set(),
): readonly TextEdit[] {
  const edits: TextEdit[] = [];
  visit(parseValidYaml(yaml), {
    Pair: (_, { key }) => (isScalar(key) && kept.has(key.value) ? visit.SKIP : undefined),
    Seq: (_, list, path) => {
      const index = list.toJSON().findIndex(isRemoved);
      if (index === -1) return;
      const parent = path.at(-1);
      const edit =
        list.items.length === 1 && isPair(parent)
          ? findPairLines(yaml, parent)
          : findItemRange(yaml, list, index);
      edits.push({ ...edit, text: '' });
    },
  });
  return edits;
}

/** Adds an item at the end of a file that is a list, in the style of the others. */
export function addItem(
  { file, text: yaml }: FolderFile,
  item: Readonly<Record<string, unknown>>,
): string {
  const { contents: list, errors } = parseDocument(yaml);
  if (errors.length > 0 || (list !== null && !isSeq(list)))
    throw new DeskError(`${file} is not a list; correct it first: npm run content -- check`);
  const lineEnding = findLineEnding(yaml);
  const [start, end] = list?.range ?? [0, 0];
  if (list?.flow === true && list.items.length > 0) {
    const added = stringify(item, { collectionStyle: 'flow', lineWidth: 0 }).trim();
    return `${yaml.slice(0, end - 1)}, ${added}${yaml.slice(end - 1)}`;
  }
  const kept = list?.items.length === 0 ? yaml.slice(0, start) + yaml.slice(end).trimStart() : yaml;
  const gap = kept === '' || kept.endsWith('\n') ? '' : lineEnding;
  const [first] = list?.items ?? [];
  const indent = first === undefined ? '' : readIndent(yaml, findNodeRange(first).start);
  const lines = stringify([item], { lineWidth: 0 }).trimEnd().split('\n');
  return [kept + gap, ...lines.map((line) => indent + line + lineEnding)].join('');
}

function findPairLines(yaml: string, { key, value }: Pair): TextRange {
  const [start, end] = [findNodeRange(key), findNodeRange(value)];
  return { start: findLineStart(yaml, start.start), end: findNextLine(yaml, end.end) };
}

function findItemRange(yaml: string, { items, flow }: YAMLSeq, index: number): TextRange {
  const { start, end } = findNodeRange(items[index]);
  if (flow !== true) return { start: findLineStart(yaml, start), end: findNextLine(yaml, end) };
  if (index > 0) return { start: findNodeRange(items[index - 1]).end, end };
  return { start, end: items.length > 1 ? findNodeRange(items[1]).start : end };
}

/** Returns the range of a node without the white space and comments below it. */
function findNodeRange(node: unknown): TextRange {
  const own = isNode(node) ? node.range : undefined;
  const last = findLastNode(node)?.range;
  return { start: own?.[0] ?? 0, end: last?.[1] ?? own?.[1] ?? 0 };
}

/** Returns the node at the end of a node. */
function findLastNode(node: unknown): Node | undefined {
  if (isPair(node)) return findLastNode(node.value);
  if (isCollection(node) && node.flow !== true) return findLastNode(node.items.at(-1));
  return isNode(node) ? node : undefined;
}
