import type { Link, PhrasingContent, Root, Text } from 'mdast';
import { SKIP, visit } from 'unist-util-visit';
import type { References } from './conversion.ts';

const ADDRESS = /\bhttps?:\/\/[^\s<>"'`]*[^\s<>"'`.,;:!?()[\]]/gi;

/**
 * Links the addresses of the old site that a text contains as plain text. Markdown would link each
 * of them to the old site.
 */
export function linkOwnAddresses(tree: Root, { findLink }: Pick<References, 'findLink'>): void {
  visit(tree, (node, index, parent) => {
    if (node.type === 'link' || node.type === 'linkReference') return SKIP;
    if (node.type !== 'text' || parent === undefined || index === undefined) return undefined;
    const children = linkTextAddresses(node, findLink);
    parent.children.splice(index, 1, ...children);
    return index + children.length;
  });
}

function linkTextAddresses({ value }: Text, findLink: References['findLink']): PhrasingContent[] {
  const children: PhrasingContent[] = [];
  let end = 0;
  for (const { 0: address, index } of value.matchAll(ADDRESS)) {
    // Markdown does not link an invalid address such as `https://…`.
    if (URL.parse(address) === null) continue;
    const target = findLink(address, address);
    if (target !== undefined && URL.parse(target) !== null) continue;
    if (index > end) children.push({ type: 'text', value: value.slice(end, index) });
    children.push(createAddressNode(address, target));
    end = index + address.length;
  }
  if (end < value.length || end === 0) children.push({ type: 'text', value: value.slice(end) });
  return children;
}

function createAddressNode(address: string, target: string | undefined): Link | PhrasingContent {
  if (target === undefined) return { type: 'inlineCode', value: address };
  return { type: 'link', url: target, children: [{ type: 'text', value: address }] };
}
