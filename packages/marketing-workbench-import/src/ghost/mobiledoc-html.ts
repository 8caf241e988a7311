import { escapeHtml } from '../vocabulary/html-blocks.ts';
import { writeCard } from './card-html.ts';
import { type GhostRow, isGhostRow } from './ghost-data.ts';

type MobiledocArray = readonly unknown[];

/**
 * Returns the HTML of a text in Mobiledoc 0.3, the format of Ghost's editor in the versions 1 to 4.
 */
export function writeMobiledoc(document: GhostRow, notes: string[]): string {
  return listArrays(document.sections)
    .map((section) => writeSection(section, document, notes))
    .join('');
}

function listArrays(value: unknown): readonly MobiledocArray[] {
  return Array.isArray(value) ? value.filter((item) => Array.isArray(item)) : [];
}

function findArray(list: unknown, index: unknown): MobiledocArray {
  const found: unknown = Array.isArray(list) ? list[Number(index)] : undefined;
  return Array.isArray(found) ? found : [];
}

const TAGS: ReadonlyMap<unknown, string> = new Map([
  ...['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote'].map((tag): [string, string] => [
    tag,
    tag,
  ]),
  ...['aside', 'pull-quote'].map((tag): [string, string] => [tag, 'blockquote']),
]);

function writeSection(
  [kind, first, second]: MobiledocArray,
  document: GhostRow,
  notes: string[],
): string {
  switch (kind) {
    case 1: {
      const tag = TAGS.get(first) ?? 'p';
      return `<${tag}>${writeMarkers(second, document)}</${tag}>`;
    }
    case 2:
      return typeof first === 'string' ? writeCard('image', { src: first }, notes) : '';
    case 3: {
      const tag = first === 'ol' ? 'ol' : 'ul';
      const items = listArrays(second).map((item) => `<li>${writeMarkers(item, document)}</li>`);
      return `<${tag}>${items.join('')}</${tag}>`;
    }
    case 10: {
      const [name, card] = findArray(document.cards, first);
      return typeof name === 'string' ? writeCard(name, isGhostRow(card) ? card : {}, notes) : '';
    }
    default:
      notes.push(`section ${String(kind).slice(0, 60)} is not known and was left out`);
      return '';
  }
}

/** Inline elements that are kept; only the words of others are. */
const MARKUPS: ReadonlySet<unknown> = new Set([
  'a',
  'strong',
  'b',
  'em',
  'i',
  's',
  'del',
  'code',
  'sub',
  'sup',
  'mark',
  'u',
]);
const OPEN_MAX = 100;

function writeMarkers(value: unknown, document: GhostRow): string {
  const open: string[] = [];
  const parts: string[] = [];
  for (const [kind, opened, closed, text] of listArrays(value)) {
    const markups = Array.isArray(opened) ? opened.slice(0, OPEN_MAX) : [];
    for (const index of markups) parts.push(openMarkup(findArray(document.markups, index), open));
    parts.push(kind === 1 ? writeAtom(text, document) : escapeMarkerText(text));
    parts.push(...closeMarkups(Number(closed) || 0, open));
  }
  return [...parts, ...closeMarkups(open.length, open)].join('');
}

function openMarkup([tag, attributes]: MobiledocArray, open: string[]): string {
  const known = MARKUPS.has(tag) ? String(tag) : 'span';
  open.push(known);
  return known === 'a' ? `<a href="${escapeHtml(readHrefAttribute(attributes))}">` : `<${known}>`;
}

function closeMarkups(count: number, open: string[]): readonly string[] {
  const closed = open.splice(Math.max(0, open.length - count));
  return closed.toReversed().map((tag) => `</${tag}>`);
}

function escapeMarkerText(text: unknown): string {
  return typeof text === 'string' ? escapeHtml(text) : '';
}

/** Reads `href` from the attributes, a list in which names and values alternate. */
function readHrefAttribute(attributes: unknown): string {
  if (!Array.isArray(attributes)) return '';
  const href: unknown = attributes[attributes.indexOf('href') + 1];
  return typeof href === 'string' ? href : '';
}

function writeAtom(index: unknown, document: GhostRow): string {
  const [name, text] = findArray(document.atoms, index);
  if (name === 'soft-return') return '<br>';
  return escapeMarkerText(text);
}
