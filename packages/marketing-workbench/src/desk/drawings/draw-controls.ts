import type { Control } from './description.ts';
import {
  type DrawnBox,
  drawCircle,
  drawPath,
  drawRect,
  drawWords,
  keepShape,
  type LabelPlace,
  type LabelStyle,
  LINE_HEIGHT,
  measureLabel,
  wrapText,
} from './shapes.ts';

/** Left edge and width of the controls, in units. */
export const LEFT = 22;
export const WIDTH = 298;
const BOX_HEIGHT = 34;
const PADDING = 10;
const GAP = 8;
const CHOICE_INDENT = 44;
const ARROW_WIDTH = 24;

/** A drawn control; `marked` is the box that the ring of a mark surrounds. */
export type DrawnControl = {
  readonly svg: string;
  readonly height: number;
  readonly marked: DrawnBox;
};
type DrawItem = (item: string, box: DrawnBox, isChosen: boolean) => string;

/** Draws the control with its top at `y`. */
export function drawControl(control: Control, y: number): DrawnControl {
  if ('heading' in control) return drawParagraph(control.heading, y, { isBold: true });
  if ('text' in control) return drawParagraph(control.text, y);
  if ('note' in control) return drawPanel(control.note, y);
  if ('code' in control) return drawPanel(control.code, y, { isCode: true });
  if ('field' in control) return drawField(control.field, y, control.value);
  if ('select' in control) return drawField(control.select, y, control.value, ARROW_WIDTH);
  if ('radio' in control) return drawChoice(control.radio, y, drawRadio(y, control.on));
  if ('checkbox' in control) return drawChoice(control.checkbox, y, drawCheckbox(y, control.on));
  if ('toggle' in control) return drawChoice(control.toggle, y, drawToggle(y, control.on));
  if ('table' in control) return drawTable(control.table, y, control.on);
  if ('tabs' in control)
    return drawItems(control.tabs, placeInRows(control.tabs, y), drawTab, control.on);
  if ('menu' in control)
    return drawItems(control.menu, placeInGrid(control.menu, y, 1), drawEntry, control.on);
  if ('tiles' in control)
    return drawItems(control.tiles, placeInGrid(control.tiles, y, 2), drawTile, control.on);
  return drawItems(control.buttons, placeInRows(control.buttons, y), drawButton, control.on);
}

function drawParagraph(text: string, y: number, style: LabelStyle = {}): DrawnControl {
  const lines = wrapText(text, WIDTH, style);
  return createDrawnControl(drawWords(lines, { x: LEFT, y, style }), y, lines.length * LINE_HEIGHT);
}

function drawPanel(text: string, y: number, style: LabelStyle = {}): DrawnControl {
  const lines = wrapText(text, WIDTH - 2 * PADDING, style);
  const height = lines.length * LINE_HEIGHT + 2 * GAP;
  const panel = drawRect('sunken', { x: LEFT, y, width: WIDTH, height });
  return createDrawnControl(
    panel + drawWords(lines, { x: LEFT + PADDING, y: y + GAP, style }),
    y,
    height,
  );
}

function drawField(label: string, y: number, value = '', arrowWidth = 0): DrawnControl {
  const labels = wrapText(label, WIDTH);
  const values = wrapText(value, WIDTH - 2 * PADDING - arrowWidth);
  const top = y + labels.length * LINE_HEIGHT + 3;
  const height = BOX_HEIGHT + (values.length - 1) * LINE_HEIGHT;
  const box = { x: LEFT, y: top, width: WIDTH, height };
  const entry = drawWords(values, { x: LEFT + PADDING, y: top + GAP });
  const svg = drawWords(labels, { x: LEFT, y, look: 'soft' }) + drawRect('box', box) + entry;
  const arrow =
    arrowWidth === 0
      ? ''
      : keepShape(drawPath(`M${LEFT + WIDTH - arrowWidth} ${top + 14}l6 6l6 -6`));
  return createDrawnControl(svg + arrow, y, top + height - y);
}

function drawChoice(label: string, y: number, sign: string): DrawnControl {
  const lines = wrapText(label, WIDTH - CHOICE_INDENT);
  return createDrawnControl(
    sign + drawWords(lines, { x: LEFT + CHOICE_INDENT, y }),
    y,
    lines.length * LINE_HEIGHT,
  );
}

const drawRadio = (y: number, isOn: boolean) =>
  drawCircle('box', LEFT + 18, y + 9, 9) + (isOn ? drawCircle('accent2', LEFT + 18, y + 9, 5) : '');

const drawCheckbox = (y: number, isOn: boolean) =>
  keepShape(
    drawRect(isOn ? 'accent2' : 'box', { x: LEFT + 9, y, width: 18, height: 18 }, 3) +
      (isOn ? drawPath(`M${LEFT + 13} ${y + 9}l4 4l7 -8`, 'check') : ''),
  );

const drawToggle = (y: number, isOn: boolean) =>
  keepShape(
    drawRect(isOn ? 'accent2' : 'box', { x: LEFT, y, width: 36, height: 18 }, 9) +
      drawCircle(isOn ? 'on' : 'knob', LEFT + (isOn ? 27 : 9), y + 9, 6),
  );

