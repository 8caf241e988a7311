import type { ElementContent } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import { createElement, createText, isBlankText } from '../content/markdown/elements.ts';

/** Splits inline nodes into paragraphs at each pair of line breaks. */
export function splitParagraphs(children: readonly ElementContent[]): ElementContent[][] {
  const lines: ElementContent[][] = [[]];
  let breaks = 0;
  for (const child of children) {
    const isBreak = child.type === 'element' && child.tagName === 'br';
    if (!isBreak && !isBlankText(child)) {
      if (breaks > 1) lines.push([]);
      breaks = 0;
    }
    if (isBreak) breaks += 1;
    lines.at(-1)?.push(child);
  }
  return lines.filter((line) => line.some((node) => !isBlankText(node)));
}

export function trimBreaks(children: readonly ElementContent[]): ElementContent[] {
  const isBreak = (node: ElementContent | undefined) =>
    node !== undefined && (isBlankText(node) || (node.type === 'element' && node.tagName === 'br'));
  let end = children.length;
  let start = 0;
  while (end > 0 && isBreak(children[end - 1])) end -= 1;
  while (start < end && isBreak(children[start])) start += 1;
  return children.slice(start, end);
}

/** Moves spaces at the ends of emphasised text outside, since Markdown allows none there. */
export function writeEmphasis(tagName: string, children: ElementContent[]): ElementContent[] {
  if (isBlankContent(children)) return children;
  if (CODE.has(tagName)) return writeTrimmed(tagName, children.map(joinLines));
  if (STRUCK.has(tagName)) return writeTrimmed('del', children.flatMap(unwrapStruck));
  return writeTrimmed(tagName, children);
}

const CODE: ReadonlySet<string> = new Set(['code', 'kbd', 'tt', 'samp', 'var']);

/** Turns line breaks into spaces, since an empty line would end code within a line. */
function joinLines(node: ElementContent): ElementContent {
  if (node.type === 'text') return createText(node.value.replace(/\s+/g, ' '));
  if (node.type !== 'element') return node;
  if (node.tagName === 'br') return createText(' ');
  return { ...node, children: node.children.map(joinLines) };
}

const STRUCK: ReadonlySet<string> = new Set(['s', 'del', 'strike']);

/** Removes deleted text within deleted text, since four tildes in a row begin a code block. */
function unwrapStruck(node: ElementContent): ElementContent[] {
  if (node.type !== 'element') return [node];
  const children = node.children.flatMap(unwrapStruck);
  return STRUCK.has(node.tagName) ? children : [{ ...node, children }];
}

function writeTrimmed(tagName: string, children: ElementContent[]): ElementContent[] {
  const [first, last] = [children[0], children.at(-1)];
  const before = first?.type === 'text' ? (/^\s*/.exec(first.value)?.[0] ?? '') : '';
  if (first?.type === 'text') first.value = first.value.slice(before.length);
  const after = last?.type === 'text' ? last.value.slice(last.value.trimEnd().length) : '';
  if (last?.type === 'text') last.value = last.value.trimEnd();
  return [
    ...(before === '' ? [] : [createText(before)]),
    createElement(tagName, {}, children),
    ...(after === '' ? [] : [createText(after)]),
  ];
}

/** Returns true if the nodes show nothing, or only line breaks. */
export function isBlankContent(children: readonly ElementContent[]): boolean {
  return children.every((child) => {
    if (child.type !== 'element') return child.type !== 'text' || child.value.trim() === '';
    return child.tagName !== 'input' && isBlankContent(child.children);
  });
}

const RAISED = {
  sup: ['0123456789+-=()n', '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿ'],
  sub: ['0123456789+-=()', '₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎'],
} as const;

const EMPHASISED: ReadonlySet<string> = new Set(['strong', 'b', 'em', 'i']);

/**
 * Writes digits as superscript or subscript characters, since 10² is not 102; other text stays as
 * it is.
 */
export function writeRaised(tagName: 'sup' | 'sub', children: ElementContent[]): ElementContent[] {
  if (children.some((child) => child.type === 'element' && !EMPHASISED.has(child.tagName)))
    return children;
  const [from, to] = RAISED[tagName];
  const characters = [
    ...children
      .map((child) => textOf(child))
      .join('')
      .trim(),
  ];
  if (!characters.every((character) => from.includes(character))) return children;
  return [createText(characters.map((character) => [...to][from.indexOf(character)]).join(''))];
}
