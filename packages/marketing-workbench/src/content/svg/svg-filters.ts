import { type CssNode, walk } from 'css-tree';
import type { SvgElement } from './parse-svg.ts';

/** Limits for one filter, and for all of them together with those that CSS functions make. */
const PRIMITIVES_MAX = 30;
const OCTAVES_MAX = 10;
const ORDER_MAX = 9;
/**
 * Shares of the longer side of the drawing. The work for a larger radius is invisible: everything
 * is one grey already.
 */
const BLUR_MAX = 0.25;
const RADIUS_MAX = 0.1;
/** Drawing programs give the filter of a thin line a region of twenty times its own size. */
const REGION_MAX = 30;
const CSS_FUNCTIONS_MAX = 10;
const CSS_PIXELS_MAX = 100;

type FilterLimit = (value: number, context: FilterContext) => boolean;

type FilterContext = {
  /** The longer side of the drawing, in user units. */
  readonly size: number;
  readonly isRegionAbsolute: boolean;
  readonly isPrimitiveRelative: boolean;
};

const isShareBelow =
  (max: number): FilterLimit =>
  (value, { size, isPrimitiveRelative }) =>
    Math.abs(value) <= (isPrimitiveRelative ? max * 4 : max * size);
const isRegion: FilterLimit = (value, { size, isRegionAbsolute }) =>
  Math.abs(value) <= (isRegionAbsolute ? REGION_MAX * size : REGION_MAX);

/** Attributes that make a filter expensive, with their limits. */
const LIMITS: ReadonlyMap<string, FilterLimit> = new Map([
  ['stdDeviation', isShareBelow(BLUR_MAX)],
  ['radius', isShareBelow(RADIUS_MAX)],
  ['numOctaves', (value) => value <= OCTAVES_MAX],
  ['order', (value) => value <= ORDER_MAX],
]);
const REGION: readonly string[] = ['x', 'y', 'width', 'height'];

/** Says why a filter would take a browser too long, or returns undefined for an ordinary one. */
export function findFilterProblem(filter: SvgElement, size: number): string | undefined {
  const read = (name: string) => filter.attributes.find((one) => one.name === name)?.value;
  const context = {
    size,
    isRegionAbsolute: read('filterUnits') === 'userSpaceOnUse',
    isPrimitiveRelative: read('primitiveUnits') === 'objectBoundingBox',
  };
  const isExcessive = (name: string, value: string, limit: FilterLimit | undefined) =>
    limit !== undefined && parseFilterNumbers(value).some((number) => !limit(number, context))
      ? `${name} ${value.slice(0, 40)}`
      : undefined;
  for (const name of REGION) {
    const problem = isExcessive(name, read(name) ?? '', isRegion);
    if (problem !== undefined) return problem;
  }
  const primitives = filter.children.filter(
    (child) => typeof child !== 'string' && child.name.startsWith('fe'),
  );
  if (primitives.length > PRIMITIVES_MAX) return `${primitives.length} steps`;
  return primitives
    .flatMap((child) => (typeof child === 'string' ? [] : child.attributes))
    .map(({ name, value }) => isExcessive(name, value, LIMITS.get(name)))
    .find((problem) => problem !== undefined);
}

/**
 * Returns whether the value of an attribute decides how long a filter takes, so that no animation
 * may change it.
 */
export function isFilterLimited(attribute: string): boolean {
  return LIMITS.has(attribute);
}

/** Parses the numbers of a value; percentages become shares. */
function parseFilterNumbers(value: string): readonly number[] {
  return value
    .split(/[\s,;]+/)
    .filter((part) => part !== '')
    .map((part) => Number.parseFloat(part) / (part.endsWith('%') ? 100 : 1))
    .filter((number) => !Number.isNaN(number));
}

/** Returns whether the value of a CSS property is no chain of filters, or blurs, that take long. */
export function isFilterCheap(property: string, value: CssNode): boolean {
  if (property !== 'filter' && property !== '-webkit-filter' && !property.startsWith('--'))
    return true;
  let [functions, isCheap] = [0, true];
  walk(value, (node) => {
    if (node.type === 'Function' || node.type === 'Url') functions += 1;
    if (node.type === 'Dimension' && Math.abs(Number(node.value)) > CSS_PIXELS_MAX)
      isCheap = property.startsWith('--') && isCheap;
  });
  return isCheap && functions <= CSS_FUNCTIONS_MAX;
}
