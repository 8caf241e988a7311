import type { Element, ElementContent, Root, RootContent } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import {
  createElement,
  createText,
  visitElements,
} from 'marketing-workbench/content/markdown/elements';
import {
  formatHtmlFragment,
  parseHtmlFragment,
} from 'marketing-workbench/content/markdown/html-fragment';
import { createKeptFence } from 'marketing-workbench/html-to-markdown/conversion';
import { formatStars, writeCard } from './card-html.ts';
import type { GhostRow } from './ghost-data.ts';

type SimplifyCard = (card: Element, notes: string[]) => readonly ElementContent[];

/**
 * Replaces the cards of Ghost's editor by plain elements with the same words, links and pictures.
 */
export function writePlainCards(parent: Root | Element, notes: string[]): void {
  const children: ElementContent[] = [];
  for (const node of hideGatedBlocks(parent.children, notes)) {
    if (node.type === 'text') children.push(node);
    if (node.type === 'comment' && node.value.trim() === 'members-only')
      notes.push('what follows the paywall was for members only');
    if (node.type !== 'element') continue;
    writePlainCards(node, notes);
    const write = findCardSimplifier(node);
    children.push(...(write === undefined ? [unwrapTwin(node)] : write(node, notes)));
  }
  parent.children = children;
}

const TWINS: Readonly<Record<string, string>> = { b: 'strong', i: 'em' };

/** Unwraps `<b><strong>`, which Ghost writes for bold text in cards. */
function unwrapTwin(element: Element): Element {
  const [only, ...others] = element.children;
  const twin = TWINS[element.tagName];
  const isTwin = only?.type === 'element' && only.tagName === twin && others.length === 0;
  return isTwin ? only : element;
}

function findCardSimplifier(element: Element): SimplifyCard | undefined {
  const src = element.tagName === 'script' ? String(element.properties.src ?? '') : '';
  if (/^https:\/\/gist\.github\.com\/.+\.js/.test(src)) return linkGist;
  const name = listClasses(element).find((className) => CARD_SIMPLIFIERS.has(className));
  return name === undefined ? undefined : CARD_SIMPLIFIERS.get(name);
}

function listClasses({ properties: { className } }: Element): readonly string[] {
  return Array.isArray(className) ? className.map(String) : [];
}

const GATE = /^\s*kg-gated-block:(begin|end)(.*)$/s;

/** Puts parts that only some members may see into a fence, so that they are not published. */
function hideGatedBlocks(nodes: readonly RootContent[], notes: string[]): readonly RootContent[] {
  const shown: RootContent[] = [];
  let hidden: ElementContent[] | undefined;
  for (const node of nodes) {
    const [, edge, rule = ''] = (node.type === 'comment' && GATE.exec(node.value)) || [];
    if (edge === 'begin' && /nonMember:\s*false/.test(rule)) hidden ??= [];
    else if (edge === 'end' && hidden !== undefined) {
      shown.push(keepGated(hidden, notes));
      hidden = undefined;
    } else if (hidden !== undefined && (node.type === 'element' || node.type === 'text'))
      hidden.push(node);
    else shown.push(node);
  }
  return hidden === undefined ? shown : [...shown, keepGated(hidden, notes)];
}

