import type { Element, Nodes as HtmlNodes } from 'hast';
import type { Nodes as MarkdownNodes } from 'mdast';
import { UNCONVERTED } from '../content/markdown/code-blocks.ts';

export const PART_KINDS = [
  'words',
  'headings',
  'links',
  'pictures',
  'tables',
  'embeds',
  'codeBlocks',
] as const;

/** Counts the parts of a body, before or after its conversion. */
export type PartCounts = { [Kind in (typeof PART_KINDS)[number]]: number };

export function createPartCounts(): PartCounts {
  return { words: 0, headings: 0, links: 0, pictures: 0, tables: 0, embeds: 0, codeBlocks: 0 };
}

export function addPartCounts(sum: PartCounts, more: PartCounts): PartCounts {
  const total = createPartCounts();
  for (const kind of PART_KINDS) total[kind] = sum[kind] + more[kind];
  return total;
}

const HTML_KINDS: Readonly<Record<string, keyof PartCounts>> = {
  h1: 'headings',
  h2: 'headings',
  h3: 'headings',
  h4: 'headings',
  h5: 'headings',
  h6: 'headings',
  a: 'links',
  img: 'pictures',
  table: 'tables',
  pre: 'codeBlocks',
  iframe: 'embeds',
  video: 'embeds',
  audio: 'embeds',
  object: 'embeds',
  embed: 'embeds',
};
/** Names of elements whose text browsers don't show. */
const UNSEEN: ReadonlySet<string> = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'iframe',
  'head',
]);

export function countHtmlParts(
  node: HtmlNodes,
  parts: PartCounts = createPartCounts(),
): PartCounts {
  if (node.type === 'text') parts.words += countPlainWords(node.value);
  if (node.type === 'element') {
    const kind = HTML_KINDS[node.tagName];
    const isAnchor = node.tagName === 'a' && node.properties.href === undefined;
    if (kind !== undefined && !isAnchor && !isKeptFence(node)) parts[kind] += 1;
    if (UNSEEN.has(node.tagName)) return parts;
  }
  if ('children' in node) for (const child of node.children) countHtmlParts(child, parts);
  return parts;
}

/** Returns true for a fence with what could not be converted, which is not counted as code. */
function isKeptFence({ tagName, children: [code] }: Element): boolean {
  const classes =
    tagName === 'pre' && code?.type === 'element' ? [code.properties.className].flat() : [];
  return classes.includes(`language-${UNCONVERTED}`);
}

const MARKDOWN_KINDS: Readonly<Record<string, keyof PartCounts>> = {
  heading: 'headings',
  link: 'links',
  linkReference: 'links',
  image: 'pictures',
  imageReference: 'pictures',
  table: 'tables',
  code: 'codeBlocks',
};

export function countMarkdownParts(
  node: MarkdownNodes,
  parts: PartCounts = createPartCounts(),
): PartCounts {
  const kind = MARKDOWN_KINDS[node.type];
  if (kind !== undefined && !(node.type === 'code' && node.lang === UNCONVERTED)) parts[kind] += 1;
  if (node.type === 'text' || node.type === 'inlineCode' || node.type === 'code')
    parts.words += countPlainWords(node.value);
  if ('children' in node) for (const child of node.children) countMarkdownParts(child, parts);
  return parts;
}

export function countPlainWords(text: string): number {
  return text.match(/[\p{L}\p{N}]+(?:['’.,-][\p{L}\p{N}]+)*/gu)?.length ?? 0;
}
