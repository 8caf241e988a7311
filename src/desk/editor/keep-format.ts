import { isDeepStrictEqual } from 'node:util';
import { Document, isMap, isNode, isScalar, isSeq, parse, parseDocument, Scalar, stringify } from 'yaml';
import { applyEdits, type Edit } from '../edits.ts';

const NO_FOLDING = { lineWidth: 0 };
const TEXT = /^(---[^\S\n]*\n)((?:[\s\S]*?\n)?)(---[^\S\n]*(?:\n|$))([\s\S]*)$/;

/**
 * `after` in the format of `before`: only changed values change their bytes; comments, quotes and the order of keys stay.
 * Both are a text with front matter, or YAML.
 */
export function keepFormat(before: string, after: string, isYaml: boolean): string {
  const [old, wanted] = [before.replaceAll('\r\n', '\n'), after.replaceAll('\r\n', '\n')];
  const kept = isYaml ? keepYaml(old, wanted) : keepText(old, wanted);
  if (kept === old) return before;
  return before.includes('\r\n') ? kept.replaceAll('\n', '\r\n') : kept;
}

function keepText(before: string, after: string): string {
  const [, start = '', head = '', end = '', body = ''] = TEXT.exec(before) ?? [];
  const [, , wantedHead = '', , wantedBody = ''] = TEXT.exec(after) ?? [];
  if (start === '' || wantedHead === '') return after;
  return `${start}${keepYaml(head, wantedHead)}${end}${keepBody(body, wantedBody)}`;
}

function keepBody(before: string, after: string): string {
  const text = before.trim();
  if (text === after.trim()) return before;
  if (text === '') return after;
  const [start, end] = before.split(text);
  return `${start}${after.trim()}${end}`;
}

function keepYaml(before: string, after: string): string {
  const document = parseDocument(before);
  if (document.errors.length > 0) return after;
  const wanted: unknown = parse(after);
  const changes = listChanges(document.toJS() ?? {}, wanted);
  const isRight = (text: string) => isDocumentOf(text, wanted);
  const spliced = splice(before, document, changes);
  if (spliced !== undefined && isRight(spliced)) return spliced;
  for (const { path, value } of changes) setValue(document, path, value);
  const edited = document.toString(NO_FOLDING);
  return isRight(edited) ? edited : after;
}

function isDocumentOf(text: string, value: unknown): boolean {
  const document = parseDocument(text);
  return document.errors.length === 0 && listChanges(document.toJS() ?? {}, value).length === 0;
}

type Path = readonly (string | number)[];
/** `undefined` removes the key. */
type Change = { readonly path: Path; readonly value: unknown };

function listChanges(before: unknown, after: unknown, path: Path = []): Change[] {
  if (isSame(before, after)) return [];
  if (isObject(before) && isObject(after)) {
    const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...keys].flatMap((key) => listChanges(before[key], after[key], [...path, key]));
  }
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length)
    return before.flatMap((item, index) => listChanges(item, after[index], [...path, index]));
  return [{ path, value: after }];
}

function isSame(before: unknown, after: unknown): boolean {
  if (before === undefined) return isBlank(after);
  return isDeepStrictEqual(before, after) || isDayOf(after, before);
}

/** What a form holds for a key that the file leaves out. */
function isBlank(value: unknown): boolean {
  if (isObject(value)) return Object.values(value).every(isBlank);
  if (Array.isArray(value)) return value.length === 0;
  return value === undefined || value === null || value === false || value === '';
}

/** A form holds only the day of a time. */
function isDayOf(day: unknown, time: unknown): boolean {
  return (
    typeof time === 'string' && typeof day === 'string' && /^[\d-]{10}$/.test(day) && time.startsWith(day)
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Changes only the characters of the changed values; `undefined` if a change is not that simple. */
function splice(text: string, document: Document.Parsed, changes: readonly Change[]): string | undefined {
  const edits = changes.map((change) => findEdit(text, document, change));
  if (!edits.every((edit) => edit !== undefined)) return undefined;
  return applyEdits(text, edits);
}

function findEdit(text: string, document: Document.Parsed, { path, value }: Change): Edit | undefined {
  const node = document.getIn(path, true);
  if (isScalar(node) && node.range && !node.type?.startsWith('BLOCK') && isSimple(value))
    return { start: node.range[0], end: node.range[1], text: formatScalar(node, value) };
  const [key] = path;
  if (key === undefined || path.length > 1 || !isMap(document.contents)) return undefined;
  const pair = document.contents.items.find((item) => isScalar(item.key) && item.key.value === key);
  if (pair === undefined)
    return { start: text.length, end: text.length, text: stringify({ [key]: value }, NO_FOLDING) };
  if (value !== undefined || !isNode(pair.key) || !isNode(pair.value)) return undefined;
  const [start, end] = [pair.key.range?.[0], pair.value.range?.[2]];
  return start === undefined || end === undefined ? undefined : { start, end, text: '' };
}

function isSimple(value: unknown): boolean {
  return typeof value === 'string'
    ? !value.includes('\n')
    : typeof value === 'number' || typeof value === 'boolean';
}

function formatScalar({ type }: Scalar, value: unknown): string {
  const scalar = new Scalar(value);
  if (type !== undefined && typeof value === 'string') scalar.type = type;
  return new Document(scalar).toString(NO_FOLDING).trimEnd();
}

function setValue(document: Document.Parsed, path: Path, value: unknown): void {
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

/** The item with this value, with its comments. */
function takeSame(document: Document.Parsed, items: unknown[], value: unknown): unknown {
  const index = items.findIndex((item) => isNode(item) && isDeepStrictEqual(item.toJS(document), value));
  return index === -1 ? undefined : items.splice(index, 1)[0];
}
