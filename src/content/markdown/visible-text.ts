import type { Nodes } from 'hast';

/** Elements that stand within a word or a sentence; any other parts the words before from those after. */
export const INLINE: ReadonlySet<string> = new Set(['a', 'strong', 'em', 'del', 'code', 'label']);

/** The text that readers see, in one line; alt texts and the numbers of notes are no part of it. */
export function formatVisibleText(tree: Nodes): string {
  return collectText(tree).replace(/\s+/g, ' ').trim();
}

function collectText(node: Nodes): string {
  if (node.type === 'text') return node.value;
  if (!('children' in node)) return '';
  if (node.type !== 'element') return node.children.map(collectText).join('');
  const { dataFootnoteRef, dataFootnoteBackref } = node.properties;
  if (dataFootnoteRef !== undefined || dataFootnoteBackref !== undefined) return '';
  const text = node.children.map(collectText).join('');
  return INLINE.has(node.tagName) ? text : ` ${text} `;
}