const drawTab: DrawItem = (item, box, isChosen) =>
  drawLabel(item, box, {
    look: isChosen ? 'accent2' : 'soft',
    style: { isBold: isChosen },
    isCentred: true,
  }) + (isChosen ? drawRect('accent2', { ...box, y: box.y + box.height - 3, height: 3 }, 1) : '');

const drawEntry: DrawItem = (item, box, isChosen) =>
  (isChosen ? drawRect('sunken', box) : '') + drawLabel(item, box, { style: { isBold: isChosen } });

const drawTile: DrawItem = (item, box, isChosen) =>
  drawRect(isChosen ? 'box chosen' : 'box', box) +
  drawLabel(item, box, { style: { isBold: isChosen } });

const drawButton: DrawItem = (item, box, isChosen) =>
  drawRect(isChosen ? 'accent2' : 'box', box) +
  drawLabel(item, box, { look: isChosen ? 'on' : 'ink', style: { isBold: true }, isCentred: true });

function drawLabel(
  text: string,
  box: DrawnBox,
  place: Pick<LabelPlace, 'look' | 'isCentred' | 'style'>,
): string {
  const lines = wrapText(text, box.width - 2 * PADDING, { isBold: true });
  const y = box.y + (box.height - lines.length * LINE_HEIGHT) / 2;
  const x = place.isCentred === true ? box.x + box.width / 2 : box.x + PADDING;
  return drawWords(lines, { x, y, ...place });
}

function drawItems(
  items: readonly string[],
  boxes: readonly DrawnBox[],
  drawItem: DrawItem,
  on?: string,
): DrawnControl {
  const svg = items
    .map((item, index) => boxes[index] && drawItem(item, boxes[index], item === on))
    .join('');
  const [first, last] = [boxes[0]?.y ?? 0, boxes.at(-1)];
  const drawn = createDrawnControl(svg, first, (last?.y ?? 0) + (last?.height ?? 0) - first);
  return { ...drawn, marked: boxes[items.indexOf(on ?? '')] ?? drawn.marked };
}

/** Places boxes that are as wide as their texts, in as many rows as they need. */
function placeInRows(items: readonly string[], y: number): readonly DrawnBox[] {
  let [x, top] = [LEFT, y];
  return items.map((item) => {
    const width = Math.min(WIDTH, measureLabel(item, { isBold: true }) + 2 * PADDING);
    if (x + width > LEFT + WIDTH) [x, top] = [LEFT, top + BOX_HEIGHT + GAP];
    const box = { x, y: top, width, height: BOX_HEIGHT };
    x += width + GAP;
    return box;
  });
}

/** Places equally wide boxes; each row is as high as its longest text. */
function placeInGrid(items: readonly string[], y: number, columns: number): readonly DrawnBox[] {
  const gap = columns === 1 ? 0 : GAP;
  const width = (WIDTH - gap * (columns - 1)) / columns;
  const lines = items.map((item) => wrapText(item, width - 2 * PADDING, { isBold: true }).length);
  let top = y;
  return items.map((_, index) => {
    const first = index - (index % columns);
    const height = Math.max(...lines.slice(first, first + columns)) * LINE_HEIGHT + 2 * GAP;
    const box = { x: LEFT + (index % columns) * (width + gap), y: top, width, height };
    if (index % columns === columns - 1) top += height + gap;
    return box;
  });
}

function drawTable(rows: readonly (readonly string[])[], y: number, on?: string): DrawnControl {
  const widths = measureColumns(rows);
  let top = y;
  let marked: DrawnBox | undefined;
  const svg = rows.map((row, index) => {
    const style = { isBold: index === 0 || row[0] === on };
    const cells = row.map((cell, column) => wrapText(cell, (widths[column] ?? 0) - GAP, style));
    const height = Math.max(...cells.map(({ length }) => length)) * LINE_HEIGHT + 2 * GAP;
    const box = { x: LEFT, y: top, width: WIDTH, height };
    const drawn = cells.map((lines, column) => {
      const x = LEFT + sumWidths(widths.slice(0, column));
      return drawWords(lines, { x, y: top + GAP, look: index === 0 ? 'soft' : 'ink', style });
    });
    if (row[0] === on) marked = box;
    top += height;
    return drawn.join('') + drawPath(`M${LEFT} ${top}h${WIDTH}`);
  });
  const drawn = createDrawnControl(svg.join(''), y, top - y);
  return { ...drawn, marked: marked ?? drawn.marked };
}

/**
 * Returns the widths of the columns. Each is as wide as its longest word; columns with longer cells
 * share the remaining width.
 */
function measureColumns(rows: readonly (readonly string[])[]): readonly number[] {
  const columns = (rows[0] ?? []).map((_, column) => rows.map((row) => row[column] ?? ''));
  const measure = (text: string) => measureLabel(text, { isBold: true }) + GAP;
  const most = columns.map((cells) => Math.max(...cells.map(measure)));
  const least = columns.map((cells) =>
    Math.max(...cells.flatMap((cell) => cell.split(' ')).map(measure)),
  );
  const missing = sumWidths(most) - sumWidths(least);
  const share = missing === 0 ? 0 : Math.min(1, (WIDTH - sumWidths(least)) / missing);
  return least.map((width, column) => Math.floor(width + ((most[column] ?? 0) - width) * share));
}

function sumWidths(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0);
}

function createDrawnControl(svg: string, y: number, height: number): DrawnControl {
  return { svg, height, marked: { x: LEFT, y, width: WIDTH, height } };
}
