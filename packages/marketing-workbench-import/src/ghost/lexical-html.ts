import { escapeHtml } from '../vocabulary/html-blocks.ts';
import { writeCard } from './card-html.ts';
import { type GhostRow, isGhostRow, readGhostText } from './ghost-data.ts';

/** Levels; no editor nests as deep, and more would be slow to write and to read. */
const DEPTH_MAX = 100;

/**
 * Returns the HTML of a text in Lexical, the format of Ghost's editor since version 5.
 *
 * @throws {RangeError} if it is nested too deeply.
 */
export function writeLexical(document: GhostRow, notes: string[]): string {
  return isGhostRow(document.root) ? writeLexicalChildren(document.root, { notes, depth: 0 }) : '';
}

type LexicalContext = { readonly notes: string[]; readonly depth: number };

function writeLexicalChildren({ children }: GhostRow, { notes, depth }: LexicalContext): string {
  if (depth > DEPTH_MAX) throw new RangeError('The text is nested too deeply.');
  const nodes = Array.isArray(children) ? children.filter(isGhostRow) : [];
  return nodes.map((node) => writeLexicalNode(node, { notes, depth: depth + 1 })).join('');
}

function writeLexicalNode(node: GhostRow, context: LexicalContext): string {
  const type = readGhostText(node, 'type').replace(/^extended-/, '');
  const write = NODES.get(type);
  if (write !== undefined) return write(node, context);
  if (!Array.isArray(node.children)) return writeCard(type, node, context.notes);
  context.notes.push(`node ${type.slice(0, 60)} is not known; its words remain`);
  return `<p>${writeLexicalChildren(node, context)}</p>`;
}

type WriteLexicalNode = (node: GhostRow, context: LexicalContext) => string;

function createElementWriter(tag: string): WriteLexicalNode {
  return (node, context) => `<${tag}>${writeLexicalChildren(node, context)}</${tag}>`;
}

/**
 * Bits of `format` with their elements, from the inside out. Markdown has no underlined text, so it
 * stays as plain text.
 */
const FORMATS: readonly (readonly [number, string])[] = [
  ...([
    [16, 'code'],
    [2, 'em'],
    [1, 'strong'],
    [4, 's'],
    [32, 'sub'],
    [64, 'sup'],
    [128, 'mark'],
  ] as const),
];

function writeLexicalText(node: GhostRow): string {
  const format = Number(node.format) || 0;
  const text = typeof node.text === 'string' ? node.text : '';
  return FORMATS.filter(([bit]) => (format & bit) !== 0).reduce(
    (html, [, tag]) => `<${tag}>${html}</${tag}>`,
    escapeHtml(text),
  );
}

function writeLexicalHeading(node: GhostRow, context: LexicalContext): string {
  const tag = /^h[1-6]$/.test(readGhostText(node, 'tag')) ? readGhostText(node, 'tag') : 'h2';
  return createElementWriter(tag)(node, context);
}

function writeLexicalLink(node: GhostRow, context: LexicalContext): string {
  return `<a href="${escapeHtml(readGhostText(node, 'url'))}">${writeLexicalChildren(node, context)}</a>`;
}

/** Writes a link that was inserted by typing @; its words are in a child node. */
function writeAtLink(node: GhostRow, context: LexicalContext): string {
  return readGhostText(node, 'url') === '' ? '' : writeLexicalLink(node, context);
}

function writeLexicalList(node: GhostRow, context: LexicalContext): string {
  const isOrdered =
    readGhostText(node, 'listType') === 'number' || readGhostText(node, 'tag') === 'ol';
  const items = mergeItems(Array.isArray(node.children) ? node.children.filter(isGhostRow) : []);
  const html = items
    .map((item) => `<li>${item.map((part) => writeLexicalItem(part, context)).join('')}</li>`)
    .join('');
  const start = Math.trunc(Number(node.start)) || 1;
  if (!isOrdered) return `<ul>${html}</ul>`;
  return start === 1 ? `<ol>${html}</ol>` : `<ol start="${start}">${html}</ol>`;
}

/** Joins a nested list, which Lexical writes as an item of its own, with the item before it. */
function mergeItems(items: readonly GhostRow[]): readonly GhostRow[][] {
  const merged: GhostRow[][] = [];
  for (const item of items) {
    const [first] = Array.isArray(item.children) ? item.children : [];
    const isList = isGhostRow(first) && readGhostText(first, 'type') === 'list';
    const last = merged.at(-1);
    if (isList && last !== undefined) last.push(item);
    else merged.push([item]);
  }
  return merged;
}

function writeLexicalItem(item: GhostRow, context: LexicalContext): string {
  if (readGhostText(item, 'type') !== 'listitem') return writeLexicalNode(item, context);
  const box =
    typeof item.checked === 'boolean'
      ? `<input type="checkbox"${item.checked ? ' checked' : ''}> `
      : '';
  return box + writeLexicalChildren(item, context);
}

const NODES: ReadonlyMap<string, WriteLexicalNode> = new Map([
  ...Object.entries({
    text: writeLexicalText,
    heading: writeLexicalHeading,
    link: writeLexicalLink,
    autolink: writeLexicalLink,
  }),
  ...Object.entries({
    list: writeLexicalList,
    'at-link': writeAtLink,
    paragraph: createElementWriter('p'),
  }),
  ...Object.entries({
    quote: createElementWriter('blockquote'),
    aside: createElementWriter('blockquote'),
  }),
  ...Object.entries<WriteLexicalNode>({
    linebreak: () => '<br>',
    tab: () => ' ',
    zwnj: () => '',
    'at-link-search': writeLexicalText,
    tk: writeLexicalText,
    emoji: writeLexicalText,
    'code-highlight': (node) => escapeHtml(readGhostText(node, 'text')),
  }),
]);
