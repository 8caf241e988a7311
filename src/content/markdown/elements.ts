import type { Element, ElementContent, Properties } from 'hast';

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

/** The level of a heading, 1 to 6; undefined for any other element. */
export function findHeadingLevel({ tagName }: Element): number | undefined {
  const digit = /^h([1-6])$/.exec(tagName)?.[1];
  return digit === undefined ? undefined : Number(digit);
}

export function isBlankText(node: ElementContent): boolean {
  return node.type === 'text' && node.value.trim() === '';
}
