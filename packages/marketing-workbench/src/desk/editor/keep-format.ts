import { isDeepStrictEqual } from 'node:util';
import {
  Document,
  isMap,
  isNode,
  isScalar,
  isSeq,
  parse,
  parseDocument,
  Scalar,
  stringify,
} from 'yaml';
import { applyEdits, findLineStart, findNextLine, type TextEdit } from '../edits.ts';

const NO_FOLDING = { lineWidth: 0 };
const TEXT = /^(---[^\S\n]*\n)((?:[\s\S]*?\n)?)(---[^\S\n]*(?:\n|$))([\s\S]*)$/;

/**
 * How a file was edited: a `text` has front matter, and a `raw` file was typed as it is, without a
 * form.
 */
export type EditedFormat = 'text' | 'yaml' | 'raw';

/** Values of the keys that a file leaves out, where they are not blank. */
type DefaultValues = Readonly<Record<string, unknown>>;

/**
 * Returns `after` in the format of `before`: only changed values change their bytes; comments,
 * quotes and the order of keys stay.
 */
export function keepFormat(
  before: string,
  after: string,
  form: EditedFormat,
  defaults: DefaultValues = {},
): string {
  const [old, wanted] = [before.replaceAll('\r\n', '\n'), after.replaceAll('\r\n', '\n')];
  const kept = keepForm(old, wanted, form, defaults);
  if (kept === old) return before;
  return before.includes('\r\n') ? kept.replaceAll('\n', '\r\n') : kept;
}

function keepForm(
  before: string,
  after: string,
  form: EditedFormat,
  defaults: DefaultValues,
): string {
  switch (form) {
    case 'raw':
      return keepBody(before, after);
    case 'yaml':
      return keepYaml(before, after, defaults);
    case 'text': {
      const [, start = '', head = '', end = '', body = ''] = TEXT.exec(before) ?? [];
      const [, , wantedHead = '', , wantedBody = ''] = TEXT.exec(after) ?? [];
      if (start === '' || wantedHead === '') return after;
      return `${start}${keepYaml(head, wantedHead, defaults)}${end}${keepBody(body, wantedBody)}`;
    }
  }
}

/**
 * Returns the text with these keys as lists: a form of a list drops a value that stands alone, such
 * as `author: ada-lane`.
 */
export function showLists(text: string, keys: ReadonlySet<unknown>): string {
  const [, start = '', head = ''] = TEXT.exec(text) ?? [];
  const { contents, errors } = parseDocument(head);
  if (errors.length > 0 || !isMap(contents)) return text;
  const edits = contents.items.flatMap(({ key, value }): TextEdit[] => {
    const isAlone = isScalar(key) && keys.has(key.value) && isScalar(value) && value.value !== null;
    if (!isAlone || !value.range || value.type?.startsWith('BLOCK')) return [];
    const [from, to] = value.range;
    return [{ start: from, end: to, text: JSON.stringify([value.value]) }];
  });
  return (
    text.slice(0, start.length) + applyEdits(head, edits) + text.slice(start.length + head.length)
  );
}

function keepBody(before: string, after: string): string {
  const text = before.trim();
  if (text === after.trim()) return before;
  if (text === '') return after;
  const [start, end] = before.split(text);
  return `${start}${after.trim()}${end}`;
}

function keepYaml(before: string, after: string, defaults: DefaultValues): string {
  const document = parseDocument(before);
  if (document.errors.length > 0) return after;
  const wanted: unknown = parse(after);
  const list = (text: Document) => listValueChanges(text.toJS() ?? {}, wanted, defaults);
  const isRight = (text: string) => {
    const read = parseDocument(text);
    return read.errors.length === 0 && list(read).length === 0;
  };
  const changes = list(document);
  const spliced = spliceValues(before, document, changes);
  if (spliced !== undefined && isRight(spliced)) return spliced;
  for (const { path, value } of changes) setValue(document, path, value);
  const edited = document.toString(NO_FOLDING);
  return isRight(edited) ? edited : after;
}

type ValuePath = readonly (string | number)[];
/** A new value at a path; `undefined` removes the key. */
type ValueChange = { readonly path: ValuePath; readonly value: unknown };

function listValueChanges(
  before: unknown,
  after: unknown,
  defaults: DefaultValues,
  path: ValuePath = [],
): ValueChange[] {
  if (isUnchanged(before, after, path.length === 1 ? defaults[String(path[0])] : undefined))
    return [];
  if (isMapping(before) && isMapping(after)) {
    const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...keys].flatMap((key) =>
      listValueChanges(before[key], after[key], defaults, [...path, key]),
    );
  }
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length)
    return before.flatMap((item, index) =>
      listValueChanges(item, after[index], defaults, [...path, index]),
    );
  return [{ path, value: isAlone(before, after) ? after[0] : after }];
}

/**
 * Returns whether a value stands alone before and is a list after, because `showLists` made it one.
 */
function isAlone(before: unknown, after: unknown): after is readonly [unknown] {
  return typeof before === 'string' && Array.isArray(after) && after.length === 1;
}

function isUnchanged(before: unknown, after: unknown, byDefault: unknown): boolean {
  if (before === undefined)
    return byDefault === undefined ? isBlankValue(after) : after === byDefault;
  if (isAlone(before, after) && before === after[0]) return true;
  if (typeof before === 'string' && lengthenColour(before) === after) return true;
  return isDeepStrictEqual(before, after) || isDayOf(after, before);
}

