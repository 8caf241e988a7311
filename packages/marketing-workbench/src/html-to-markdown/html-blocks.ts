import type { Element, ElementContent, RootContent } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import { createElement, createText, isBlankText } from '../content/markdown/elements.ts';
import { createCodeBlock } from './code-block.ts';
import type { Conversion } from './conversion.ts';
import { createEmbed, findEmbed } from './embeds.ts';
import {
  createHeadRow,
  hasTable,
  listLinkElements,
  listTableRows,
  readCaption,
} from './find-elements.ts';
import {
  isBlankContent,
  splitParagraphs,
  trimBreaks,
  writeEmphasis,
  writeRaised,
} from './phrases.ts';
import { addCaption, createPictureBlocks, isPicture } from './pictures.ts';

/** Elements that are removed with their content, since it is not part of the text. */
const REMOVED: ReadonlySet<string> = new Set(
  splitTagNames('script style template link meta base title noscript'),
);
/** Elements without an equivalent in Markdown; their HTML is kept in a fence. */
const KEPT: ReadonlySet<string> = new Set([
  'form',
  'svg',
  'math',
  'canvas',
  'dialog',
  'map',
  'marquee',
]);
const HEADING = /^h[1-6]$/;
/** Elements that contain blocks and keep their tag. */
const CONTAINERS: ReadonlySet<string> = new Set(['blockquote', 'li', 'dd', 'ul', 'ol', 'dl']);
const BLOCKS: ReadonlySet<string> = new Set([
  ...splitTagNames(
    `address article aside body caption center details div dt embed fieldset figcaption figure footer header hgroup
    hr html iframe audio main nav object p pre section summary table tbody td th tr video`,
  ),
  ...CONTAINERS,
  ...KEPT,
]);

/** Splits a list of tag names, which spaces separate. */
function splitTagNames(names: string): string[] {
  return names.split(/\s+/);
}

/**
 * Returns the children of a container as blocks: inline content in paragraphs, and each picture and
 * embed in a paragraph of its own.
 */
export function writeBlocks(
  nodes: readonly RootContent[],
  conversion: Conversion,
): ElementContent[] {
  const blocks: ElementContent[] = [];
  let line: ElementContent[] = [];
  const endLine = () => {
    blocks.push(...writeLine('p', line, conversion));
    line = [];
  };
  for (const node of nodes) {
    if (node.type === 'text' || (node.type === 'element' && !isBlockElement(node))) line.push(node);
    else if (node.type === 'element') {
      endLine();
      blocks.push(...writeElementBlocks(node, conversion));
    }
  }
  endLine();
  return blocks;
}

function isBlockElement(element: Element): boolean {
  if (BLOCKS.has(element.tagName) || HEADING.test(element.tagName)) return true;
  return element.children.some((child) => child.type === 'element' && isBlockElement(child));
}

function writeElementBlocks(element: Element, conversion: Conversion): ElementContent[] {
  const { tagName, children } = element;
  const embed = findEmbed(element);
  if (embed !== undefined) return createEmbed(embed, conversion);
  if (tagName === 'p') return writeLine('p', children, conversion);
  if (HEADING.test(tagName)) return writeHeadingBlocks(element, conversion);
  if (CONTAINERS.has(tagName)) return writeContainerBlocks(element, conversion);
  if (KEPT.has(tagName)) return [conversion.keep(element, `<${tagName}>`)];
  if (element.properties.dataFootnotes !== undefined)
    return [{ ...element, children: writeBlocks(children, conversion) }];
  switch (tagName) {
    case 'hr':
      return [createElement('hr', {})];
    case 'dt':
    case 'summary':
      return writeLine('p', [createElement('strong', {}, children)], conversion).map((block) =>
        tagName === 'dt' ? { ...block, tagName: 'dt' } : block,
      );
    case 'pre':
      return [createCodeBlock(element)];
    case 'table':
      return writeTableBlocks(element, conversion);
    case 'figure':
      return writeFigureBlocks(element, conversion);
    case 'iframe':
      conversion.note('an <iframe> without an address was removed');
      return [];
    case 'a':
      return writeLinkedBlocks(element, conversion);
    default:
      return writeBlocks(children, conversion);
  }
}

