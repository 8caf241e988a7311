import { escapeHtml } from '../vocabulary/html-blocks.ts';
import { writeCard } from './card-html.ts';
import { type GhostRow, isRow, readGhostText } from './ghost-data.ts';

/** Deeper than any editor nests; more would be slow to write and to read. */
const DEPTH_MAX = 100;

/**
 * The HTML of a text in Lexical, the format of Ghost's editor since version 5.
 *
 * @throws {RangeError} if it is nested too deeply.
 */
export function writeLexical(document: GhostRow, notes: string[]): string {
  return isRow(document.root) ? writeChildren(document.root, { notes, depth: 0 }) : '';
}

type Context = { readonly notes: string[]; readonly depth: number };

function writeChildren({ children }: GhostRow, { notes, depth }: Context): string {
  if (depth > DEPTH_MAX) throw new RangeError('The text is nested too deeply.');
  const nodes = Array.isArray(children) ? children.filter(isRow) : [];
  return nodes.map((node) => writeNode(node, { notes, depth: depth + 1 })).join('');
}

function writeNode(node: GhostRow, context: Context): string {
  const type = readGhostText(node, 'type').replace(/^extended-/, '');
  const write = NODES.get(type);
  if (write !== undefined) return write(node, context);
  if (!Array.isArray(node.children)) return writeCard(type, node, context.notes);
  context.notes.push(`node ${type.slice(0, 60)} is not known; its words remain`);
  return `<p>${writeChildren(node, context)}</p>`;
}

type WriteNode = (node: GhostRow, context: Context) => string;

function createWriter(tag: string): WriteNode {
  return (node, context) => `<${tag}>${writeChildren(node, context)}</${tag}>`;
}

/** Bits of `format`, from the inside out; underlined text has no form in Markdown and stays as text. */
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

function writeText(node: GhostRow): string {
  const format = Number(node.format) || 0;
  const text = typeof node.text === 'string' ? node.text : '';
  return FORMATS.filter(([bit]) => (format & bit) !== 0).reduce(
    (html, [, tag]) => `<${tag}>${html}</${tag}>`,
    escapeHtml(text),
  );
}

function writeHeading(node: GhostRow, context: Context): string {
  const tag = /^h[1-6]$/.test(readGhostText(node, 'tag')) ? readGhostText(node, 'tag') : 'h2';
  return createWriter(tag)(node, context);
}

function writeLink(node: GhostRow, context: Context): string {
  return `<a href="${escapeHtml(readGhostText(node, 'url'))}">${writeChildren(node, context)}</a>`;
}

/** A link that was chosen by typing @; its words are in a node of the search. */
function writeAtLink(node: GhostRow, context: Context): string {
  return readGhostText(node, 'url') === '' ? '' : writeLink(node, context);
}

function writeList(node: GhostRow, context: Context): string {
  const isOrdered = readGhostText(node, 'listType') === 'number' || readGhostText(node, 'tag') === 'ol';
  const items = mergeItems(Array.isArray(node.children) ? node.children.filter(isRow) : []);
  const html = items
    .map((item) => `<li>${item.map((part) => writeItem(part, context)).join('')}</li>`)
    .join('');
  const start = Math.trunc(Number(node.start)) || 1;
  if (!isOrdered) return `<ul>${html}</ul>`;
  return start === 1 ? `<ol>${html}</ol>` : `<ol start="${start}">${html}</ol>`;
}

/** Lexical writes a nested list as an item of its own, which belongs to the item before. */
function mergeItems(items: readonly GhostRow[]): readonly GhostRow[][] {
  const merged: GhostRow[][] = [];
  for (const item of items) {
    const [first] = Array.isArray(item.children) ? item.children : [];
    const isList = isRow(first) && readGhostText(first, 'type') === 'list';
    const last = merged.at(-1);
    if (isList && last !== undefined) last.push(item);
    else merged.push([item]);
  }
  return merged;
}

function writeItem(item: GhostRow, context: Context): string {
  if (readGhostText(item, 'type') !== 'listitem') return writeNode(item, context);
  const box =
    typeof item.checked === 'boolean' ? `<input type="checkbox"${item.checked ? ' checked' : ''}> ` : '';
  return box + writeChildren(item, context);
}

const NODES: ReadonlyMap<string, WriteNode> = new Map([
  ...Object.entries({ text: writeText, heading: writeHeading, link: writeLink, autolink: writeLink }),
  ...Object.entries({ list: writeList, 'at-link': writeAtLink, paragraph: createWriter('p') }),
  ...Object.entries({ quote: createWriter('blockquote'), aside: createWriter('blockquote') }),
  ...Object.entries<WriteNode>({
    linebreak: () => '<br>',
    tab: () => ' ',
    zwnj: () => '',
    'at-link-search': writeText,
    tk: writeText,
    emoji: writeText,
    'code-highlight': (node) => escapeHtml(readGhostText(node, 'text')),
  }),
]);
