import type { Element, ElementContent, Nodes, Properties, Root } from 'hast';

/** Elements within a sentence; any other element separates words. */
export const INLINE: ReadonlySet<string> = new Set([
  'a',
  'strong',
  'em',
  'del',
  'code',
  'label',
  'span',
]);

export function createElement(
  tagName: string,
  properties: Properties,
  children: readonly ElementContent[] = [],
): Element {
  return { type: 'element', tagName, properties, children: [...children] };
}

export function createText(value: string): ElementContent {
  return { type: 'text', value };
}

export function findHeadingLevel({ tagName }: Element): number | undefined {
  const digit = /^h([1-6])$/.exec(tagName)?.[1];
  return digit === undefined ? undefined : Number(digit);
}

export function isBlankText(node: ElementContent): boolean {
  return node.type === 'text' && node.value.trim() === '';
}

export function findOnlyChild({ children }: Element, tagName: string): Element | undefined {
  const [only, ...others] = children.filter((child) => !isBlankText(child));
  return only?.type === 'element' && only.tagName === tagName && others.length === 0
    ? only
    : undefined;
}

type ElementVisitor = (
  element: Element,
  index: number,
  parent: Element | Root,
) => 'skip' | undefined;

/**
 * Visits all elements below the node, parents first. Ten times as fast as `unist-util-visit`, which
 * does much more.
 */
export function visitElements(node: Element | Root, visit: ElementVisitor): void {
  for (let index = 0; index < node.children.length; index += 1) {
    const child = node.children[index];
    if (child?.type === 'element' && visit(child, index, node) !== 'skip')
      visitElements(child, visit);
  }
}

/** Returns the visible text in one line, without alt texts and footnote numbers. */
export function formatVisibleText(tree: Nodes): string {
  return collectText(tree).replace(/\s+/g, ' ').trim();
}

function collectText(node: Nodes): string {
  if (node.type === 'text') return node.value;
  if (!('children' in node)) return '';
  if (node.type !== 'element') return node.children.map(collectText).join('');
  if (isFootnoteLink(node)) return '';
  const text = node.children.map(collectText).join('');
  return INLINE.has(node.tagName) ? text : ` ${text} `;
}

export function isFootnoteLink({ properties }: Element): boolean {
  return properties.dataFootnoteRef !== undefined || properties.dataFootnoteBackref !== undefined;
}
