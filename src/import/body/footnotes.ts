import type { Element, ElementContent, Root, RootContent } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import { createElement, createText, isBlankText, visitElements } from '../../content/markdown/elements.ts';

type Parent = Element | Root;
/** An element, and the place of its parent: undefined at the top. */
type Place = { readonly element: Element; readonly parent: Place | undefined };

/** Blocks that hold a note. */
const HOLDERS: ReadonlySet<string> = new Set(['li', 'p', 'div', 'dd', 'aside']);

/**
 * Writes footnotes of plugins and of word processors as GitHub's: marks in the text that lead to a note, whose own link leads
 * back.
 */
export function tidyFootnotes(root: Root): void {
  const places = listPlaces(root);
  const byId = new Map<string, Place>();
  for (const place of places.toReversed()) for (const id of listIds(place.element)) byId.set(id, place);
  const notes = new Map<Element, string>();
  for (const mark of places) {
    const note = findNote(mark, byId);
    if (note === undefined) continue;
    const name = notes.get(note) ?? `${notes.size + 1}`;
    notes.set(note, name);
    becomeReference(mark, name);
  }
  if (notes.size > 0) moveNotes(root, notes, places);
}

/** The note that a mark leads to, if the note leads back to the mark. */
function findNote(mark: Place, byId: ReadonlyMap<string, Place>): Element | undefined {
  const target = byId.get(findTarget(mark.element) ?? '');
  if (target === undefined || !isMark(mark.element)) return undefined;
  const note = findAbove(target, ({ tagName }) => HOLDERS.has(tagName));
  if (note === undefined || findAbove(mark, (element) => element === note) !== undefined) return undefined;
  return findBackLink(note, listNames(mark)) === undefined ? undefined : note;
}

function findAbove(place: Place, isWanted: (element: Element) => boolean): Element | undefined {
  for (let next: Place | undefined = place; next !== undefined; next = next.parent)
    if (isWanted(next.element)) return next.element;
  return undefined;
}

function listPlaces(root: Root): readonly Place[] {
  const places: Place[] = [];
  const collect = (node: Parent, parent: Place | undefined): void => {
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

function listIds({ tagName, properties: { id, name } }: Element): readonly string[] {
  const ids = tagName === 'a' ? [id, name] : [id];
  return ids.filter((value): value is string => typeof value === 'string' && value !== '');
}

function findTarget({ tagName, properties: { href } }: Element): string | undefined {
  return tagName === 'a' && typeof href === 'string' && /^#./.test(href) ? href.slice(1) : undefined;
}

/** A mark is a number or a sign. */
function isMark(element: Element): boolean {
  return /^[[(]?\s*(?:\d{1,3}|[a-z*†‡]{1,2})\s*[\])]?$/i.test(textOf(element).trim());
}

/** Ids that a link back to the mark can name. */
function listNames({ element, parent }: Place): readonly string[] {
  const near = [element, parent?.element, parent?.parent?.element];
  return near.flatMap((one) => (one === undefined ? [] : listIds(one)));
}

function findBackLink(note: Element, names: readonly string[]): Element | undefined {
  let found: Element | undefined;
  visitElements(note, (element) => {
    if (names.includes(findTarget(element) ?? '')) found ??= element;
    return undefined;
  });
  return found;
}

function becomeReference({ element, parent }: Place, name: string): void {
  const link = createElement('a', { href: `#fn-${name}`, dataFootnoteRef: '' }, [createText('1')]);
  const mark = createElement('sup', {}, [link]);
  Object.assign(parent?.element.tagName === 'sup' ? parent.element : element, mark);
}

/** Moves the notes to the end, without the links back. */
function moveNotes(root: Root, notes: ReadonlyMap<Element, string>, places: readonly Place[]): void {
  const parents = new Map(places.map(({ element, parent }) => [element, parent?.element ?? root]));
  const items = Array.from(notes, ([note, name]) => {
    remove(parents.get(note) ?? root, note);
    return createElement('li', { id: `fn-${name}` }, removeLinksBack(note.children));
  });
  root.children.push(createElement('section', { dataFootnotes: '' }, [createElement('ol', {}, items)]));
}

function remove(parent: Parent, child: Element): void {
  const kept: RootContent[] = parent.children.filter((one) => one !== child);
  Object.assign(parent, { children: kept });
}

const RETURN = /^(?:[\s[\]()^⤴\d*.←-⇿]|\ufe0e|\ufe0f)*$/u;

function removeLinksBack(children: readonly ElementContent[]): ElementContent[] {
  const kept = children.flatMap((child): ElementContent[] => {
    if (child.type !== 'element') return [child];
    if (findTarget(child) !== undefined && RETURN.test(textOf(child))) return [];
    const inner = { ...child, children: removeLinksBack(child.children) };
    const isEmptied = child.children.length > 0 && inner.children.every(isBlankText);
    return isEmptied && child.tagName !== 'br' ? [] : [inner];
  });
  return kept;
}
