import type { Element, Nodes, Root } from 'hast';
import rehypeStringify from 'rehype-stringify';
import { unified } from 'unified';
import { DEFAULT_COLOURS } from '../../site/brand/default-colours.ts';
import { COLOUR_VARIABLE } from '../../site/brand/logo.ts';
import { type LineFinding, limitFindings } from '../content-finding.ts';
import { parseHtmlFragment } from '../markdown/html-fragment.ts';

export type LogoResult =
  | { readonly kind: 'good'; readonly svg: string }
  | { readonly kind: 'refused'; readonly problems: readonly LineFinding[] };

const BYTES_MAX = 20_000;
/** A wider or higher drawing is too small to recognise in an icon. */
const RATIO_MAX = 2;

const SHAPES = ['g', 'path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon'];
const PAINTS = ['defs', 'linearGradient', 'radialGradient', 'stop', 'clipPath', 'mask'];
const ELEMENTS: ReadonlySet<string> = new Set([...SHAPES, ...PAINTS]);
/**
 * Elements that change nothing, such as names and what editors store, are left out without a
 * message.
 */
const IGNORED_ELEMENTS: ReadonlySet<string> = new Set(['title', 'desc', 'metadata']);

const GEOMETRY = 'x y x1 y1 x2 y2 cx cy r rx ry fx fy d points width height transform';
const PAINT =
  'fill fillOpacity fillRule stroke strokeWidth strokeOpacity strokeLineCap strokeLineJoin strokeMiterLimit strokeDashArray strokeDashOffset color opacity clipPath clipRule mask stopColor stopOpacity paintOrder vectorEffect display visibility';
const REFERENCE =
  'id href xLinkHref offset gradientUnits gradientTransform spreadMethod clipPathUnits maskUnits maskContentUnits';
const ATTRIBUTES: ReadonlySet<string> = new Set(`${GEOMETRY} ${PAINT} ${REFERENCE}`.split(' '));
const IGNORED_ATTRIBUTES =
  /:|^(?:xml|data|aria)|^(?:className|role|version|baseProfile|enableBackground|xmlSpace|viewBox|preserveAspectRatio)$/;

const PAINT_NAMES = new Map(PAINT.split(' ').map((name) => [name.toLowerCase(), name]));