function writeContainerBlocks(
  { tagName, properties, children }: Element,
  conversion: Conversion,
): Element[] {
  const blocks = writeBlocks(children, conversion);
  const [first] = blocks;
  if (first === undefined) return [];
  if (typeof properties.cite === 'string')
    conversion.note(
      `a quotation names ${properties.cite} as its source, which readers don't see; name it in the text`,
    );
  const isTight =
    tagName === 'li' &&
    !children.some((child) => child.type === 'element' && child.tagName === 'p');
  const isLine = first.type === 'element' && first.tagName === 'p' && !isPicture(first);
  return [
    createElement(
      tagName,
      tagName === 'ol'
        ? { start: properties.start }
        : { id: properties.id, dataCallout: properties.dataCallout },
      isTight && isLine ? [...first.children, ...blocks.slice(1)] : blocks,
    ),
  ];
}

/**
 * Writes a paragraph or heading. Its pictures and embeds follow it, or come before it if it begins
 * with them.
 */
function writeLine(
  tagName: string,
  nodes: readonly RootContent[],
  conversion: Conversion,
): Element[] {
  const before: Element[] = [];
  const after: Element[] = [];
  const children = nodes.flatMap((node) =>
    writeInline(node, conversion, (block) => void after.push(block)),
  );
  const hasText = children.some((child) => child.type !== 'text' || child.value.trim() !== '');
  const address = tagName === 'p' ? findBareAddress(children) : undefined;
  if (address !== undefined) {
    conversion.embeds.bare += 1;
    return [...createEmbed({ url: address, title: '' }, conversion), ...after];
  }
  const firstWords = nodes.find((node) => node.type !== 'text' || node.value.trim() !== '');
  if (firstWords?.type === 'element' && isPicture(firstWords)) before.push(...after.splice(0, 1));
  const lines = tagName === 'p' ? splitParagraphs(children) : [children];
  const written = lines.map((line) => createElement(tagName, {}, trimBreaks(line)));
  return [...before, ...(hasText ? written : []), ...after];
}

/** Writes a heading, or a paragraph if it has no words, such as a row of stars. */
function writeHeadingBlocks(heading: Element, conversion: Conversion): Element[] {
  const { tagName, properties, children } = heading;
  if (!/[\p{L}\p{N}]/u.test(textOf(heading))) return writeLine('p', children, conversion);
  const { dataAnchors } = properties;
  const line = children.map((child) =>
    child.type === 'element' && child.tagName === 'br' ? createText(' ') : child,
  );
  return writeLine(tagName, line, conversion).map((block) =>
    block.tagName === tagName ? { ...block, properties: { dataAnchors } } : block,
  );
}

/**
 * Returns the address in a line without other text, which other programs turn into a player or a
 * preview.
 */
function findBareAddress(children: readonly ElementContent[]): string | undefined {
  if (!children.every((child) => child.type === 'text')) return undefined;
  const text = children
    .map(({ value }) => value)
    .join('')
    .trim();
  return /^https?:\/\/\S+$/.test(text) ? text : undefined;
}

type Hoist = (block: Element) => void;

