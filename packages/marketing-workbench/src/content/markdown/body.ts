import type { Element, Nodes, Root } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import { findCut } from '../../site/texts.ts';
import type { ShownImage } from '../images/encode-image.ts';
import { sketchText } from '../shingles.ts';
import type { ComparisonMark } from './comparisons.ts';
import {
  findHeadingLevel,
  formatVisibleText,
  INLINE,
  isFootnoteLink,
  visitElements,
} from './elements.ts';

export type CompiledBody = {
  readonly html: string;
  readonly headings: readonly string[];
  /** Every id that a link to this text may name after `#`. */
  readonly anchors: ReadonlySet<string>;
  /** Links to a path of the site or to an anchor of the same text. */
  readonly links: readonly InternalLink[];
  readonly images: readonly ShownImage[];
  readonly comparisons: readonly ComparisonMark[];
  readonly text: string;
  /** The first paragraph of words, cut to the length of a description; else the first words. */
  readonly opening: string;
  /** Paragraphs, items, cells, headings, captions and alt texts. */
  readonly passages: readonly ProseLine[];
};

export type InternalLink = { readonly href: string; readonly line: number };

/** A paragraph, an item, a cell, a heading, a caption or an alt text. */
export type ProseLine = {
  readonly line: number;
  /** Text with the line breaks of the source, so that the line of every word is known. */
  readonly text: string;
  /** Similar passages have hashes of their sketches in common; empty for a short passage. */
  readonly sketch: readonly number[];
};

export function describeBody(tree: Root): Omit<CompiledBody, 'html' | 'images' | 'comparisons'> {
  const headings: string[] = [];
  const anchors = new Set<string>();
  const links: InternalLink[] = [];
  visitElements(tree, (element) => {
    if (findHeadingLevel(element) !== undefined) headings.push(formatVisibleText(element));
    if (typeof element.properties.id === 'string') anchors.add(element.properties.id);
    links.push(...listInternalLinks(element));
    return undefined;
  });
  const text = formatVisibleText(tree);
  return {
    headings,
    anchors,
    links,
    text,
    opening: findOpeningParagraph(tree) || shortenOpening(text),
    passages: listPassages(tree),
  };
}

function findOpeningParagraph({ children }: Root): string {
  const paragraph = children.find((child) => child.type === 'element' && child.tagName === 'p');
  return paragraph === undefined ? '' : shortenOpening(formatVisibleText(paragraph));
}

/** Length in characters that search results show. */
const OPENING_MAX = 160;

function shortenOpening(text: string): string {
  if (text.length <= OPENING_MAX) return text;
  return `${text.slice(0, findCut(text, OPENING_MAX - 1)).replace(/\P{L}+$/u, '')}…`;
}

/**
 * Lists the links to this site. Links that the compiler adds, such as a figure's link to its
 * picture, have no position and are left out.
 */
function listInternalLinks({
  tagName,
  properties: { href },
  position,
}: Element): readonly InternalLink[] {
  if (tagName !== 'a' || typeof href !== 'string' || position === undefined) return [];
  return /^(?:\/(?!\/)|#)/.test(href) ? [{ href, line: position.start.line }] : [];
}

/** Shorter passages may be alike by chance. */
const SKETCHED_WORDS_MIN = 25;

function listPassages(tree: Root): readonly ProseLine[] {
  const writer = { passages: [], isOpen: false };
  collectPassages(tree, 1, writer);
  return writer.passages.map(({ line, text }) => ({
    line,
    text,
    sketch: sketchText(text, SKETCHED_WORDS_MIN),
  }));
}

export function findProseLine({ line, text }: Omit<ProseLine, 'sketch'>, offset: number): number {
  return line + text.slice(0, offset).split('\n').length - 1;
}

type PassageWriter = {
  readonly passages: { line: number; text: string }[];
  isOpen: boolean;
};

/**
 * Collects the passages of a node. `line` is that of the nearest ancestor with a position, because
 * nodes that the compiler adds have none.
 */
function collectPassages(node: Nodes, line: number, writer: PassageWriter): void {
  const start = findSourceLine(node) ?? line;
  if (node.type === 'text') addPassageText(node.value, start, writer);
  if (!('children' in node)) return;
  const isInline = node.type === 'element' && (INLINE.has(node.tagName) || node.tagName === 'br');
  if (!isInline) writer.isOpen = false;
  if (node.type === 'element') {
    if (isFootnoteLink(node)) return;
    if (typeof node.properties.alt === 'string') addPassageText(node.properties.alt, start, writer);
  }
  for (const child of node.children) collectPassages(child, start, writer);
  if (!isInline) writer.isOpen = false;
}

/** Returns the line of a node in the source. Fenced code begins on the line below its fence. */
function findSourceLine(node: Nodes): number | undefined {
  const { position } = node;
  if (node.type !== 'element' || node.tagName !== 'code') return position?.start.line;
  const breaks = textOf(node).split('\n').length - 1;
  return position && Math.max(position.start.line, position.end.line - breaks);
}

function addPassageText(text: string, line: number, writer: PassageWriter): void {
  const last = writer.passages.at(-1);
  if (writer.isOpen && last !== undefined) {
    last.text += text;
  } else if (text.trim() !== '') {
    writer.passages.push({ line, text });
    writer.isOpen = true;
  }
}
