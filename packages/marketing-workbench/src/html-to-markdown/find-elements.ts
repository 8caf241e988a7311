import type { Element, ElementContent, RootContent } from 'hast';

export function hasTable(nodes: readonly RootContent[]): boolean {
  return nodes.some(
    (node) => node.type === 'element' && (node.tagName === 'table' || hasTable(node.children)),
  );
}

export function listTableRows(node: Element): Element[] {
  return node.children.flatMap((child) => {
    if (child.type !== 'element' || child.tagName === 'caption') return [];
    return child.tagName === 'tr' ? [child] : listTableRows(child);
  });
}

export function createHeadRow(row: Element): Element {
  return {
    ...row,
    children: row.children.map((cell) =>
      cell.type === 'element' ? { ...cell, tagName: 'th' } : cell,
    ),
  };
}

export function listLinkElements(node: Element): Element[] {
  return node.children.flatMap((child) =>
    child.type !== 'element' ? [] : child.tagName === 'a' ? [child] : listLinkElements(child),
  );
}

const SEPARATING = /^(?:br|p|div|li|h[1-6])$/;

/** Returns the text of a caption in one line; block elements and line breaks separate words. */
export function readCaption(caption: Element): string {
  const read = (node: ElementContent): string => {
    if (node.type !== 'element') return node.type === 'text' ? node.value : '';
    const words = node.children.map(read).join('');
    return SEPARATING.test(node.tagName) ? ` ${words} ` : words;
  };
  return read(caption).replace(/\s+/g, ' ').trim();
}