/** Returns the inline nodes of a node, and passes pictures and embeds within them to `hoist`. */
function writeInline(node: RootContent, conversion: Conversion, hoist: Hoist): ElementContent[] {
  if (node.type === 'text') return [node];
  if (node.type !== 'element') return [];
  const { tagName, properties } = node;
  if (REMOVED.has(tagName)) {
    conversion.note(`<${tagName}> was removed`);
    return [];
  }
  const hoisted = writeHoisted(node, conversion);
  if (hoisted !== undefined) {
    for (const block of hoisted) hoist(block);
    return [];
  }
  if (isFootnoteReference(node)) return [node];
  const children = node.children.flatMap((child) => writeInline(child, conversion, hoist));
  if (tagName === 'a') {
    const lead =
      isBlankContent(children) && isPicture(node) ? createPictureLink(node, conversion) : undefined;
    if (lead !== undefined) hoist(lead);
    return writeInlineLink(node, children, conversion);
  }
  const phrase = writePhrase(tagName, properties, children);
  // Words of blocks in a line, which HTML allows in a term or a link, must not become one word.
  return BLOCKS.has(tagName) ? [createText(' '), ...phrase, createText(' ')] : phrase;
}

function writePhrase(
  tagName: string,
  properties: Element['properties'],
  children: ElementContent[],
): ElementContent[] {
  if (tagName === 'br') return [createElement('br', {})];
  if (tagName === 'input')
    return properties.type === 'checkbox' ? [createElement('input', properties)] : [];
  if (tagName === 'sup' || tagName === 'sub') return writeRaised(tagName, children);
  return EMPHASIS.has(tagName) ? writeEmphasis(tagName, children) : children;
}

/**
 * Writes a picture, embed or kept element as a paragraph of its own; undefined for any other
 * element.
 */
function writeHoisted(element: Element, conversion: Conversion): readonly Element[] | undefined {
  if (element.tagName === 'img') return createPictureBlocks(element, '', conversion);
  if (element.tagName === 'pre') return [createCodeBlock(element)];
  const embed = findEmbed(element);
  if (embed !== undefined) return createEmbed(embed, conversion);
  return KEPT.has(element.tagName) ? [conversion.keep(element, `<${element.tagName}>`)] : undefined;
}

/** Returns true for the footnote mark of GitHub, a link to the footnote in a `sup`. */
function isFootnoteReference({ tagName, children: [link] }: Element): boolean {
  return (
    tagName === 'sup' && link?.type === 'element' && link.properties.dataFootnoteRef !== undefined
  );
}

/** Inline elements that are kept; only the content of other elements is kept. */
const EMPHASIS: ReadonlySet<string> = new Set(
  splitTagNames('strong b em i del s strike code kbd tt samp var q cite'),
);

function writeInlineLink(
  { properties }: Element,
  children: ElementContent[],
  conversion: Conversion,
): ElementContent[] {
  const { href } = properties;
  if (typeof href !== 'string') return children;
  if (isBlankContent(children)) {
    if (children.length === 0 && !PICTURE_FILE.test(href))
      conversion.note(`a link without words to ${href} was removed`);
    return children;
  }
  const words = children.map((child) =>
    'children' in child ? textOf(child) : 'value' in child ? child.value : '',
  );
  const target = conversion.findLink(href, words.join('').replace(/\s+/g, ' ').trim());
  return target === undefined ? children : [createElement('a', { href: target }, children)];
}

