import type { Element, ElementContent, Root, RootContent } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import { createElement, createText, isBlankText } from '../content/markdown/elements.ts';

type NoteChange = (what: string) => void;

/** Returns what an element becomes; undefined if it stays. */
type TidyElement = (
  element: Element,
  context: TidyContext,
) => readonly ElementContent[] | undefined;

type TidyContext = {
  readonly note: NoteChange;
  /** Addresses of the pictures that the body shows without `noscript`. */
  readonly shown: ReadonlySet<string>;
  /** Long forms of abbreviations that the text has already explained. */
  readonly explained: Set<string>;
};

/** Rewrites the special HTML of other programs as common HTML, before the parts are counted. */
export function tidyHtml(root: Root, note: NoteChange): void {
  const context = { note, shown: listPictureSources(root), explained: new Set<string>() };
  root.children = root.children.flatMap((child): RootContent[] => tidyNode(child, context, false));
}

function tidyNode<Child extends RootContent>(
  node: Child,
  context: TidyContext,
  isCode: boolean,
): (Child | ElementContent)[] {
  if (node.type === 'text') {
    if (!isCode) node.value = tidyText(node.value);
    return [node];
  }
  if (node.type !== 'element') return [node];
  const isPre = isCode || node.tagName === 'pre';
  node.children = node.children.flatMap((child): ElementContent[] =>
    tidyNode(child, context, isPre),
  );
  for (const tidy of TIDIERS) {
    const tidied = tidy(node, context);
    if (tidied !== undefined) return [...tidied];
  }
  return [node];
}

const WINDOWS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/**
 * Repairs bytes of Windows-1252 that were read as Unicode, and removes zero-width characters and
 * runs of spaces.
 */
function tidyText(text: string): string {
  return text
    .replace(/[\u0080-\u009f]/g, (character) => WINDOWS[character.charCodeAt(0) - 0x80] ?? '')
    .replace(/[\u200b\u2060\ufeff]|[\u0081\u008d\u008f\u0090\u009d]/g, '')
    .replace(/\s{2,}/g, (spaces) => (spaces.includes('\u00a0') ? ' ' : spaces));
}

const TIDIERS: readonly TidyElement[] = [
  tidyEmoji,
  tidyPixel,
  tidyNoscript,
  tidyIcon,
  tidyPermalink,
  tidyFileButton,
  tidyAmp,
  tidyPre,
  tidyCodeTable,
  tidyCodeLines,
  tidyGist,
  tidyAbbreviation,
  tidyStyle,
  tidyBackground,
];

function matchesClass({ properties: { className } }: Element, pattern: RegExp): boolean {
  return [className].flat().some((name) => typeof name === 'string' && pattern.test(name));
}

function tidyEmoji(element: Element) {
  const { alt } = element.properties;
  if (element.tagName !== 'img' || !matchesClass(element, /^(?:emoji|wp-smiley)$/))
    return undefined;
  return typeof alt === 'string' ? [createText(alt)] : [];
}

const TRACKERS =
  /(?:pixel\.wp\.com|stats\.wordpress\.com|feeds?\.feedburner\.com\/~|google-analytics\.com|facebook\.com\/tr\b|doubleclick\.net|vgwort\.de)/;

/** Removes pictures of one pixel, which tell other sites who reads a text. */
function tidyPixel({ tagName, properties }: Element, { note }: TidyContext) {
  const { src, width, height } = properties;
  const isTiny = [width, height].every((size) => size !== undefined && Number(size) <= 1);
  if (tagName !== 'img' || !(isTiny || TRACKERS.test(String(src)))) return undefined;
  note(`tracking pixel ${String(src).slice(0, 200)} was removed`);
  return [];
}

/** Shows the content of `noscript`, except for lazy pictures, which the body shows already. */
function tidyNoscript({ tagName, children }: Element, { shown }: TidyContext) {
  if (tagName !== 'noscript') return undefined;
  const isNew = (node: ElementContent): boolean => {
    if (node.type !== 'element') return !isBlankText(node) && node.type === 'text';
    if (node.tagName === 'img') return !shown.has(normaliseSource(node.properties.src));
    if (node.tagName === 'iframe') return !/googletagmanager/.test(String(node.properties.src));
    return node.children.some(isNew);
  };
  return children.filter(isNew);
}

const LAZY = [
  'dataSrc',
  'dataLazySrc',
  'dataOriginal',
  'dataOrigFile',
  'dataOrigSrc',
  'dataLazy',
  'src',
];

function listPictureSources(root: Root): ReadonlySet<string> {
  const found = new Set<string>();
  const collect = (node: RootContent): void => {
    if (node.type !== 'element' || node.tagName === 'noscript') return;
    if (node.tagName === 'img')
      for (const name of LAZY) found.add(normaliseSource(node.properties[name]));
    for (const child of node.children) collect(child);
  };
  for (const child of root.children) collect(child);
  return found;
}

