import type { Element, Root, RootContent } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import {
  createElement,
  createText,
  visitElements,
} from 'marketing-workbench/content/markdown/elements';

/**
 * Rewrites the footnotes of Ghost's Markdown (`#fn1`, or `#fn:1` before version 1) in the form of
 * GitHub, which the import reads. Marks stay as they are if the text has no list of footnotes.
 */
export function rewriteGhostFootnotes(root: Root): void {
  const lists: Element[] = [];
  const parents = new Set<Root | Element>();
  visitElements(root, (element, _, parent) => {
    const { className } = element.properties;
    if (!Array.isArray(className) || !className.includes('footnotes')) return undefined;
    if (element.tagName !== 'section' && element.tagName !== 'div') return undefined;
    lists.push(element);
    parents.add(parent);
    return undefined;
  });
  const names = new Set(lists.flatMap(rewriteNoteList));
  if (names.size === 0) return;
  for (const parent of parents)
    parent.children = parent.children.filter((node) => !isNoteSeparator(node));
  visitElements(root, (element) => {
    const [link] = element.children;
    const href = link?.type === 'element' ? String(link.properties.href ?? '') : '';
    const name = element.tagName === 'sup' ? readGhostNoteName(href.slice(1)) : undefined;
    if (name === undefined || !names.has(name)) return undefined;
    const target = { dataFootnoteRef: '', href: `#fn-${name}` };
    element.children = [createElement('a', target, [createText(textOf(element))])];
    return 'skip';
  });
}

/** Returns true for the line above the footnotes of a Markdown card. */
function isNoteSeparator(node: RootContent): boolean {
  if (node.type !== 'element' || node.tagName !== 'hr') return false;
  const { className } = node.properties;
  return Array.isArray(className) && className.includes('footnotes-sep');
}

function readGhostNoteName(id: string): string | undefined {
  return /^fn[:-]?([\w-]+)$/.exec(id)?.[1];
}

/** Rewrites a list of footnotes, and returns their names. */
function rewriteNoteList(list: Element): readonly string[] {
  const names: string[] = [];
  const items: Element[] = [];
  visitElements(list, (element) => {
    const name =
      element.tagName === 'li' ? readGhostNoteName(String(element.properties.id ?? '')) : undefined;
    if (name === undefined) return undefined;
    names.push(name);
    removeBackLinks(element);
    items.push({ ...element, properties: { id: `fn-${name}` } });
    return 'skip';
  });
  if (items.length === 0) return [];
  Object.assign(list, {
    tagName: 'section',
    properties: { dataFootnotes: '' },
    children: [createElement('ol', {}, items)],
  });
  return names;
}

function removeBackLinks(parent: Element): void {
  parent.children = parent.children.filter(
    (child) =>
      child.type !== 'element' || !String(child.properties.href ?? '').startsWith('#fnref'),
  );
  for (const child of parent.children) if (child.type === 'element') removeBackLinks(child);
}
