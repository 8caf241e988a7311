import type { ElementContent } from 'hast';
import { createText } from 'marketing-workbench/content/markdown/elements';
import type { References } from 'marketing-workbench/html-to-markdown/conversion';
import { convertHtmlBody } from 'marketing-workbench/html-to-markdown/html-to-markdown';
import type {
  BlockContent,
  Definition,
  FootnoteReference,
  Heading,
  Html,
  List,
  Nodes,
  Paragraph,
  Root,
  RootContent,
} from 'mdast';
import rehypeStringify from 'rehype-stringify';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { createEdits, type Edits, spanOf, visitMarkdown } from './markdown-edits.ts';

/** Marks of footnotes are no links or words of the text. */
const shown = createRenderer(() => createText(''));
/** The footnotes themselves stay where they are, so that the references must stay as well. */
const rewritten = createRenderer(({ label, identifier }) =>
  createText(`\uE000${label ?? identifier}\uE001`),
);

function createRenderer(renderReference: (reference: FootnoteReference) => ElementContent) {
  return unified()
    .use(remarkRehype, {
      allowDangerousHtml: true,
      handlers: {
        footnoteReference: (_, reference: FootnoteReference) => renderReference(reference),
      },
    })
    .use(rehypeStringify, { allowDangerousHtml: true })
    .freeze();
}

/** Writes references to footnotes again, which were characters of private use in the HTML. */
function restoreReferences(markdown: string): string {
  return markdown.replaceAll(/\uE000([^\uE000\uE001]{1,1000})\uE001/g, '[^$1]');
}

/** Renders blocks to the HTML that a browser would get, without footnotes. */
export function renderMarkdown(
  children: readonly RootContent[],
  all: readonly Definition[],
  renderer = shown,
): string {
  const root: Root = { type: 'root', children: [...children, ...all] };
  return renderer.stringify(renderer.runSync(root));
}

export function listDefinitions(root: Root): readonly Definition[] {
  const found: Definition[] = [];
  visitMarkdown(root, (node) => {
    if (node.type === 'definition') found.push(node);
    return undefined;
  });
  return found;
}

/**
 * Returns true if the text has a heading of the first level besides its title, so that all headings
 * become one level lower.
 */
function hasSecondTitle(root: Root): boolean {
  return containsNode(
    root,
    (node) =>
      (node.type === 'heading' && node.depth === 1) ||
      (node.type === 'html' && /<h1[\s>]/i.test(node.value)),
  );
}

type Rewriting = {
  readonly isShifted: boolean;
  readonly edits: Edits;
  readonly definitions: readonly Definition[];
  readonly convert: (html: string) => string;
};

/**
 * Writes the blocks of a text that contain HTML, or pictures within sentences, as Markdown, with
 * their old addresses. Headings begin with the second level.
 */
export function rewriteHtml(
  root: Root,
  source: string,
  references: References,
  notes: string[],
): string {
  const edits = createEdits(source);
  const isShifted = hasSecondTitle(root);
  const convert = (html: string) => {
    const shifted = isShifted ? html.replace(/<(\/?)h([1-5])\b/gi, shiftTag) : html;
    const converted = convertHtmlBody(shifted, {
      findLink: (href) => href,
      findPicture: (src) => ({ ...references.findPicture(src), name: src }),
      formatAddress: references.formatAddress,
    });
    notes.push(...converted.notes, ...listComments(html));
    return unescapeCallouts(converted.markdown).trim();
  };
  if (isShifted) notes.push('headings begin with the second level, below the title');
  rewriteBlocks(root, { isShifted, edits, definitions: listDefinitions(root), convert });
  return edits.apply();
}

/** Comments that mark the end of an excerpt or a table of contents, which are not reported. */
const SEPARATOR = /^\s*(?:more|truncate|excerpt|end|endexcerpt|excerpt-end|toc)\s*$/i;
const COMMENT = /<!--([\s\S]*?)-->/g;
const COMMENT_SHOWN_MAX = 300;

