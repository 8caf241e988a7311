import { escapeTags } from '../../site/escape-xml.ts';

/** Width of the widest character of each group in the site's text face. */
const WIDTHS: readonly (readonly [characters: RegExp, ems: number])[] = [
  [/[fijlI|'.,:;! ·‘’›]/, 0.3],
  [/[rstxz()[\]{}/"“”*?-]/, 0.43],
  [/[mMW@%…—]/, 0.93],
  [/[A-Zw&]/, 0.69],
];
const OTHER_WIDTH = 0.57;
const MONOSPACE_WIDTH = 0.61;
const BOLD = 1.08;

const FONT_SIZE = 14;
/** Distance from the top of a line to its baseline. */
const BASELINE = 14;
export const LINE_HEIGHT = 19;

export type DrawnBox = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};
export type LabelStyle = { readonly isBold?: boolean; readonly isCode?: boolean };
export type LabelPlace = {
  readonly x: number;
  readonly y: number;
  readonly look?: string;
  readonly style?: LabelStyle;
  readonly isCentred?: boolean;
};

/** Returns an upper bound for the width of a label, in units. */
export function measureLabel(
  text: string,
  { isBold = false, isCode = false }: LabelStyle = {},
): number {
  const ems = Array.from(text, (character) =>
    isCode
      ? MONOSPACE_WIDTH
      : (WIDTHS.find(([known]) => known.test(character))?.[1] ?? OTHER_WIDTH),
  );
  return Math.ceil(ems.reduce((sum, one) => sum + one, 0) * FONT_SIZE * (isBold ? BOLD : 1));
}

/**
 * Splits a text into lines of at most `width`, at spaces and within addresses. Other words are cut
 * only if they are wider than that.
 */
export function wrapText(text: string, width: number, style: LabelStyle = {}): readonly string[] {
  const isWide = (line: string) => measureLabel(line.trimEnd(), style) > width;
  const lines = [''];
  const add = (part: string) => {
    const line = (lines.at(-1) ?? '') + part;
    if (isWide(line) && line !== part) lines.push(part);
    else lines[lines.length - 1] = line;
  };
  for (const word of text.split(/(?<=[ /?&@]|\w:(?=\w))/)) {
    if (isWide(word)) for (const character of word) add(character);
    else add(word);
  }
  return lines.map((line) => line.trimEnd());
}

/** Draws lines of text; `y` is the top of the first. */
export function drawWords(
  lines: readonly string[],
  { x, y, look = 'ink', style = {}, isCentred = false }: LabelPlace,
): string {
  const names = [look, style.isBold && 'bold', style.isCode && 'code'];
  const anchor = isCentred ? ' text-anchor="middle"' : '';
  return lines
    .map((line, index) => {
      if (line === '') return '';
      const baseline = y + BASELINE + index * LINE_HEIGHT;
      return `<text class="${names.filter(Boolean).join(' ')}" x="${x}" y="${baseline}"${anchor}>${escapeTags(line)}</text>\n`;
    })
    .join('');
}

export function drawRect(look: string, { x, y, width, height }: DrawnBox, radius = 6): string {
  return `<rect class="${look}" x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}"/>\n`;
}

export function drawCircle(look: string, x: number, y: number, radius: number): string {
  return `<circle class="${look}" cx="${x}" cy="${y}" r="${radius}"/>\n`;
}

/** Groups shapes that keep their proportions in the wide form of the drawing. */
export function keepShape(svg: string): string {
  return `<g class="rigid">\n${svg}</g>\n`;
}

export function drawPath(data: string, look = 'line'): string {
  return `<path class="${look}" d="${data}"/>\n`;
}