/** Returns an address without its query and without the size that some programs add to a name. */
function normaliseSource(source: unknown): string {
  return String(source)
    .replace(/[?#].*$/s, '')
    .replace(/-\d+x\d+(?=\.\w+$)/, '');
}

const ICON_SIZE_MAX = 48;

/** Removes small drawings beside text, such as those of buttons. */
function tidyIcon(element: Element, { note }: TidyContext) {
  const { tagName, properties } = element;
  if (tagName !== 'svg') return undefined;
  const isSmall = Number.parseFloat(String(properties.width ?? properties.height)) <= ICON_SIZE_MAX;
  const isHidden = properties.ariaHidden === 'true' || properties.role === 'presentation';
  if (!isSmall && !isHidden && !matchesClass(element, /icon/i)) return undefined;
  note('an icon was removed');
  return [];
}

/** Removes the sign beside a heading that links to the heading itself. */
function tidyPermalink(element: Element) {
  const { tagName, properties } = element;
  if (tagName !== 'a' || !String(properties.href).startsWith('#')) return undefined;
  if (!/^[#¶§🔗\s]*$/u.test(textOf(element))) return undefined;
  if (!matchesClass(element, /anchor|headerlink|permalink|hash-link/i)) return undefined;
  return properties.id === undefined ? [] : [createElement('a', { id: properties.id })];
}

/**
 * Puts a space before the second link of WordPress's file block, where only its style sheet did.
 */
function tidyFileButton(element: Element) {
  return matchesClass(element, /^wp-block-file__button$/) ? [createText(' '), element] : undefined;
}

function tidyAmp(element: Element) {
  const { tagName, properties, children } = element;
  if (tagName === 'amp-img' || tagName === 'amp-anim') return [createElement('img', properties)];
  if (['amp-iframe', 'amp-video', 'amp-audio'].includes(tagName))
    return [createElement(tagName.slice(4), properties, children)];
  const { dataVideoid } = properties;
  if (tagName === 'amp-youtube')
    return [createElement('iframe', { src: `https://www.youtube.com/embed/${dataVideoid}` })];
  if (tagName === 'amp-vimeo')
    return [createElement('iframe', { src: `https://player.vimeo.com/video/${dataVideoid}` })];
  return undefined;
}

/** Turns `<br>` within code into line breaks. */
function tidyPre(element: Element) {
  if (element.tagName !== 'pre') return undefined;
  breakLines(element);
  return undefined;
}

function breakLines(element: Element): void {
  element.children = element.children.map((child) => {
    if (child.type !== 'element') return child;
    if (child.tagName === 'br') return createText('\n');
    breakLines(child);
    return child;
  });
}

/** Takes the code out of a table in which highlighters put line numbers beside it. */
function tidyCodeTable(element: Element) {
  if (element.tagName !== 'table') return undefined;
  const cells = listDescendants(element).filter(({ tagName }) => tagName === 'td');
  const numbers = cells.filter((cell) => matchesClass(cell, /gutter|linenos?|line-?numbers/i));
  const codes = cells.filter((cell) => !numbers.includes(cell));
  const [code] = codes
    .flatMap((cell) => listDescendants(cell))
    .filter(({ tagName }) => tagName === 'pre');
  if (numbers.length === 0 || code === undefined || codes.length !== 1) return undefined;
  return [code];
}

function listDescendants({ children }: Element): Element[] {
  return children.flatMap((child) =>
    child.type === 'element' ? [child, ...listDescendants(child)] : [],
  );
}

/** Turns inline code of several lines into a code block. */
function tidyCodeLines(element: Element) {
  if (
    element.tagName !== 'code' ||
    !listDescendants(element).some(({ tagName }) => tagName === 'br')
  )
    return undefined;
  breakLines(element);
  // Breaks before or after a line leave code within a line.
  return textOf(element).trim().includes('\n') ? [createElement('pre', {}, [element])] : [element];
}

/** Turns the script of a GitHub Gist into an embed. */
function tidyGist({ tagName, properties: { src } }: Element) {
  const address = /^(?:https?:)?\/\/(gist\.github\.com\/[\w./-]+?)(?:\.js)?(?:\?.*)?$/.exec(
    String(src),
  )?.[1];
  if (tagName !== 'script' || address === undefined) return undefined;
  return [createElement('iframe', { src: `https://${address}`, title: 'Code on GitHub' })];
}

/** Writes the long form of an abbreviation behind its first occurrence. */
function tidyAbbreviation(
  { tagName, properties: { title }, children }: Element,
  { explained }: TidyContext,
) {
  if (
    !['abbr', 'acronym', 'dfn'].includes(tagName) ||
    typeof title !== 'string' ||
    title.trim() === ''
  )
    return undefined;
  if (explained.has(title)) return children;
  explained.add(title);
  return [...children, createText(` (${title.trim()})`)];
}

const STYLES: readonly (readonly [pattern: RegExp, tagName: string])[] = [
  [/font-weight:\s*(?:bold|[6-9]00)/i, 'strong'],
  [/font-style:\s*italic/i, 'em'],
  [/text-decoration[^;]*line-through/i, 'del'],
];

/** Turns inline styles of editors into the elements for bold, italic and deleted text. */
function tidyStyle({ tagName, properties: { style }, children }: Element) {
  if (tagName !== 'span' || typeof style !== 'string') return undefined;
  const marks = STYLES.filter(([pattern]) => pattern.test(style));
  if (marks.length === 0) return undefined;
  return marks.reduce<ElementContent[]>(
    (inner, [, tag]) => [createElement(tag, {}, inner)],
    children,
  );
}

/** Puts the background picture of an element, such as a cover block of WordPress, before it. */
function tidyBackground(element: Element) {
  const { style } = element.properties;
  const src = /background-image:\s*url\(\s*['"]?([^'")]+)/i.exec(String(style ?? ''))?.[1];
  if (src === undefined || element.tagName === 'img' || element.children.some(isImage))
    return undefined;
  return [createElement('p', {}, [createElement('img', { src })]), element];
}

function isImage(node: ElementContent): boolean {
  return node.type === 'element' && node.tagName === 'img';
}
