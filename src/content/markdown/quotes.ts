import type { Nodes, Root } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import { INLINE } from './visible-text.ts';

/** What readers copy letter by letter. */
const LITERAL: ReadonlySet<string> = new Set(['code', 'pre']);
const OPENING_AFTER = /[\s([{/–—“‘]/;
/** The years of ’24 and the like have lost their beginning. */
const SHORT_YEAR = /^\d\d\b/;

/** Turns the quotation marks and apostrophes that a keyboard has into printed ones, in place; code stays as it is. */
export function setQuotes(tree: Root): void {
  setQuotesIn(tree, '');
}

/** `before` is the character on whose side the node begins; answers the one on which it ends. */
function setQuotesIn(node: Nodes, before: string): string {
  if (node.type === 'text') {
    node.value = node.value.replace(/["']/g, (mark, place: number) => {
      const beside = node.value[place - 1] ?? before;
      return choosePrinted(mark, beside, node.value.slice(place + 1));
    });
    return node.value.at(-1) ?? before;
  }
  if (!('children' in node)) return before;
  if (node.type === 'element' && LITERAL.has(node.tagName)) return textOf(node).at(-1) ?? before;
  const isInline = node.type === 'element' && INLINE.has(node.tagName);
  let last = isInline ? before : '';
  for (const child of node.children) last = setQuotesIn(child, last);
  return isInline ? last : '';
}

function choosePrinted(mark: string, before: string, after: string): string {
  const isOpening = before === '' || OPENING_AFTER.test(before);
  if (mark === '"') return isOpening ? '“' : '”';
  return isOpening && !SHORT_YEAR.test(after) ? '‘' : '’';
}