/** Returns whether a value is what a form holds for a key that the file leaves out. */
export function isBlankValue(value: unknown): boolean {
  if (isMapping(value)) return Object.values(value).every(isBlankValue);
  if (Array.isArray(value)) return value.length === 0;
  return value === undefined || value === null || value === false || value === '';
}

/** Returns whether a day is that of a time, of which a form holds only the day. */
function isDayOf(day: unknown, time: unknown): boolean {
  return (
    typeof time === 'string' &&
    typeof day === 'string' &&
    /^[\d-]{10}$/.test(day) &&
    time.startsWith(day)
  );
}

/** Returns `#00aa77` for `#0a7`, and any other text as it is. */
export function lengthenColour(text: string): string {
  return /^#[\da-f]{3}$/i.test(text) ? text.replaceAll(/[\da-f]/gi, '$&$&') : text;
}

export function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Changes only the characters of the changed values; returns `undefined` if a change is not that
 * simple.
 */
function spliceValues(
  text: string,
  document: Document.Parsed,
  changes: readonly ValueChange[],
): string | undefined {
  const edits = changes.map(
    (change) => findEdit(text, document, change) ?? rewriteKey(text, document, change),
  );
  if (!edits.every((edit) => edit !== undefined)) return undefined;
  return applyEdits(text, edits);
}

function findEdit(
  text: string,
  document: Document.Parsed,
  { path, value }: ValueChange,
): TextEdit | undefined {
  const node = document.getIn(path, true);
  if (isScalar(node) && node.range && !node.type?.startsWith('BLOCK') && isSimple(value))
    return { start: node.range[0], end: node.range[1], text: formatInStyle(node, value) };
  const [key] = path;
  if (key === undefined || path.length > 1 || !isMap(document.contents)) return undefined;
  const pair = document.contents.items.find((item) => isScalar(item.key) && item.key.value === key);
  if (pair === undefined)
    return { start: text.length, end: text.length, text: stringify({ [key]: value }, NO_FOLDING) };
  if (value !== undefined || !isNode(pair.key) || !isNode(pair.value)) return undefined;
  const [start, end] = [pair.key.range?.[0], pair.value.range?.[2]];
  return start === undefined || end === undefined ? undefined : { start, end, text: '' };
}

/**
 * Formats a key again if a list in it gets longer or shorter, and leaves the other keys as they
 * are.
 */
function rewriteKey(
  text: string,
  { contents }: Document.Parsed,
  change: ValueChange,
): TextEdit | undefined {
  const [key] = change.path;
  if (isSeq(contents))
    return key === undefined ? addRows(text, contents.toJSON(), change.value) : undefined;
  const pair = isMap(contents)
    ? contents.items.find((item) => isScalar(item.key) && item.key.value === key)
    : undefined;
  if (!isNode(pair?.key) || !isNode(pair.value) || change.path.length > 1) return undefined;
  const [start, end] = [
    pair.key.range?.[0] ?? 0,
    findNextLine(text, (pair.value.range?.[1] ?? 1) - 1),
  ];
  const own = parseDocument(text.slice(start, end));
  if (start !== findLineStart(text, start) || own.errors.length > 0) return undefined;
  setValue(own, change.path, change.value);
  return { start, end, text: own.toString(NO_FOLDING) };
}

/** Adds rows below those of a file that is a list. */
function addRows(text: string, before: readonly unknown[], after: unknown): TextEdit | undefined {
  const isLonger =
    Array.isArray(after) && isDeepStrictEqual(after.slice(0, before.length).map(dropBlank), before);
  if (!isLonger || !/^-/m.test(text)) return undefined;
  const rows = stringify(after.slice(before.length), NO_FOLDING);
  return { start: text.length, end: text.length, text: (text.endsWith('\n') ? '' : '\n') + rows };
}

function dropBlank(row: unknown): unknown {
  return isMapping(row)
    ? Object.fromEntries(Object.entries(row).filter(([, value]) => !isBlankValue(value)))
    : row;
}

function isSimple(value: unknown): boolean {
  return typeof value === 'string'
    ? !value.includes('\n')
    : typeof value === 'number' || typeof value === 'boolean';
}

function formatInStyle({ type }: Scalar, value: unknown): string {
  const scalar = new Scalar(value);
  if (type !== undefined && typeof value === 'string') scalar.type = type;
  return new Document(scalar).toString(NO_FOLDING).trimEnd();
}

function setValue(document: Document.Parsed, path: ValuePath, value: unknown): void {
  const node = document.getIn(path, true);
  if (value === undefined) document.deleteIn(path);
  else if (isSeq(node) && Array.isArray(value)) {
    const left = [...node.items];
    const [first] = left;
    node.items = value.map((item) => takeSame(document, left, item) ?? document.createNode(item));
    // What stands above the first item is about the whole list.
    if (isNode(first) && !node.items.includes(first)) node.commentBefore = first.commentBefore;
  } else if (path.length > 0) document.setIn(path, document.createNode(value));
}

/** Takes the item with this value, with its comments, out of the items. */
function takeSame(document: Document.Parsed, items: unknown[], value: unknown): unknown {
  const index = items.findIndex(
    (item) => isNode(item) && isDeepStrictEqual(item.toJS(document), value),
  );
  return index === -1 ? undefined : items.splice(index, 1)[0];
}
