import type { Element, ElementContent, Root, RootContent } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import rehypeStringify from 'rehype-stringify';
import { unified } from 'unified';
import { createElement, createText, visitElements } from '../../content/markdown/elements.ts';
import { createKeptFence } from '../body/conversion.ts';

type WriteCard = (card: Element, notes: string[]) => readonly ElementContent[];

/** Replaces the cards of Ghost's editor by plain elements with the same words, links and pictures. */
export function writePlainCards(parent: Root | Element, notes: string[]): void {
  const children: ElementContent[] = [];
  for (const node of hideGatedBlocks(parent.children, notes)) {
    if (node.type === 'text') children.push(node);
    if (node.type === 'comment' && node.value.trim() === 'members-only')
      notes.push('what follows the paywall was for members only');
    if (node.type !== 'element') continue;
    writePlainCards(node, notes);
    const write = findWriter(node);
    children.push(...(write === undefined ? [unwrapTwin(node)] : write(node, notes)));
  }
  parent.children = children;
}

const TWINS: Readonly<Record<string, string>> = { b: 'strong', i: 'em' };

/** Ghost writes bold words in cards as `<b><strong>`. */
function unwrapTwin(element: Element): Element {
  const [only, ...others] = element.children;
  const twin = TWINS[element.tagName];
  const isTwin = only?.type === 'element' && only.tagName === twin && others.length === 0;
  return isTwin ? only : element;
}

function findWriter(element: Element): WriteCard | undefined {
  const src = element.tagName === 'script' ? String(element.properties.src ?? '') : '';
  if (/^https:\/\/gist\.github\.com\/.+\.js/.test(src)) return writeGist;
  const name = listClasses(element).find((className) => CARDS.has(className));
  return name === undefined ? undefined : CARDS.get(name);
}

function listClasses({ properties: { className } }: Element): readonly string[] {
  return Array.isArray(className) ? className.map(String) : [];
}

const writer = unified().use(rehypeStringify).freeze();
const GATE = /^\s*kg-gated-block:(begin|end)(.*)$/s;

/** Parts for some members alone must not be published, so they go into a fence. */
function hideGatedBlocks(nodes: readonly RootContent[], notes: string[]): readonly RootContent[] {
  const shown: RootContent[] = [];
  let hidden: ElementContent[] | undefined;
  for (const node of nodes) {
    const [, edge, rule = ''] = (node.type === 'comment' && GATE.exec(node.value)) || [];
    if (edge === 'begin' && /nonMember:\s*false/.test(rule)) hidden ??= [];
    else if (edge === 'end' && hidden !== undefined) {
      shown.push(keepGated(hidden, notes));
      hidden = undefined;
    } else if (hidden !== undefined && (node.type === 'element' || node.type === 'text')) hidden.push(node);
    else shown.push(node);
  }
  return hidden === undefined ? shown : [...shown, keepGated(hidden, notes)];
}

function keepGated(children: readonly ElementContent[], notes: string[]): Element {
  notes.push('a part that only members saw was kept as it was; rewrite it for all readers, or remove it');
  return createKeptFence(writer.stringify({ type: 'root', children: [...children] }));
}

function findElement(card: Element, matches: (element: Element) => boolean): Element | undefined {
  let found: Element | undefined;
  visitElements(card, (element) => {
    if (found === undefined && matches(element)) found = element;
    return found === undefined ? undefined : 'skip';
  });
  return found;
}

function findByClass(card: Element, name: string): Element | undefined {
  return findElement(card, (element) => listClasses(element).includes(name));
}

function findByTag(card: Element, tag: string): Element | undefined {
  return findElement(card, ({ tagName }) => tagName === tag);
}

function readWords(card: Element, name: string): string {
  const element = findByClass(card, name);
  return element === undefined ? '' : textOf(element).replace(/\s+/g, ' ').trim();
}

function listCaption(card: Element): readonly ElementContent[] {
  const caption = findByTag(card, 'figcaption');
  return caption === undefined ? [] : [createElement('p', {}, caption.children)];
}

/** Lines of a paragraph, without those that are empty. */
function createLines(lines: readonly (ElementContent | string)[]): Element {
  const shown = lines.filter((line) => line !== '');
  return createElement(
    'p',
    {},
    shown.flatMap((line, index) => [
      ...(index === 0 ? [] : [createElement('br', {})]),
      typeof line === 'string' ? createText(line) : line,
    ]),
  );
}

function writeBookmark(card: Element, notes: string[]): readonly ElementContent[] {
  const link = findByClass(card, 'kg-bookmark-container') ?? findByTag(card, 'a');
  const href = String(link?.properties.href ?? '');
  const [title, description] = ['title', 'description'].map((name) => readWords(card, `kg-bookmark-${name}`));
  if (findByTag(card, 'img') !== undefined) addOnce(notes, 'icons and thumbnails of bookmarks left out');
  const origin = listOrigins(card).join(' · ');
  const lines = [createElement('a', { href }, [createText(title || href)]), description ?? '', origin];
  return [createLines(lines), ...listCaption(card)];
}

/** Publisher and author, in the order of the page: Ghost has exchanged the names of their classes. */
function listOrigins(card: Element): readonly string[] {
  const names: string[] = [];
  visitElements(card, (element) => {
    const isOrigin = listClasses(element).some((name) => /^kg-bookmark-(?:author|publisher)$/.test(name));
    if (isOrigin) names.push(textOf(element).trim());
    return isOrigin ? 'skip' : undefined;
  });
  return names.filter((name) => name !== '');
}

