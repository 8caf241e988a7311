import type { Element, Root } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import { createElement, createText, visitElements } from '../../content/markdown/elements.ts';

/**
 * Writes the footnotes of Ghost's Markdown (`#fn1`, or `#fn:1` before version 1) in the form of GitHub's, which the import
 * reads. Notes without a list of notes stay as they are.
 */
export function writeFootnotes(root: Root): void {
  const lists: Element[] = [];
  visitElements(root, (element) => {
    const { className } = element.properties;
    if (!Array.isArray(className) || !className.includes('footnotes')) return undefined;
    if (element.tagName === 'section' || element.tagName === 'div') lists.push(element);
    return undefined;
  });
  const names = new Set(lists.flatMap(writeList));
  if (names.size === 0) return;
  visitElements(root, (element) => {
    const [link] = element.children;
    const href = link?.type === 'element' ? String(link.properties.href ?? '') : '';
    const name = element.tagName === 'sup' ? readName(href.slice(1)) : undefined;
    if (name === undefined || !names.has(name)) return undefined;
    const target = { dataFootnoteRef: '', href: `#fn-${name}` };
    element.children = [createElement('a', target, [createText(textOf(element))])];
    return 'skip';
  });
}

function readName(id: string): string | undefined {
  return /^fn[:-]?([\w-]+)$/.exec(id)?.[1];
}

/** Returns the names of the notes. */
function writeList(list: Element): readonly string[] {
  const names: string[] = [];
  const items: Element[] = [];
  visitElements(list, (element) => {
    const name = element.tagName === 'li' ? readName(String(element.properties.id ?? '')) : undefined;
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
    (child) => child.type !== 'element' || !String(child.properties.href ?? '').startsWith('#fnref'),
  );
  for (const child of parent.children) if (child.type === 'element') removeBackLinks(child);
}
