import {
  ALLOWED_ATTRIBUTES,
  ALLOWED_ELEMENTS,
  ANIMATED_ATTRIBUTES,
  CSS_ATTRIBUTES,
  DESCRIBING_ATTRIBUTE,
  EDITOR_SPACE,
} from './allowed-svg.ts';
import { cleanDeclarations, cleanStyleSheet, isSafeValue } from './clean-css.ts';
import {
  EMBEDDED_PICTURE,
  type ParsedSvg,
  SVG_SPACE,
  type SvgAttribute,
  type SvgElement,
  SvgError,
} from './parse-svg.ts';
import { findFilterProblem, isFilterLimited } from './svg-filters.ts';

export type CleanedElements = {
  readonly root: SvgElement;
  readonly dropped: readonly string[];
  /** Whether anything was left out, even if it shows nothing, such as the data of an editor. */
  readonly isChanged: boolean;
};

type SvgCleaning = {
  /** Number of times that each thing was left out, by name. */
  readonly counts: Map<string, number>;
  /** Embedded pictures that may not stay. */
  readonly unfit: ReadonlySet<string>;
  /** The longer side of the drawing, in user units. */
  readonly size: number;
  isChanged: boolean;
};

const NAMES_MAX = 12;
const NAME_LENGTH_MAX = 60;
/** Size in CSS pixels of a drawing that does not say its size. */
const DEFAULT_SIZE = 300;
const SHOWN: ReadonlySet<string> = new Set([
  'path',
  'rect',
  'circle',
  'ellipse',
  'line',
  'polyline',
  'polygon',
  'image',
  'text',
  'use',
]);
const ANIMATIONS: ReadonlySet<string> = new Set(['animate', 'animateTransform', 'set']);
const ANIMATION_VALUES: ReadonlySet<string> = new Set(['from', 'to', 'by', 'values']);
/** Namespaces that the writer declares itself. */
const XMLNS = 'http://www.w3.org/2000/xmlns/';
const XLINK = 'http://www.w3.org/1999/xlink';

/**
 * Leaves out all that is not allowed. Throws an `SvgError` if the file is no SVG, or nothing of it
 * is left.
 *
 * @param unfit - Embedded pictures that may not stay.
 */
export function cleanElements(
  { root, outside }: ParsedSvg,
  unfit: ReadonlySet<string>,
): CleanedElements {
  assertSvg(root);
  const cleaning: SvgCleaning = {
    counts: new Map(),
    unfit,
    size: findSize(root),
    isChanged: outside.length > 0,
  };
  if (outside.includes('entities')) noteDropped('entities', cleaning);
  if (outside.includes('stylesheet')) noteDropped('<?xml-stylesheet?>', cleaning);
  const cleaned = withoutLostFilters(cleanElement(root, cleaning), cleaning);
  const dropped = [...cleaning.counts].map(([name, count]) =>
    count === 1 ? name : `${name} (${count} times)`,
  );
  if (dropped.length > 0 && showsSomething(root) && !showsSomething(cleaned))
    throw new SvgError(
      `shows nothing without ${dropped.slice(0, NAMES_MAX).join(', ')}; save it as PNG`,
    );
  const more = dropped.length - NAMES_MAX;
  return {
    root: cleaned,
    dropped: more > 0 ? [...dropped.slice(0, NAMES_MAX), `${more} more`] : dropped,
    isChanged: cleaning.isChanged,
  };
}

function assertSvg({ name, space }: SvgElement): void {
  if (name === 'svg' && space === SVG_SPACE) return;
  throw new SvgError(
    name === 'svg'
      ? `has no xmlns="${SVG_SPACE}" in its <svg>, so browsers don't show it; add that`
      : `is not an SVG: its first element is <${name.slice(0, NAME_LENGTH_MAX)}>; save it as SVG`,
  );
}

function noteDropped(name: string, cleaning: SvgCleaning): void {
  const key = name.slice(0, NAME_LENGTH_MAX);
  cleaning.counts.set(key, (cleaning.counts.get(key) ?? 0) + 1);
  cleaning.isChanged = true;
}

function findSize({ attributes }: SvgElement): number {
  const read = (name: string) => attributes.find((one) => one.name === name)?.value ?? '';
  const [, , ...box] = read('viewBox')
    .trim()
    .split(/[\s,]+/, 4)
    .map(Number.parseFloat);
  const sides = box.length === 2 ? box : [read('width'), read('height')].map(Number.parseFloat);
  const known = sides.filter((side) => side > 0);
  return known.length === 0 ? DEFAULT_SIZE : Math.max(...known);
}

function showsSomething({ name, children }: SvgElement): boolean {
  return (
    SHOWN.has(name) || children.some((child) => typeof child !== 'string' && showsSomething(child))
  );
}

function cleanElement(element: SvgElement, cleaning: SvgCleaning): SvgElement {
  const attributes = element.attributes.flatMap((attribute) =>
    cleanAttribute(attribute, element, cleaning),
  );
  const children = element.children.flatMap((child): (SvgElement | string)[] => {
    if (typeof child === 'string') return [child];
    return isAllowed(child, cleaning) ? [cleanElement(child, cleaning)] : [];
  });
  return {
    ...element,
    attributes,
    children: element.name === 'style' ? cleanStyle(element, cleaning) : children,
  };
}

