import { parse, walk } from 'css-tree';
import { type SvgElement, SvgError } from './parse-svg.ts';

/** A drawing whose repeated parts are drawn more often than this takes a browser seconds. */
const WEIGHT_MAX = 200_000;
/** A step of a filter weighs this much, because it computes all pixels of what it applies to. */
const FILTER_STEP_WEIGHT = 20;
/** A chain consists of elements within elements and of references from part to part. */
const CHAIN_MAX = 1_000;
const REFERENCE = /url\(\s*["']?#([^"')\s]*)["']?\s*\)/g;
const MID_MARKER = /^(?:marker|marker-mid)$/;

type PartReference = { readonly id: string; readonly property: string };
type StyleRule = {
  readonly isFor: (element: SvgElement) => boolean;
  readonly references: readonly PartReference[];
};

/**
 * Throws an `SvgError` if an SVG shows its parts too often: `<use>` of a group of `<use>`, a
 * pattern filled with patterns, and the like multiply. A part counts as often as it is drawn.
 */
export function assertLightSvg(root: SvgElement): void {
  if (weighSvg(root) <= WEIGHT_MAX) return;
  throw new SvgError(
    `draws its parts more than ${WEIGHT_MAX} times in all; write fewer repetitions`,
  );
}

/**
 * Counts the elements that are drawn in all: a part each time that it is referred to, a step of a
 * filter as `FILTER_STEP_WEIGHT`.
 */
function weighSvg(root: SvgElement): number {
  const elements = [...visitSvgElements(root)];
  // The first of several elements with an id is the one that browsers find.
  const byId = new Map(
    elements.toReversed().map((element) => [findAttributeValue(element, 'id'), element]),
  );
  const rules = elements.filter(({ name }) => name === 'style').flatMap(listStyleRules);
  const weights = new Map<SvgElement, number>();
  const open = new Set<SvgElement>();
  const weighReference = (element: SvgElement, { id, property }: PartReference): number => {
    const target = byId.get(id);
    if (target === undefined) return 0;
    return (MID_MARKER.test(property) ? countVertices(element) : 1) * weigh(target);
  };
  const weigh = (element: SvgElement): number => {
    const found = weights.get(element);
    // Browsers don't draw a part within itself.
    if (found !== undefined || open.has(element)) return found ?? 0;
    if (open.size > CHAIN_MAX)
      throw new SvgError('has a chain of too many references; write the parts themselves');
    open.add(element);
    let weight = element.name.startsWith('fe') ? FILTER_STEP_WEIGHT : 1;
    for (const child of element.children) if (typeof child !== 'string') weight += weigh(child);
    for (const reference of listReferences(element, rules))
      weight += weighReference(element, reference);
    open.delete(element);
    weights.set(element, weight);
    return weight;
  };
  return weigh(root);
}

function* visitSvgElements(element: SvgElement): Generator<SvgElement> {
  yield element;
  for (const child of element.children)
    if (typeof child !== 'string') yield* visitSvgElements(child);
}

function findAttributeValue({ attributes }: SvgElement, name: string): string | undefined {
  return attributes.find((one) => one.name === name)?.value;
}

function listReferences(
  element: SvgElement,
  rules: readonly StyleRule[],
): readonly PartReference[] {
  const own = element.attributes.flatMap(({ name, value }): readonly PartReference[] => {
    if (/^(?:xlink:)?href$/.test(name))
      return value.startsWith('#') && element.name !== 'a'
        ? [{ id: value.slice(1), property: name }]
        : [];
    if (name === 'style') return value.split(';').flatMap(listDeclaredReferences);
    return value.includes('url(') ? listUrlReferences(value, name) : [];
  });
  return [...own, ...rules.flatMap((rule) => (rule.isFor(element) ? rule.references : []))];
}

function listDeclaredReferences(declaration: string): readonly PartReference[] {
  const colon = declaration.indexOf(':');
  return listUrlReferences(
    declaration.slice(colon + 1),
    declaration.slice(0, Math.max(0, colon)).trim(),
  );
}

function listUrlReferences(value: string, property: string): readonly PartReference[] {
  return Array.from(value.matchAll(REFERENCE), ([, id = '']) => ({ id, property }));
}

/** Returns an upper bound for the number of vertices. */
function countVertices(element: SvgElement): number {
  const value = findAttributeValue(element, 'd') ?? findAttributeValue(element, 'points') ?? '';
  return 1 + (value.match(/[\d.]+/g)?.length ?? 0) / 2;
}

/**
 * Lists the rules of a style sheet that refer to parts of the SVG. They may be taken to apply to
 * more elements than they do.
 */
function listStyleRules({ children }: SvgElement): readonly StyleRule[] {
  const css = children.filter((child) => typeof child === 'string').join('');
  if (!css.includes('url(')) return [];
  const rules: StyleRule[] = [];
  walk(parse(css, { parseCustomProperty: true }), (node) => {
    if (node.type !== 'Rule') return;
    const references: PartReference[] = [];
    walk(node.block, (declaration) => {
      if (declaration.type !== 'Declaration') return;
      walk(declaration.value, (inner) => {
        if (inner.type === 'Url' && inner.value.startsWith('#'))
          references.push({ id: inner.value.slice(1), property: declaration.property });
      });
    });
    if (references.length === 0) return;
    const names = new Set<string>();
    let isForAll = false;
    walk(node.prelude, ({ type, ...part }) => {
      if (type === 'ClassSelector' || type === 'IdSelector' || type === 'TypeSelector')
        names.add('name' in part ? String(part.name) : '');
      else if (/^(?:Raw|AttributeSelector|PseudoClassSelector|NestingSelector)$/.test(type))
        isForAll = true;
    });
    if (names.has('*') || names.size === 0) isForAll = true;
    rules.push({
      isFor: (element) => isForAll || listSelectorNames(element).some((name) => names.has(name)),
      references,
    });
  });
  return rules;
}

function listSelectorNames(element: SvgElement): readonly string[] {
  const classes = findAttributeValue(element, 'class')?.split(/\s+/) ?? [];
  return [element.name, findAttributeValue(element, 'id') ?? '', ...classes];
}