function addOnce(notes: string[], note: string): void {
  if (!notes.includes(note)) notes.push(note);
}

function writeCallout(card: Element): readonly ElementContent[] {
  const emoji = readWords(card, 'kg-callout-emoji');
  const text = findByClass(card, 'kg-callout-text')?.children ?? [];
  const hasBlocks = text.some(
    (node) => node.type === 'element' && /^(?:p|ul|ol|div|h\d)$/.test(node.tagName),
  );
  const blocks = hasBlocks ? text : [createElement('p', {}, text)];
  const line = findFirstLine(blocks);
  if (emoji !== '') line?.children.unshift(createText(`${emoji} `));
  return [createElement('blockquote', { dataCallout: 'NOTE' }, blocks)];
}

function findFirstLine([first]: readonly ElementContent[]): Element | undefined {
  return first?.type === 'element' && first.tagName === 'p' ? first : undefined;
}

function writeToggle(card: Element): readonly ElementContent[] {
  const heading = findByClass(card, 'kg-toggle-heading-text');
  const content = findByClass(card, 'kg-toggle-content');
  return [...(heading === undefined ? [] : [heading]), ...(content?.children ?? [])];
}

function writeFile(card: Element): readonly ElementContent[] {
  const href = String(findByTag(card, 'a')?.properties.href ?? '');
  const [title, caption, name, size] = ['title', 'caption', 'filename', 'filesize'].map((part) =>
    readWords(card, `kg-file-card-${part}`),
  );
  const about = [name, size].filter((part) => part !== '' && part !== title).join(', ');
  const link = createElement('a', { href }, [createText(title || name || href)]);
  return [createLines([link, caption ?? '', about])];
}

/** Without the player's buttons and times. */
function writeMedia(card: Element, notes: string[]): readonly ElementContent[] {
  if (findByTag(card, 'img')?.properties.src) addOnce(notes, 'thumbnails of players left out');
  const media = findByTag(card, 'video') ?? findByTag(card, 'audio');
  const src = media?.properties.src ?? (media && findByTag(media, 'source')?.properties.src);
  if (media === undefined || typeof src !== 'string') return [card];
  const caption = findByTag(card, 'figcaption');
  const words = caption === undefined ? '' : textOf(caption).trim();
  const title = readWords(card, 'kg-audio-title') || words;
  const player = createElement(media.tagName, { src, ...(title !== '' && { title }) });
  return words === title ? [player] : [player, ...listCaption(card)];
}

const STARS_MAX = 5;

function writeProduct(card: Element): readonly ElementContent[] {
  let stars = 0;
  visitElements(card, (element) => {
    if (listClasses(element).includes('kg-product-card-rating-active')) stars += 1;
    return undefined;
  });
  const rating = findByClass(card, 'kg-product-card-rating');
  if (rating !== undefined) {
    rating.tagName = 'p';
    rating.children = stars === 0 ? [] : [createText('★'.repeat(stars).padEnd(STARS_MAX, '☆'))];
  }
  return card.children;
}

/** The picture behind a header of old versions is in its style. */
function writeHeader(card: Element): readonly ElementContent[] {
  const src = card.properties.dataKgBackgroundImage;
  const picture =
    typeof src === 'string' && src !== ''
      ? [createElement('p', {}, [createElement('img', { src, alt: '' })])]
      : [];
  return [...picture, ...card.children];
}

function writeSignup(card: Element, notes: string[]): readonly ElementContent[] {
  notes.push('the form to sign up left out; its words remain');
  removeElements(card, (element) => element.tagName === 'form' || element.tagName === 'script');
  return card.children;
}

/** Scripts only make players of links and quotes. */
function writeEmbed(card: Element): readonly ElementContent[] {
  removeElements(card, ({ tagName }) => tagName === 'script');
  return [card];
}

/** Each member has another address there. */
function writeTransistor(_: Element, notes: string[]): readonly ElementContent[] {
  notes.push('the player with podcasts for members (Transistor) left out');
  return [];
}

function removeElements(parent: Element, matches: (element: Element) => boolean): void {
  parent.children = parent.children.filter((child) => child.type !== 'element' || !matches(child));
  for (const child of parent.children) if (child.type === 'element') removeElements(child, matches);
}

function writeGist({ properties }: Element): readonly ElementContent[] {
  const href = String(properties.src).replace(/\.js(?:\?.*)?$/, '');
  return [createElement('p', {}, [createElement('a', { href }, [createText(href)])])];
}

/** By their class names; other cards need no change. */
const CARDS: ReadonlyMap<string, WriteCard> = new Map(
  Object.entries<WriteCard>({
    'kg-bookmark-card': writeBookmark,
    'kg-callout-card': writeCallout,
    'kg-toggle-card': writeToggle,
    'kg-file-card': writeFile,
    'kg-video-card': writeMedia,
    'kg-audio-card': writeMedia,
    'kg-product-card': writeProduct,
    'kg-header-card': writeHeader,
    'kg-signup-card': writeSignup,
    'kg-embed-card': writeEmbed,
    'kg-transistor-card': writeTransistor,
  }),
);