function listComments(html: string): readonly string[] {
  if (!html.includes('-->')) return [];
  const comments = Array.from(html.matchAll(COMMENT), ([, words = '']) => words);
  return comments
    .filter((words) => !SEPARATOR.test(words))
    .map(
      (words) =>
        `a comment was removed: ${words.replace(/\s+/g, ' ').trim().slice(0, COMMENT_SHOWN_MAX)}`,
    );
}

function shiftTag(_: string, slash: string, level: string): string {
  return `<${slash}h${Number(level) + 1}`;
}

function unescapeCallouts(markdown: string): string {
  return markdown.replace(/^((?:[ \t]*>)+ ?)\\(\[![A-Z]+\])/gm, '$1$2');
}

function rewriteBlocks(parent: Nodes, rewriting: Rewriting): void {
  if (!('children' in parent)) return;
  const children: readonly Nodes[] = parent.children;
  const runs = findHtmlRuns(children);
  let index = 0;
  while (index < children.length) {
    const node = children[index];
    const last = runs.get(index) ?? index;
    if (node?.type === 'html' || last > index) {
      const gaps = {
        before: isNextLine(children[index - 1], node),
        after: isNextLine(children[last], children[last + 1]),
      };
      rewriteNodes(children.slice(index, last + 1), rewriting, gaps);
      index = last;
    } else if (node !== undefined) rewriteBlock(node, rewriting);
    index += 1;
  }
}

/** Returns true if a block begins in the line below another one. */
function isNextLine(block: Nodes | undefined, next: Nodes | undefined): boolean {
  const [end, start] = [block?.position?.end.line, next?.position?.start.line];
  return end !== undefined && start !== undefined && start <= end + 1;
}

function rewriteBlock(node: Nodes, rewriting: Rewriting): void {
  switch (node.type) {
    case 'paragraph':
      if (hasHtml(node) || hasLooseImage(node)) rewriteNodes([node], rewriting);
      break;
    case 'heading':
      rewriteHeading(node, rewriting);
      break;
    case 'table':
      if (hasHtml(node) || hasImage(node)) rewriteNodes([node], rewriting);
      break;
    case 'list':
      if (hasTightPicture(node)) rewriteNodes([node], rewriting);
      else rewriteBlocks(node, rewriting);
      break;
    default:
      rewriteBlocks(node, rewriting);
  }
}

/** Returns true if a picture is an item of a list without empty lines, where it is no block. */
function hasTightPicture({ spread, children }: List): boolean {
  return (
    spread !== true &&
    children.some((item) =>
      item.children.some((block) => block.type === 'paragraph' && hasImage(block)),
    )
  );
}

/**
 * Rewrites a heading. Its anchors are only removed, since `markdown-anchors.ts` has read them
 * already.
 */
function rewriteHeading(heading: Heading, rewriting: Rewriting): void {
  const { edits, isShifted } = rewriting;
  const html = heading.children.filter(({ type }) => type === 'html');
  const isPlain = edits.source.startsWith('#', spanOf(heading).start);
  const isAnchored =
    isPlain && html.length > 0 && html.every((node) => ANCHOR.test(sliceSource(node, edits)));
  if ((hasHtml(heading) && !isAnchored) || hasImage(heading)) {
    rewriteNodes([heading], rewriting);
    return;
  }
  for (const node of html) edits.replace(spanOf(node).start, spanOf(node).end, '');
  if (isShifted) shiftHeading(heading, edits);
}

const ANCHOR = /^(?:<a (?:id|name)="[^"<>]*">|<\/a>)$/;

function sliceSource(node: Nodes, { source }: Edits): string {
  return source.slice(spanOf(node).start, spanOf(node).end);
}

const LEVEL_MAX = 6;

