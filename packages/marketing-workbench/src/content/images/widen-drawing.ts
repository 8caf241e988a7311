import svgpath from 'svgpath';

type DrawingPoint = { readonly x: number; readonly y: number };

type DrawingElement = {
  readonly name: string;
  /** The tag as the author wrote it, from `<` to `>`. */
  readonly tag: string;
  readonly start: number;
  readonly parent: DrawingElement | undefined;
  /** Whether the element keeps its proportions as a whole. */
  readonly isRigid: boolean;
  /** The `transform` attribute. */
  readonly transform: string;
  /** Joined transforms of the element and all its ancestors. */
  readonly fromRoot: string;
  /**
   * Joined transforms of the element and its ancestors up to the outermost rigid one, or its own
   * transform.
   */
  readonly fromOwner: string;
  /** Outermost rigid element around the element, or itself if that is rigid. */
  readonly owner: DrawingElement | undefined;
  /** Tag with the position of a text: its own, or that of its first `<tspan>`. */
  readonly anchor: string;
  /** Points that decide where the element is, in the parent's coordinates. */
  readonly points: DrawingPoint[];
};

/**
 * Matches a tag, a comment, a CDATA section, an instruction or a declaration; only tags have a
 * name. No attribute value contains a `<`.
 */
export const SVG_MARKUP =
  /<!--.*?-->|<!\[CDATA\[.*?\]\]>|<[?!][^>]*>|<(\/?)([\w:.-]+)(?:[^>"']|"[^"]*"|'[^']*')*?(\/?)>/gs;

/**
 * Prepares a drawing for a viewport that shows a unit `1 / narrowing` times as wide as high. Boxes
 * and lines become wider. Texts, circles and groups with the class `rigid` become narrower again: a
 * text around its anchor, the others around their center. Their places are in user units, because
 * WebKit ignores `transform-box: fill-box` on texts.
 */
export function widenDrawing(svg: string, narrowing: number): string {
  let [widened, end] = ['', 0];
  for (const element of listDrawingElements(svg)) {
    const { start, tag } = element;
    widened += svg.slice(end, start) + widenTag(element, narrowing);
    end = start + tag.length;
  }
  return widened + svg.slice(end);
}

function listDrawingElements(svg: string): readonly DrawingElement[] {
  const elements: DrawingElement[] = [];
  let parent: DrawingElement | undefined;
  for (const { 0: tag, 1: closing, 2: name, 3: isEmpty, index: start } of svg.matchAll(
    SVG_MARKUP,
  )) {
    if (name === undefined) continue;
    if (closing) {
      parent = parent?.parent;
      continue;
    }
    const element = createDrawingElement({ svg, name, tag, start }, parent);
    placePoints(element);
    elements.push(element);
    if (!isEmpty) parent = element;
  }
  return elements;
}

type FoundTag = Pick<DrawingElement, 'name' | 'tag' | 'start'> & { readonly svg: string };

function createDrawingElement(
  { svg, name, tag, start }: FoundTag,
  parent: DrawingElement | undefined,
): DrawingElement {
  const isRigid = /(?:^|\s)rigid(?:\s|$)/.test(readTagAttribute(tag, 'class') ?? '');
  const transform = readTagAttribute(tag, 'transform') ?? '';
  const element: DrawingElement = {
    name,
    tag,
    start,
    parent,
    isRigid,
    transform,
    points: [],
    anchor: name === 'text' ? findAnchorTag(svg, start, tag) : tag,
    fromRoot: joinTransforms(parent?.fromRoot ?? '', transform),
    fromOwner:
      parent?.owner === undefined ? transform : joinTransforms(parent.fromOwner, transform),
    owner: parent?.owner,
  };
  return isRigid && element.owner === undefined ? { ...element, owner: element } : element;
}

/**
 * Returns the tag with the `x` of a text: that of its first `<tspan>` if it has none itself, as in
 * texts of several lines.
 */
function findAnchorTag(svg: string, start: number, tag: string): string {
  if (readTagAttribute(tag, 'x') !== undefined) return tag;
  const [, part] =
    /^\s*(<tspan\b(?:[^>"']|"[^"]*"|'[^']*')*>)/.exec(svg.slice(start + tag.length)) ?? [];
  return part ?? tag;
}

function readTagAttribute(tag: string, name: string): string | undefined {
  const [, double, single] = createAttributePattern(name).exec(tag) ?? [];
  return double ?? single;
}

function setTagAttribute(tag: string, name: string, value: string): string {
  const written = ` ${name}="${value}"`;
  if (readTagAttribute(tag, name) !== undefined)
    return tag.replace(createAttributePattern(name), written);
  const before = tag.slice(0, tag.endsWith('/>') ? -2 : -1).trimEnd();
  return before + written + tag.slice(before.length);
}

function createAttributePattern(name: string): RegExp {
  return new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`);
}

/** Gives the points of the element to the outermost rigid element around it, or else keeps them. */
function placePoints(element: DrawingElement): void {
  const { points } = element.owner ?? element;
  for (const point of transformPoints(listPoints(element), element.fromOwner)) points.push(point);
}

/** Lists the element itself and its ancestors, the root last. */
function listSelfAndAncestors(element: DrawingElement | undefined): readonly DrawingElement[] {
  const around: DrawingElement[] = [];
  for (let at = element; at !== undefined; at = at.parent) around.push(at);
  return around;
}

/**
 * Longer transforms, of many nested groups, are written as one matrix, because each element within
 * them parses them.
 */
const TRANSFORMS_LENGTH_MAX = 400;

function joinTransforms(outer: string, inner: string): string {
  const joined = `${outer} ${inner}`.trim();
  if (joined.length <= TRANSFORMS_LENGTH_MAX) return joined;
  const [e, f, ...axes] = listMatrix(joined);
  return `matrix(${[...axes, e, f].join(' ')})`;
}

/** Returns where transforms move the origin, and then the units of both axes without that. */
function listMatrix(transforms: string): readonly number[] {
  const [origin, right, down] = transformPoints(
    [
      { x: 0, y: 0 },
      { x: 1, y: 0 },
      { x: 0, y: 1 },
    ],
    transforms,
  );
  if (origin === undefined || right === undefined || down === undefined) return [];
  const { x, y } = origin;
  return [x, y, right.x - x, right.y - y, down.x - x, down.y - y];
}

function transformPoints(
  points: readonly DrawingPoint[],
  transform: string,
): readonly DrawingPoint[] {
  const path = svgpath(points.map(({ x, y }) => `M${x} ${y}`).join('')).transform(transform);
  return listPathPoints(path);
}

function listPathPoints(path: ReturnType<typeof svgpath>): readonly DrawingPoint[] {
  const points: DrawingPoint[] = [];
  path.abs().iterate(([command, ...numbers], _index, x, y) => {
    if (command === 'H') points.push({ x: numbers[0] ?? x, y });
    else if (command === 'V') points.push({ x, y: numbers[0] ?? y });
    else points.push(...pairNumbers(command === 'A' ? numbers.slice(-2) : numbers));
  });
  return points;
}

function pairNumbers(numbers: readonly number[]): readonly DrawingPoint[] {
  return numbers.flatMap((x, index) => {
    const y = numbers[index + 1];
    return index % 2 === 0 && y !== undefined && Number.isFinite(x + y) ? [{ x, y }] : [];
  });
}

/** Lists corners, ends and control points, in the element's own coordinates. */
function listPoints(element: DrawingElement): readonly DrawingPoint[] {
  const { name, tag } = element;
  const read = (attribute: string) => readLength(element, attribute);
  const corner = { x: read('x'), y: read('y') };
  switch (name) {
    case 'text':
      return [corner];
    case 'circle':
    case 'ellipse': {
      const [rx, ry] = name === 'circle' ? [read('r'), read('r')] : [read('rx'), read('ry')];
      const [cx, cy] = [read('cx'), read('cy')];
      return [
        { x: cx - rx, y: cy - ry },
        { x: cx + rx, y: cy + ry },
      ];
    }
    case 'rect':
    case 'image':
    case 'use':
      return [corner, { x: corner.x + read('width'), y: corner.y + read('height') }];
    case 'line':
      return pairNumbers(['x1', 'y1', 'x2', 'y2'].map(read));
    case 'polyline':
    case 'polygon':
      return pairNumbers(
        (readTagAttribute(tag, 'points') ?? '')
          .trim()
          .split(/[\s,]+/)
          .map(Number),
      );
    case 'path':
      return listPathPoints(svgpath(readTagAttribute(tag, 'd') ?? ''));
    default:
      return [];
  }
}

/** Reads a length in user units; percentages are of the viewBox. */
function readLength(element: DrawingElement, name: string): number {
  const value = readTagAttribute(element.anchor, name) ?? '';
  const number = Number.parseFloat(value) || 0;
  if (!value.endsWith('%')) return number;
  const viewBox =
    readTagAttribute(listSelfAndAncestors(element).at(-1)?.tag ?? '', 'viewBox') ?? '';
  const [, , width = 0, height = 0] = viewBox
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  return (number / 100) * (/^(?:c?y|y\d|height)$/.test(name) ? height : width);
}

function widenTag(element: DrawingElement, narrowing: number): string {
  const { name, tag, parent, isRigid } = element;
  const around = listSelfAndAncestors(parent);
  if (around.some(({ isRigid }) => isRigid)) return tag;
  if (isRigid || name === 'text' || name === 'circle') return narrowTag(element, narrowing);
  if (name === 'rect') return narrowCorners(tag, narrowing);
  const text = name === 'tspan' ? around.find(({ name }) => name === 'text') : undefined;
  return text === undefined ? tag : placePart(element, text, narrowing);
}

function narrowTag(element: DrawingElement, narrowing: number): string {
  const { tag, parent, transform, points } = element;
  const center = findCenter(points);
  const matrix = formatNarrowing(narrowing, center, parent?.fromRoot ?? '');
  return matrix === undefined
    ? tag
    : setTagAttribute(tag, 'transform', `${matrix} ${transform}`.trim());
}

function findCenter(points: readonly DrawingPoint[]): DrawingPoint {
  const middle = (numbers: readonly number[]) =>
    (numbers.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY) +
      numbers.reduce((one, other) => Math.max(one, other), Number.NEGATIVE_INFINITY)) /
    2;
  return { x: middle(points.map(({ x }) => x)), y: middle(points.map(({ y }) => y)) };
}

/**
 * Formats the transform that makes an element narrower on the screen and leaves `center` where it
 * is. `around` are the transforms of its ancestors: where they turn it, narrower on the screen is
 * not narrower in the element's coordinates. Undefined if the ancestors flatten the element, or it
 * has no center. With the ancestors' matrix A, its linear part is A⁻¹ · scale(narrowing, 1) · A.
 */
function formatNarrowing(
  narrowing: number,
  center: DrawingPoint,
  around: string,
): string | undefined {
  const [, , a = 0, b = 0, c = 0, d = 0] = listMatrix(around);
  const area = a * d - b * c;
  const [xx, yx] = [(narrowing * a * d - b * c) / area, ((1 - narrowing) * a * b) / area];
  const [xy, yy] = [((narrowing - 1) * c * d) / area, (a * d - narrowing * b * c) / area];
  const [x, y] = [center.x * (1 - xx) - center.y * xy, center.y * (1 - yy) - center.x * yx];
  const matrix = [xx, yx, xy, yy, x, y];
  return matrix.every(Number.isFinite) ? `matrix(${matrix.map(roundUnits).join(' ')})` : undefined;
}

function roundUnits(number: number): number {
  return Number(number.toFixed(4));
}

/** Narrows the corner radius, so that rounded corners stay round. */
function narrowCorners(tag: string, narrowing: number): string {
  const [rx, ry] = [readTagAttribute(tag, 'rx'), readTagAttribute(tag, 'ry')];
  const radius = Number(rx ?? ry);
  if (Number.isNaN(radius)) return tag;
  return setTagAttribute(
    setTagAttribute(tag, 'rx', String(roundUnits(radius * narrowing))),
    'ry',
    ry ?? rx ?? '',
  );
}

/**
 * Keeps the place of a part of a text that has an `x` of its own, such as the cell of a row. In
 * turned texts it stays as it is.
 */
function placePart(part: DrawingElement, text: DrawingElement, narrowing: number): string {
  const x = Number(readTagAttribute(part.tag, 'x'));
  if (Number.isNaN(x) || /rotate|matrix|skew/.test(text.fromRoot)) return part.tag;
  const start = readLength(text, 'x');
  return setTagAttribute(part.tag, 'x', String(roundUnits(start + (x - start) / narrowing)));
}
