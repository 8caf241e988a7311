import type { Nodes, Root } from 'hast';

/** Elements in each other. A nested list adds two; articles need less than a tenth. */
const NESTING_MAX = 100;
/** Characters; thirty times a long article. A short text can refer to one long address many times. */
const HTML_LENGTH_MAX = 2_000_000;
/** The brackets of both tags and the slash: `<></>`. */
const TAGS_LENGTH = 5;

/** A text exceeds a limit; the message says which, and what to do. */
export class BoundError extends Error {
  override name = 'BoundError';
}

export const NESTED_TOO_DEEPLY = `is nested too deeply to be read; write it flatter, with at most ${NESTING_MAX} elements in each other`;
const TOO_MUCH_HTML = `comes to more than ${HTML_LENGTH_MAX / 1e6} MB of HTML; split it, or name long addresses and notes less often`;

/** Throws a `BoundError` for a tree that is too deep or too large, before any slow step. */
export function limitTree(tree: Root): void {
  if (measureHtml(tree, 0) > HTML_LENGTH_MAX) throw new BoundError(TOO_MUCH_HTML);
}

/** The approximate length of its HTML in characters. */
function measureHtml(node: Nodes, depth: number): number {
  if (depth > NESTING_MAX) throw new BoundError(NESTED_TOO_DEEPLY);
  if (node.type === 'text') return node.value.length;
  if (!('children' in node)) return 0;
  let length = 0;
  if (node.type === 'element') {
    length = 2 * node.tagName.length + TAGS_LENGTH;
    for (const [name, value] of Object.entries(node.properties)) length += name.length + String(value).length;
  }
  for (const child of node.children) length += measureHtml(child, depth + 1);
  return length;
}
