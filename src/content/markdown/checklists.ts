import type { Element, ElementContent, Root } from 'hast';
import { createElement, isBlankText } from './elements.ts';
import { visitElements } from './visit-elements.ts';

/** Blocks that may follow an item's words, and that a label can't hold. */
const BLOCKS = new Set(['p', 'ul', 'ol', 'pre', 'blockquote', 'table', 'figure', 'aside', 'div', 'hr']);

/** Makes each task list a checklist whose boxes are named by the words beside them. */
export function writeChecklists(tree: Root): void {
  visitElements(tree, (element) => {
    if (hasClass(element, 'contains-task-list'))
      element.properties = { ...element.properties, className: ['checklist'] };
    if (!hasClass(element, 'task-list-item')) return undefined;
    element.properties = {};
    const holder = findBoxHolder(element);
    if (holder !== undefined) holder.children = labelWords(holder.children);
    return undefined;
  });
}

function labelWords(children: readonly ElementContent[]): ElementContent[] {
  const words = children.slice(children.findIndex((child) => !isBlankText(child)));
  const end = words.findIndex((child) => child.type === 'element' && BLOCKS.has(child.tagName));
  if (end === -1) return [createElement('label', {}, words)];
  return [createElement('label', {}, words.slice(0, end)), ...words.slice(end)];
}

/** The item itself, or the paragraph in it that begins with the box. */
function findBoxHolder(item: Element): Element | undefined {
  const paragraphs = item.children.filter((child) => child.type === 'element');
  return [item, ...paragraphs].find(({ children }) =>
    children.some((child) => child.type === 'element' && child.tagName === 'input'),
  );
}

function hasClass({ properties: { className } }: Element, name: string): boolean {
  return Array.isArray(className) && className.includes(name);
}