const FUNCTIONS: ReadonlySet<string> = new Set(
  'rgb rgba hsl hsla matrix translate scale rotate skewX skewY'.split(' '),
);
const CALL = /([\w-]*)\s*\(/g;
const LOCAL_REFERENCE = /url\(['"]?#([\w-]+)['"]?\)/g;
const ID_PREFIX = 'logo-';

const writer = unified()
  .use(rehypeStringify, { space: 'svg', closeEmptyElements: true, tightSelfClosing: true })
  .freeze();

/**
 * Returns the drawing with the listed elements and attributes alone, as a page may contain it, or
 * what is wrong with it.
 */
export function readLogo(source: string): LogoResult {
  const bytes = Buffer.byteLength(source);
  if (bytes > BYTES_MAX) {
    return refuseLogo([
      { message: `has ${bytes} bytes; simplify the drawing to at most ${BYTES_MAX}` },
    ]);
  }
  try {
    return readDrawing(parseHtmlFragment(source));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return refuseLogo([{ message: 'is nested too deeply; ungroup the drawing' }]);
  }
}

function refuseLogo(problems: readonly LineFinding[]): LogoResult {
  return { kind: 'refused', problems: limitFindings(problems) };
}

function readDrawing(parsed: Root): LogoResult {
  const root = parsed.children.find((node) => node.type === 'element' && node.tagName === 'svg');
  if (root?.type !== 'element') {
    return refuseLogo([{ message: 'is not an SVG; it begins with <svg viewBox="0 0 64 64">' }]);
  }
  const problems: LineFinding[] = [];
  const viewBox = readViewBox(root, problems);
  const children = root.children.flatMap((child) => copyNode(child, problems));
  if (children.length === 0 && problems.length === 0)
    problems.push({ message: 'has no shape; draw one' });
  if (problems.length > 0) return refuseLogo(problems);
  const inherited = copyProperties({ ...root, properties: omitSize(root.properties) }, problems);
  const properties = { xmlns: 'http://www.w3.org/2000/svg', viewBox, ...inherited };
  const tree: Root = {
    type: 'root',
    children: [{ type: 'element', tagName: 'svg', properties, children }],
  };
  return { kind: 'good', svg: writer.stringify(tree) };
}

/** Reads the viewBox, or derives it from `width` and `height`. */
function readViewBox({ properties, position }: Element, problems: LineFinding[]): string {
  const given = properties.viewBox ?? `0 0 ${properties.width} ${properties.height}`;
  const numbers = String(given)
    .trim()
    .replaceAll('px', '')
    .split(/[\s,]+/)
    .map(Number);
  const [, , width = 0, height = 0] = numbers;
  const place = { line: position?.start.line ?? 1 };
  if (numbers.length !== 4 || !numbers.every(Number.isFinite) || width <= 0 || height <= 0) {
    problems.push({ ...place, message: 'has no area; write viewBox="0 0 64 64" in <svg>' });
  } else if (Math.max(width / height, height / width) > RATIO_MAX) {
    const message = `is ${width} × ${height}; icons are square, so draw the mark alone, at most twice as wide as high`;
    problems.push({ ...place, message });
  }
  return numbers.join(' ');
}

function omitSize({
  x,
  y,
  width,
  height,
  ...properties
}: Element['properties']): Element['properties'] {
  return properties;
}

function copyNode(node: Nodes, problems: LineFinding[]): Element[] {
  if (node.type === 'text' && node.value.trim() !== '') {
    problems.push({
      ...findNodeLine(node),
      message: 'has text between its shapes; convert it to paths',
    });
  }
  if (node.type !== 'element' || IGNORED_ELEMENTS.has(node.tagName) || node.tagName.includes(':'))
    return [];
  if (!ELEMENTS.has(node.tagName)) {
    problems.push({
      ...findNodeLine(node),
      message: `has <${node.tagName}>; ${adviseOnElement(node.tagName)}`,
    });
    return [];
  }
  const children = node.children.flatMap((child) => copyNode(child, problems));
  return [{ ...node, properties: copyProperties(node, problems), children }];
}

function findNodeLine({ position }: Nodes): { readonly line?: number } {
  return position === undefined ? {} : { line: position.start.line };
}

function adviseOnElement(element: string): string {
  if (element === 'style')
    return 'export the drawing with presentation attributes, such as fill="#0a7d4f"';
  if (['text', 'tspan', 'textPath'].includes(element)) return 'convert the text to paths';
  if (element === 'use' || element === 'symbol') return 'write the shape itself where it is shown';
  return 'a logo consists of shapes and gradients, so remove it';
}

function copyProperties(element: Element, problems: LineFinding[]): Element['properties'] {
  const { style, ...properties } = element.properties;
  const copied: Element['properties'] = {};
  for (const [name, value] of [...Object.entries(properties), ...readStyle(style)]) {
    if (IGNORED_ATTRIBUTES.test(name)) continue;
    const problem = ATTRIBUTES.has(name) ? findAttributeProblem(name, String(value)) : 'remove it';
    if (problem !== undefined) {
      const message = `has ${name.toLowerCase()}="${value}" at <${element.tagName}>; ${problem}`;
      problems.push({ ...findNodeLine(element), message });
    }
    copied[name === 'xLinkHref' ? 'href' : name] = prefixIds(name, value);
  }
  return copied;
}

/**
 * Returns the declarations that an attribute can express as well, because pages don't allow
 * `style`.
 */
function readStyle(style: Element['properties'][string]): (readonly [string, string])[] {
  if (typeof style !== 'string') return [];
  return style.split(';').flatMap((declaration) => {
    const [property = '', ...value] = declaration.split(':');
    const name = PAINT_NAMES.get(property.trim().replaceAll('-', ''));
    return name === undefined ? [] : [[name, value.join(':').trim()] as const];
  });
}

/**
 * Finds what is unsafe in an attribute. Attributes are parsed like CSS, so only known functions are
 * allowed, and no escapes.
 */
function findAttributeProblem(name: string, value: string): string | undefined {
  if (name === 'href' || name === 'xLinkHref') {
    return /^#[\w-]+$/.test(value)
      ? undefined
      : 'write the id of a gradient of this file, such as "#a"';
  }
  const rest = value
    .replaceAll(COLOUR_VARIABLE, (variable, token: string) =>
      Object.hasOwn(DEFAULT_COLOURS, token) ? '' : variable,
    )
    .replaceAll(LOCAL_REFERENCE, '');
  const isSafe =
    !/[\\@{}<>]|\/\*/.test(rest) &&
    Array.from(rest.matchAll(CALL)).every(([, call = '']) => FUNCTIONS.has(call));
  return isSafe
    ? undefined
    : 'write a colour, a number, or the id of a gradient of this file, such as url(#a)';
}

function prefixIds(
  name: string,
  value: Element['properties'][string],
): Element['properties'][string] {
  if (typeof value !== 'string') return value;
  if (name === 'id') return `${ID_PREFIX}${value}`;
  if (name === 'href' || name === 'xLinkHref') return value.replace('#', `#${ID_PREFIX}`);
  return value.replaceAll(LOCAL_REFERENCE, `url(#${ID_PREFIX}$1)`);
}