function shiftHeading(heading: Heading, edits: Edits): void {
  const { start, end } = spanOf(heading);
  const written = edits.source.slice(start, end);
  if (written.startsWith('#')) {
    if (heading.depth < LEVEL_MAX) edits.insert(start, '#');
    return;
  }
  const words = heading.children.map(spanOf);
  const text = edits.source.slice(words[0]?.start ?? start, words.at(-1)?.end ?? start);
  const line = text.replace(/\s*\n[\s>]*/g, ' ').replace(/(\s)(#+)$/, '$1\\$2');
  edits.replace(start, end, `${'#'.repeat(heading.depth + 1)} ${line}`);
}

/** Where a block has to be kept apart, since Markdown would join it with the one beside it. */
type Gaps = { readonly before: boolean; readonly after: boolean };

function rewriteNodes(
  nodes: readonly Nodes[],
  { edits, definitions, convert }: Rewriting,
  { before, after }: Gaps = { before: false, after: false },
): void {
  const [first, last] = [nodes[0], nodes.at(-1)];
  if (first === undefined || last === undefined) return;
  const span = { start: spanOf(first).start, end: spanOf(last).end };
  const html = renderMarkdown(nodes.filter(isBelowRoot), definitions, rewritten);
  const markdown = restoreReferences(convert(html));
  if (markdown === '') edits.remove(span);
  else edits.replaceBlock(span, `${before ? '\n' : ''}${markdown}${after ? '\n' : ''}`);
}

function isBelowRoot(node: Nodes): node is BlockContent | Html {
  return node.type !== 'root';
}

/**
 * Elements whose content would lose its meaning without the element. Tags of other elements are
 * dropped one by one.
 */
const STRUCTURES: ReadonlySet<string> = new Set([
  'a',
  'audio',
  'blockquote',
  'dl',
  'figure',
  'form',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'math',
  'object',
  'ol',
  'pre',
  'script',
  'select',
  'style',
  'svg',
  'table',
  'template',
  'ul',
  'video',
  'dialog',
]);
/** The limits of this pattern keep its time linear for hostile text. */
const TAG =
  /<(\/?)([a-zA-Z][\w-]*)(?:[^<>"']|"[^"]{0,2000}"|'[^']{0,2000}'){0,200}>|<!--[\s\S]*?-->/g;

/**
 * Returns the indexes of the first and the last block of each structure that begins in one HTML
 * block and ends in another.
 */
function findHtmlRuns(children: readonly Nodes[]): ReadonlyMap<number, number> {
  const open = new Map<string, number[]>();
  const pairs: (readonly [number, number])[] = [];
  for (const { slash, name, index } of listStructureTags(children)) {
    const starts = open.get(name) ?? [];
    open.set(name, starts);
    const start = slash === '/' ? starts.pop() : undefined;
    if (slash !== '/') starts.push(index);
    else if (start !== undefined && start < index) pairs.push([start, index]);
  }
  const runs = new Map<number, number>();
  let covered = -1;
  for (const [start, end] of pairs.toSorted(
    (one, other) => one[0] - other[0] || other[1] - one[1],
  )) {
    if (start <= covered) continue;
    runs.set(start, end);
    covered = end;
  }
  return runs;
}

function listStructureTags(children: readonly Nodes[]) {
  return children.flatMap((node, index) =>
    node.type !== 'html'
      ? []
      : Array.from(node.value.matchAll(TAG), ({ 1: slash, 2: tag }) => ({
          slash,
          index,
          name: tag?.toLowerCase() ?? '',
        })).filter(({ name }) => STRUCTURES.has(name)),
  );
}

function hasHtml(node: Nodes): boolean {
  return containsNode(node, ({ type }) => type === 'html');
}

function hasImage(node: Nodes): boolean {
  return containsNode(node, ({ type }) => type === 'image' || type === 'imageReference');
}

function containsNode(node: Nodes, isWanted: (node: Nodes) => boolean): boolean {
  let isFound = false;
  visitMarkdown(node, (child) => {
    isFound ||= isWanted(child);
    return isFound ? 'skip' : undefined;
  });
  return isFound;
}

const VIDEO = /^https:\/\/(?:(?:www\.|m\.)?youtube\.com|youtu\.be|(?:www\.)?vimeo\.com)\//;

/**
 * Returns true if a paragraph has a picture that is neither alone in it nor the picture of a video.
 */
function hasLooseImage(paragraph: Paragraph): boolean {
  if (!hasImage(paragraph)) return false;
  const [only, ...others] = paragraph.children.filter(
    (child) => child.type !== 'text' || child.value.trim() !== '',
  );
  if (only === undefined || others.length > 0) return true;
  if (only.type === 'image' || only.type === 'imageReference') return false;
  return !(only.type === 'link' && VIDEO.test(only.url) && only.children.length === 1);
}