const PICTURE_FILE = /\.(?:jpe?g|png|gif|webp|avif|svg)(?:[?#].*)?$/i;

/**
 * Creates a paragraph with the old link of a picture, since a picture of this site links to its own
 * file.
 */
function createPictureLink(
  { properties: { href, rel } }: Element,
  { findLink, note }: Conversion,
): Element | undefined {
  // WordPress links a picture to a page of its own.
  const isOwnPage = [rel].flat().some((one) => String(one).includes('attachment'));
  if (typeof href !== 'string' || isOwnPage || PICTURE_FILE.test(href)) return undefined;
  const target = findLink(href);
  if (target === undefined) return undefined;
  note(`the link of a picture, ${href}, became a line below it`);
  return createElement('p', {}, [createElement('a', { href: target }, [createText(href)])]);
}

/** Writes a link around blocks: each line of text in it becomes a link. */
function writeLinkedBlocks(link: Element, conversion: Conversion): ElementContent[] {
  return writeBlocks(link.children, conversion).map((block) =>
    block.type === 'element' &&
    (block.tagName === 'p' || HEADING.test(block.tagName)) &&
    !isPicture(block)
      ? { ...block, children: writeInlineLink(link, block.children, conversion) }
      : block,
  );
}

/**
 * Writes a table. Its cells can contain inline content only, so blocks in them become lines, and
 * their pictures follow the table.
 */
function writeTableBlocks(table: Element, conversion: Conversion): ElementContent[] {
  const after: Element[] = [];
  const hoist: Hoist = (block) => void after.push(block);
  const rows = listTableRows(table);
  const [cell, ...others] = rows.flatMap(({ children }) =>
    children.filter((child) => child.type === 'element'),
  );
  if (
    cell !== undefined &&
    others.length === 0 &&
    cell.children.some((node) => node.type === 'element' && isBlockElement(node))
  ) {
    conversion.note('a table of one cell became text');
    return writeBlocks(table.children, conversion);
  }
  if (hasTable(rows)) conversion.note('a table within a table became text in its cell');
  const caption = table.children.find(
    (child) => child.type === 'element' && child.tagName === 'caption',
  );
  const cells = rows.map((row) =>
    createElement(
      'tr',
      {},
      row.children.flatMap((cell) =>
        cell.type === 'element' ? [writeCellContent(cell, conversion, hoist)] : [],
      ),
    ),
  );
  const title = caption?.type === 'element' ? writeLine('p', caption.children, conversion) : [];
  const [head, ...body] = cells;
  if (head === undefined) return [...title, ...after];
  return [
    ...title,
    createElement('table', {}, [
      createElement('thead', {}, [createHeadRow(head)]),
      ...(body.length === 0 ? [] : [createElement('tbody', {}, body)]),
    ]),
    ...after,
  ];
}

function writeCellContent(cell: Element, conversion: Conversion, hoist: Hoist): Element {
  const { align, colSpan, rowSpan } = cell.properties;
  const children = listCellLines(cell).flatMap((line, index) => [
    ...(index === 0 ? [] : [createText(' / ')]),
    ...line.flatMap((node) => writeInline(node, conversion, hoist)),
  ]);
  return createElement(cell.tagName, { align, colSpan, rowSpan }, trimBreaks(children));
}

/**
 * Returns the blocks of a cell, each as its inline nodes. A line break becomes a space, since a
 * cell has one line.
 */
function listCellLines(cell: Element): ElementContent[][] {
  const lines: ElementContent[][] = [[]];
  const collect = (node: ElementContent): void => {
    if (node.type === 'element' && node.tagName === 'br') lines.at(-1)?.push(createText(' '));
    else if (
      node.type === 'element' &&
      isBlockElement(node) &&
      node.tagName !== 'pre' &&
      findEmbed(node) === undefined
    ) {
      lines.push([]);
      for (const child of node.children) collect(child);
      lines.push([]);
    } else lines.at(-1)?.push(node);
  };
  for (const child of cell.children) collect(child);
  return lines.filter((line) => line.some((node) => !isBlankText(node)));
}

/**
 * Writes a picture with its caption, or any other content of the figure and then the caption as a
 * paragraph.
 */
function writeFigureBlocks(figure: Element, conversion: Conversion): ElementContent[] {
  const isCaption = (node: ElementContent): node is Element =>
    node.type === 'element' && node.tagName === 'figcaption';
  const caption = figure.children.find(isCaption);
  const rest = figure.children.filter((node) => !isCaption(node));
  const blocks = writeBlocks(rest, conversion);
  const words = caption === undefined ? '' : readCaption(caption);
  const [only, ...others] = blocks;
  if (words === '' || caption === undefined) return blocks;
  // The caption of a picture can have no links, so a paragraph takes its place.
  const hasLinks = listLinkElements(caption).length > 0;
  if (!hasLinks && only?.type === 'element' && others.length === 0 && addCaption(only, words))
    return blocks;
  return [...blocks, ...writeLine('p', caption.children, conversion)];
}