function isAllowed(element: SvgElement, cleaning: SvgCleaning): boolean {
  if (isEditorData(element)) {
    cleaning.isChanged = true;
    return false;
  }
  const problem = findElementProblem(element, cleaning.size);
  if (problem !== undefined) noteDropped(problem, cleaning);
  return problem === undefined;
}

function findElementProblem(element: SvgElement, size: number): string | undefined {
  const { name, space } = element;
  if (space !== SVG_SPACE || !ALLOWED_ELEMENTS.has(name)) return `<${name}>`;
  if (ANIMATIONS.has(name)) return findAnimationProblem(element);
  if (name === 'style') return findStyleProblem(element);
  const problem = name === 'filter' ? findFilterProblem(element, size) : undefined;
  return problem && `${LOST_FILTER} ${problem}`;
}

const LOST_FILTER = 'a filter with';

function findStyleProblem({ attributes }: SvgElement): string | undefined {
  const type =
    attributes
      .find(({ name }) => name === 'type')
      ?.value.trim()
      .toLowerCase() ?? '';
  return type === '' || type === 'text/css' ? undefined : `<style type="${type}">`;
}

/** Returns whether an element is data of an editor, which shows nothing in any browser. */
function isEditorData({ name, space }: Pick<SvgElement, 'name' | 'space'>): boolean {
  return space === SVG_SPACE ? name === 'metadata' : EDITOR_SPACE.test(space);
}

/** Finds an animation that changes an address or makes a filter expensive. */
function findAnimationProblem({ name, attributes }: SvgElement): string | undefined {
  const attribute = attributes.find((one) => one.name === 'attributeName')?.value.trim() ?? '';
  const isAllowed =
    name === 'animateTransform'
      ? ['', 'transform', 'gradientTransform', 'patternTransform'].includes(attribute)
      : ANIMATED_ATTRIBUTES.has(attribute) && !isFilterLimited(attribute);
  return isAllowed ? undefined : `<${name}> of ${attribute === '' ? 'nothing' : attribute}`;
}

function cleanStyle({ children }: SvgElement, cleaning: SvgCleaning): string[] {
  const css = children.filter((child) => typeof child === 'string').join('');
  const cleaned = cleanStyleSheet(css);
  for (const name of cleaned.dropped) noteDropped(name, cleaning);
  if (children.some((child) => typeof child !== 'string'))
    noteDropped('elements in <style>', cleaning);
  return [cleaned.css];
}

function cleanAttribute(
  attribute: SvgAttribute,
  element: SvgElement,
  cleaning: SvgCleaning,
): SvgAttribute[] {
  const { name, space, value } = attribute;
  if (space === XMLNS || EDITOR_SPACE.test(space) || (space === XLINK && name !== 'xlink:href')) {
    cleaning.isChanged ||= space !== XMLNS;
    return [];
  }
  if (name === 'style') {
    const { css, dropped } = cleanDeclarations(value);
    for (const one of dropped) noteDropped(one, cleaning);
    return [{ ...attribute, value: css }];
  }
  if (isAllowedValue(attribute, element, cleaning)) return [attribute];
  noteDropped(`${name} at <${element.name}>`, cleaning);
  return [];
}

function isAllowedValue(
  { name, value }: SvgAttribute,
  element: SvgElement,
  { unfit }: SvgCleaning,
): boolean {
  if (name === 'href' || name === 'xlink:href') return isAllowedAddress(value, element, unfit);
  if (DESCRIBING_ATTRIBUTE.test(name)) return true;
  if (!ALLOWED_ATTRIBUTES.has(name)) return false;
  if (CSS_ATTRIBUTES.has(name)) return isSafeValue(name, value);
  if (!ANIMATION_VALUES.has(name)) return true;
  const animated =
    element.attributes.find((one) => one.name === 'attributeName')?.value.trim() ?? '';
  return value
    .split(';')
    .every((one) => isSafeValue(CSS_ATTRIBUTES.has(animated) ? animated : 'fill', one));
}

/** Returns whether an address is a part of the SVG itself or, for pictures, embedded in it. */
function isAllowedAddress(
  value: string,
  { name }: SvgElement,
  unfit: ReadonlySet<string>,
): boolean {
  const address = value.trim();
  if (address === '' || /^#[^\s]*$/.test(address)) return true;
  return (
    (name === 'image' || name === 'feImage') && EMBEDDED_PICTURE.test(address) && !unfit.has(value)
  );
}

/**
 * Removes references to missing filters, because some browsers don't show an element whose filter
 * is missing.
 */
function withoutLostFilters(root: SvgElement, cleaning: SvgCleaning): SvgElement {
  if (![...cleaning.counts.keys()].some((name) => name.startsWith(LOST_FILTER))) return root;
  const filters = new Set<string | undefined>();
  const collect = ({ name, attributes, children }: SvgElement): void => {
    if (name === 'filter') filters.add(attributes.find((one) => one.name === 'id')?.value);
    for (const child of children) if (typeof child !== 'string') collect(child);
  };
  collect(root);
  const isLost = ({ name, value }: SvgAttribute) =>
    name === 'filter' &&
    !filters.has(/^\s*url\(\s*["']?#([^"')\s]*)/.exec(value)?.[1]) &&
    value.includes('url(');
  const remove = (element: SvgElement): SvgElement => ({
    ...element,
    attributes: element.attributes.filter((attribute) => !isLost(attribute)),
    children: element.children.map((child) => (typeof child === 'string' ? child : remove(child))),
  });
  return remove(root);
}