function keepGated(children: readonly ElementContent[], notes: string[]): Element {
  notes.push(
    'a part that only members saw was kept as it was; rewrite it for all readers, or remove it',
  );
  return createKeptFence(formatHtmlFragment(children));
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

function readClassText(card: Element, name: string): string {
  const element = findByClass(card, name);
  return element === undefined ? '' : textOf(element).replace(/\s+/g, ' ').trim();
}

function formatInnerHtml(element: Element | undefined): string {
  return element === undefined ? '' : formatHtmlFragment(element.children);
}

function readFirstHref(card: Element): string {
  return String(findByTag(card, 'a')?.properties.href ?? '');
}

/**
 * Reads a bookmark. Publisher and author are joined in the order of the page, since Ghost has
 * swapped their class names.
 */
function readBookmarkCard(card: Element, notes: string[]): GhostRow {
  if (findByTag(card, 'img') !== undefined)
    addOnce(notes, 'icons and thumbnails of bookmarks were left out');
  const names: string[] = [];
  visitElements(card, (element) => {
    const isOrigin = listClasses(element).some((name) =>
      /^kg-bookmark-(?:author|publisher)$/.test(name),
    );
    if (isOrigin) names.push(textOf(element).trim());
    return isOrigin ? 'skip' : undefined;
  });
  const [title, description] = ['title', 'description'].map((part) =>
    readClassText(card, `kg-bookmark-${part}`),
  );
  const publisher = names.filter((name) => name !== '').join(' · ');
  return { url: readFirstHref(card), metadata: { title, description, publisher } };
}

function addOnce(notes: string[], note: string): void {
  if (!notes.includes(note)) notes.push(note);
}

function readCalloutCard(card: Element): GhostRow {
  const calloutText = formatInnerHtml(findByClass(card, 'kg-callout-text'));
  return { calloutEmoji: readClassText(card, 'kg-callout-emoji'), calloutText };
}

function readToggleCard(card: Element): GhostRow {
  const [heading, content] = ['kg-toggle-heading-text', 'kg-toggle-content'].map((name) =>
    formatInnerHtml(findByClass(card, name)),
  );
  return { heading, content };
}

function readFileCard(card: Element): GhostRow {
  const [fileTitle, fileCaption, fileName, fileSize] = [
    'title',
    'caption',
    'filename',
    'filesize',
  ].map((part) => readClassText(card, `kg-file-card-${part}`));
  return { src: readFirstHref(card), fileTitle, fileCaption, fileName, fileSize };
}

/** Reads a player without its buttons and times. */
function readMediaCard(card: Element, notes: string[]): GhostRow | undefined {
  if (findByTag(card, 'img')?.properties.src) addOnce(notes, 'thumbnails of players were left out');
  const media = findByTag(card, 'video') ?? findByTag(card, 'audio');
  const src = media?.properties.src ?? (media && findByTag(media, 'source')?.properties.src);
  return typeof src === 'string'
    ? { src, title: readClassText(card, 'kg-audio-title') }
    : undefined;
}

function simplifyProduct(card: Element): readonly ElementContent[] {
  let stars = 0;
  visitElements(card, (element) => {
    if (listClasses(element).includes('kg-product-card-rating-active')) stars += 1;
    return undefined;
  });
  const rating = findByClass(card, 'kg-product-card-rating');
  if (rating !== undefined) {
    rating.tagName = 'p';
    rating.children = [createText(formatStars(stars))];
  }
  return card.children;
}

/** Puts the background picture of a header before it; old versions have it in an attribute. */
function simplifyHeader(card: Element): readonly ElementContent[] {
  const src = card.properties.dataKgBackgroundImage;
  const picture =
    typeof src === 'string' && src !== ''
      ? [createElement('p', {}, [createElement('img', { src, alt: '' })])]
      : [];
  return [...picture, ...card.children];
}

function simplifySignup(card: Element, notes: string[]): readonly ElementContent[] {
  notes.push('the sign-up form was left out; its words remain');
  removeElements(card, (element) => element.tagName === 'form' || element.tagName === 'script');
  return card.children;
}

/** Removes the scripts of an embed, which only turn links and quotes into players. */
function removeEmbedScripts(card: Element): readonly ElementContent[] {
  removeElements(card, ({ tagName }) => tagName === 'script');
  return [card];
}

function removeElements(parent: Element, matches: (element: Element) => boolean): void {
  parent.children = parent.children.filter((child) => child.type !== 'element' || !matches(child));
  for (const child of parent.children) if (child.type === 'element') removeElements(child, matches);
}

function linkGist({ properties }: Element): readonly ElementContent[] {
  const href = String(properties.src).replace(/\.js(?:\?.*)?$/, '');
  return [createElement('p', {}, [createElement('a', { href }, [createText(href)])])];
}

/** Reads the fields of a card, from which it is written again; undefined if the card stays. */
type ReadCard = (card: Element, notes: string[]) => GhostRow | undefined;

function createCardRewriter(name: string, read: ReadCard): SimplifyCard {
  return (card, notes) => {
    const row = read(card, notes);
    const caption = formatInnerHtml(findByTag(card, 'figcaption'));
    return row === undefined ? [card] : parseCardHtml(writeCard(name, { ...row, caption }, notes));
  };
}

function parseCardHtml(html: string): readonly ElementContent[] {
  return parseHtmlFragment(html).children.filter(
    (node) => node.type === 'element' || node.type === 'text',
  );
}

/** Functions for cards by class name; other cards need no change. */
const CARD_SIMPLIFIERS: ReadonlyMap<string, SimplifyCard> = new Map(
  Object.entries<SimplifyCard>({
    'kg-bookmark-card': createCardRewriter('bookmark', readBookmarkCard),
    'kg-callout-card': createCardRewriter('callout', readCalloutCard),
    'kg-toggle-card': createCardRewriter('toggle', readToggleCard),
    'kg-file-card': createCardRewriter('file', readFileCard),
    'kg-video-card': createCardRewriter('video', readMediaCard),
    'kg-audio-card': createCardRewriter('audio', readMediaCard),
    'kg-transistor-card': createCardRewriter('transistor', () => ({})),
    'kg-product-card': simplifyProduct,
    'kg-header-card': simplifyHeader,
    'kg-signup-card': simplifySignup,
    'kg-embed-card': removeEmbedScripts,
  }),
);
