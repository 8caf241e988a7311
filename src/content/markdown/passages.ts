import type { Nodes, Root } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import { sketchText } from '../shingles.ts';
import { INLINE } from './visible-text.ts';

/** What readers take in as one: a paragraph, an item, a cell, a heading, a caption, an alt text. */
export type Passage = {
  /** Where it begins in the file. */
  readonly line: number;
  /** As it reads, with the line breaks of the source, so that the line of every word can be told. */
  readonly text: string;
  /** What passages that are nearly the same have in common; empty for a short one. */
  readonly sketch: readonly number[];
};

/** Shorter passages may well be alike by chance. */
const SKETCHED_WORDS_MIN = 25;

/** The words of a finished tree, alt texts among them, in the order of the text. */
export function listPassages(tree: Root): readonly Passage[] {
  const writer = { passages: [], isOpen: false };
  collectPassages(tree, 1, writer);
  return writer.passages.map(({ line, text }) => ({
    ...{ line, text },
    sketch: sketchText(text, SKETCHED_WORDS_MIN),
  }));
}

/** The line of the file on which a passage's character stands. */
export function findLine({ line, text }: Omit<Passage, 'sketch'>, offset: number): number {
  return line + text.slice(0, offset).split('\n').length - 1;
}

type Writer = {
  readonly passages: { line: number; text: string }[];
  /** Whether the last passage goes on. */
  isOpen: boolean;
};

/** `line` is that of the nearest node above that says where it stood: what the compiler adds stood nowhere. */
function collectPassages(node: Nodes, line: number, writer: Writer): void {
  const start = findStart(node) ?? line;
  if (node.type === 'text') addText(node.value, start, writer);
  if (!('children' in node)) return;
  const isInline = node.type === 'element' && (INLINE.has(node.tagName) || node.tagName === 'br');
  if (!isInline) writer.isOpen = false;
  if (node.type === 'element') {
    const { alt, dataFootnoteRef, dataFootnoteBackref } = node.properties;
    if (dataFootnoteRef !== undefined || dataFootnoteBackref !== undefined) return;
    if (typeof alt === 'string') addText(alt, start, writer);
  }
  for (const child of node.children) collectPassages(child, start, writer);
  if (!isInline) writer.isOpen = false;
}

/** The words of fenced code begin below the fence. */
function findStart(node: Nodes): number | undefined {
  const { position } = node;
  if (node.type !== 'element' || node.tagName !== 'code') return position?.start.line;
  const breaks = textOf(node).split('\n').length - 1;
  return position && Math.max(position.start.line, position.end.line - breaks);
}

function addText(text: string, line: number, writer: Writer): void {
  const last = writer.passages.at(-1);
  if (writer.isOpen && last !== undefined) {
    last.text += text;
  } else if (text.trim() !== '') {
    writer.passages.push({ line, text });
    writer.isOpen = true;
  }
}
