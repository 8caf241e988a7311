import type { Element, ElementContent } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import { createElement, createText, visitElements } from '../content/markdown/elements.ts';
import { formatHtmlFragment, parseHtmlFragment } from '../content/markdown/html-fragment.ts';

export type PortableOptions = {
  /** Returns the address that a path of this site gets. */
  readonly locate: (path: string) => string;
  /** Called for each part that becomes something simpler. */
  readonly onLoss: (what: string) => void;
  /** True if the HTML becomes Markdown of this site, which has callouts and checklists. */
  readonly isForMarkdown?: boolean;
};

/**
 * Returns the HTML of a text in elements that every program knows, without attributes for this
 * site's styles.
 */
export function formatPortableHtml(html: string, options: PortableOptions): string {
  const { children } = parseHtmlFragment(html);
  const nodes = children.filter((child) => child.type === 'element' || child.type === 'text');
  return formatHtmlFragment(writePortableNodes(nodes, options));
}

function writePortableNode(node: ElementContent, options: PortableOptions): ElementContent[] {
  if (node.type !== 'element') return [node];
  if (node.properties.dataFootnoteBackref !== undefined) return [];
  if (UNWRAPPED.has(node.tagName)) return writePortableNodes(node.children, options);
  return simplifyElement(node, options).map((one) =>
    one.type === 'element'
      ? createElement(
          one.tagName,
          rewriteProperties(one, options.locate),
          writePortableNodes(one.children, options),
        )
      : one,
  );
}

function writePortableNodes(
  nodes: readonly ElementContent[],
  options: PortableOptions,
): ElementContent[] {
  return nodes.flatMap((node) => writePortableNode(node, options));
}

/**
 * Elements that are replaced by their content: regions around tables, sources of pictures, and
 * labels of checklists.
 */
const UNWRAPPED: ReadonlySet<string> = new Set(['picture', 'div', 'label', 'source']);

/** Returns what an element becomes; its children are not changed yet. */
function simplifyElement(
  element: Element,
  { onLoss, isForMarkdown = false }: PortableOptions,
): readonly ElementContent[] {
  const { tagName, properties, children } = element;
  switch (tagName) {
    case 'figure':
      return hasClassName(element, 'video')
        ? writeVideoLink(element, onLoss)
        : [unlinkPicture(element)];
    case 'aside':
      if (isForMarkdown) return [createElement('blockquote', {}, children.map(markTitle))];
      onLoss('callout, now a quote with its title');
      return [createElement('blockquote', {}, children.map(emphasiseTitle))];
    case 'pre':
      return [writePlainCode(element)];
    case 'input':
      if (isForMarkdown) return [element];
      onLoss('box of a checklist, now a character');
      return [createText(properties.checked === true ? '☑' : '☐')];
    default:
      return [element];
  }
}

function hasClassName({ properties: { className } }: Element, name: string): boolean {
  return [className].flat().includes(name);
}

function writeVideoLink(figure: Element, onLoss: PortableOptions['onLoss']): ElementContent[] {
  onLoss('video, now a link');
  const find = (className: string): string => {
    let found = '';
    visitElements(figure, (element) => {
      if (hasClassName(element, className)) found = textOf(element);
      return undefined;
    });
    return found;
  };
  const link = figure.children.find((child) => child.type === 'element' && child.tagName === 'a');
  const href = link?.type === 'element' ? String(link.properties.href) : '';
  const caption = find('video-caption');
  return [
    createElement('p', {}, [
      createElement('a', { href }, [createText(find('video-title') || href)]),
    ]),
    ...(caption === '' ? [] : [createElement('p', {}, [createText(caption)])]),
  ];
}

/** Removes the link of a picture, which leads to its own file on this site. */
function unlinkPicture(figure: Element): Element {
  const [first, ...others] = figure.children;
  if (first?.type !== 'element' || first.tagName !== 'a') return figure;
  return createElement('figure', {}, [...first.children, ...others]);
}

function emphasiseTitle(child: ElementContent): ElementContent {
  if (child.type !== 'element' || !hasClassName(child, 'callout-title')) return child;
  return createElement('p', {}, [createElement('strong', {}, child.children)]);
}

/** Writes the title of a callout in the form that `restoreCallouts` reads. */
function markTitle(child: ElementContent): ElementContent {
  if (child.type !== 'element' || !hasClassName(child, 'callout-title')) return child;
  return createElement('p', {}, [createText(`[!${textOf(child).toUpperCase()}]`)]);
}

/** Restores the marks of callouts, which the Markdown contains as plain text. */
export function restoreCallouts(markdown: string): string {
  return markdown.replace(/^((?:> ?)+)[\\`]?\[!([A-Z]+)\\?\]`?$\n(?:> ?)+$\n/gm, '$1[!$2]\n');
}

function writePlainCode(block: Element): ElementContent {
  const code = block.children.find((child) => child.type === 'element');
  const properties = code?.type === 'element' ? code.properties : {};
  return createElement('pre', {}, [createElement('code', properties, [createText(textOf(block))])]);
}

const LOADING_ATTRIBUTES: ReadonlySet<string> = new Set(['loading', 'fetchPriority', 'decoding']);

function rewriteProperties(
  { properties }: Element,
  locate: PortableOptions['locate'],
): Element['properties'] {
  const kept = Object.entries(properties).filter(([name]) => !LOADING_ATTRIBUTES.has(name));
  return Object.fromEntries(
    kept.map(([name, value]) => {
      const align = name === 'className' ? /^align-(\w+)$/.exec(String(value))?.[1] : undefined;
      if (align !== undefined) return ['align', align];
      const isOwn = (name === 'href' || name === 'src') && /^\/(?!\/)/.test(String(value));
      return [name, isOwn ? locate(String(value)) : value];
    }),
  );
}
