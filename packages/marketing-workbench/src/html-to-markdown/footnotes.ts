import type { Element, ElementContent, Root, RootContent } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import {
  createElement,
  createText,
  isBlankText,
  visitElements,
} from '../content/markdown/elements.ts';
import { listElementIds } from './anchors.ts';

type ElementParent = Element | Root;
/** An element with its chain of parents; `parent` is undefined at the top. */
type ElementPlace = { readonly element: Element; readonly parent: ElementPlace | undefined };

/** Names of the elements that can hold a footnote. */
const HOLDERS: ReadonlySet<string> = new Set(['li', 'p', 'div', 'dd', 'aside']);

/**
 * Rewrites footnotes of plugins and word processors in the form of GitHub. It recognises them by
 * marks in the text that lead to a note, which links back to the mark.
 */
export function tidyFootnotes(root: Root): void {
  const places = listElementPlaces(root);
  const byId = new Map<string, ElementPlace>();
  for (const place of places.toReversed())
    for (const id of listElementIds(place.element)) byId.set(id, place);
  const notes = new Map<Element, string>();
  for (const mark of places) {
    const note = findMarkedNote(mark, byId);
    if (note === undefined) continue;
    const name = notes.get(note) ?? `${notes.size + 1}`;
    notes.set(note, name);
    replaceWithReference(mark, name);
  }
  if (notes.size > 0) moveNotesToEnd(root, notes, places);
}

/** Returns the footnote that a mark leads to, if the footnote links back to the mark. */
function findMarkedNote(
  mark: ElementPlace,
  byId: ReadonlyMap<string, ElementPlace>,
): Element | undefined {
  const target = byId.get(findLinkedId(mark.element) ?? '');
  if (target === undefined || !isNoteMark(mark.element)) return undefined;
  const note = findAncestor(target, ({ tagName }) => HOLDERS.has(tagName));
  if (note === undefined || findAncestor(mark, (element) => element === note) !== undefined)
    return undefined;
  return findBackLink(note, listBackLinkTargets(mark)) === undefined ? undefined : note;
}

function findAncestor(
  place: ElementPlace,
  isWanted: (element: Element) => boolean,
): Element | undefined {
  for (let next: ElementPlace | undefined = place; next !== undefined; next = next.parent)
    if (isWanted(next.element)) return next.element;
  return undefined;
}

function listElementPlaces(root: Root): readonly ElementPlace[] {
  const places: ElementPlace[] = [];
  const collect = (node: ElementParent, parent: ElementPlace | undefined): void => {
    for (const child of node.children) {
      if (child.type !== 'element') continue;
      const place = { element: child, parent };
      places.push(place);
      collect(child, place);
    }
  };
  collect(root, undefined);
  return places;
}

function findLinkedId({ tagName, properties: { href } }: Element): string | undefined {
  return tagName === 'a' && typeof href === 'string' && /^#./.test(href)
    ? href.slice(1)
    : undefined;
}

/** Returns true for a number or a sign such as `*` or `†`, perhaps in brackets. */
function isNoteMark(element: Element): boolean {
  return /^[[(]?\s*(?:\d{1,3}|[a-z*†‡]{1,2})\s*[\])]?$/i.test(textOf(element).trim());
}

/** Lists the ids that a link back to the mark can lead to. */
function listBackLinkTargets({ element, parent }: ElementPlace): readonly string[] {
  const near = [element, parent?.element, parent?.parent?.element];
  return near.flatMap((one) => (one === undefined ? [] : listElementIds(one)));
}

function findBackLink(note: Element, names: readonly string[]): Element | undefined {
  let found: Element | undefined;
  visitElements(note, (element) => {
    if (names.includes(findLinkedId(element) ?? '')) found ??= element;
    return undefined;
  });
  return found;
}

function replaceWithReference({ element, parent }: ElementPlace, name: string): void {
  const link = createElement('a', { href: `#fn-${name}`, dataFootnoteRef: '' }, [createText('1')]);
  const mark = createElement('sup', {}, [link]);
  Object.assign(parent?.element.tagName === 'sup' ? parent.element : element, mark);
}

/** Moves the footnotes to the end, without their links back. */
function moveNotesToEnd(
  root: Root,
  notes: ReadonlyMap<Element, string>,
  places: readonly ElementPlace[],
): void {
  const parents = new Map(places.map(({ element, parent }) => [element, parent?.element ?? root]));
  const items = Array.from(notes, ([note, name]) => {
    removeChild(parents.get(note) ?? root, note);
    return createElement('li', { id: `fn-${name}` }, dropBackLinks(note.children));
  });
  root.children.push(
    createElement('section', { dataFootnotes: '' }, [createElement('ol', {}, items)]),
  );
}

function removeChild(parent: ElementParent, child: Element): void {
  const kept: RootContent[] = parent.children.filter((one) => one !== child);
  Object.assign(parent, { children: kept });
}

const BACK_LINK_TEXT = /^(?:[\s[\]()^⤴\d*.←-⇿]|\ufe0e|\ufe0f)*$/u;

function dropBackLinks(children: readonly ElementContent[]): ElementContent[] {
  const kept = children.flatMap((child): ElementContent[] => {
    if (child.type !== 'element') return [child];
    if (findLinkedId(child) !== undefined && BACK_LINK_TEXT.test(textOf(child))) return [];
    const inner = { ...child, children: dropBackLinks(child.children) };
    const isEmptied = child.children.length > 0 && inner.children.every(isBlankText);
    return isEmptied && child.tagName !== 'br' ? [] : [inner];
  });
  return kept;
}
