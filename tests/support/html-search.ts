import type { HtmlElement } from './html.ts';

type Wanted = Readonly<Record<string, string>>;

const INLINE = new Set(['a', 'abbr', 'b', 'code', 'em', 'i', 'mark', 'strong', 'sup', 'time']);

/**
 * Returns every element of that tag (`*` for any) below `root` with those attributes, in the
 * document's order.
 */
export function listElements(
  root: HtmlElement,
  tag: string,
  wanted: Wanted = {},
): readonly HtmlElement[] {
  return root.children.flatMap((child) => {
    if (typeof child === 'string') return [];
    const isWanted =
      (tag === '*' || child.tag === tag) &&
      Object.entries(wanted).every(([name, value]) => child.attributes[name] === value);
    return [...(isWanted ? [child] : []), ...listElements(child, tag, wanted)];
  });
}

/**
 * Returns the only element of that tag with those attributes; throws if there is none or another
 * one.
 */
export function getElement(root: HtmlElement, tag: string, wanted: Wanted = {}): HtmlElement {
  const [element, ...others] = listElements(root, tag, wanted);
  if (element === undefined || others.length > 0) {
    throw new Error(
      `There are ${element === undefined ? 0 : others.length + 1} of <${tag}> ${JSON.stringify(wanted)}.`,
    );
  }
  return element;
}

/** Returns the element around a heading; throws unless there is exactly one such heading. */
export function getPart(root: HtmlElement, title: string): HtmlElement {
  const [part, ...others] = [root, ...listElements(root, '*')].filter(({ children }) =>
    children.some(
      (child) =>
        typeof child !== 'string' && /^h[2-6]$/.test(child.tag) && readElementText(child) === title,
    ),
  );
  if (part === undefined || others.length > 0)
    throw new Error(`There is not one part called “${title}”.`);
  return part;
}

/** Returns the text for screen readers: without hidden elements, white space collapsed. */
export function readElementText(element: HtmlElement): string {
  return collectText(element).replace(/\s+/g, ' ').trim();
}

export function listTexts(root: HtmlElement, tag: string, wanted: Wanted = {}): readonly string[] {
  return listElements(root, tag, wanted).map(readElementText);
}

/** Returns the `href` of each link below `root`, as written. */
export function listHrefs(root: HtmlElement): readonly string[] {
  return listElements(root, 'a').flatMap(({ attributes }) => attributes.href ?? []);
}

function collectText(element: HtmlElement): string {
  if (element.attributes['aria-hidden'] === 'true' || element.tag === 'script') return '';
  const inner = element.children.map((child) =>
    typeof child === 'string' ? child : collectText(child),
  );
  return INLINE.has(element.tag) ? inner.join('') : ` ${inner.join('')} `;
}
