import sharp from 'sharp';
import { escapeTags } from '../site/escape-xml.ts';

export type CardTextStyle = {
  readonly family: string;
  /** Size in pixels. */
  readonly size: number;
  readonly colour: string;
};

export type TextBox = { readonly width: number; readonly height: number };

/** RGBA pixels, row by row. */
export type TextDrawing = TextBox & { readonly bytes: Buffer };

const SIZE_STEP_PX = 6;
/**
 * The last two words stay on one line up to this length together, so that no short word has a line
 * of its own.
 */
const LAST_WORDS_MAX = 12;
/**
 * Descenders in the last line add less than this share of the size to the height; another line adds
 * more.
 */
const DESCENDER_MAX = 0.5;
/** The largest size for a title with a word that has to be broken. */
const BROKEN_WORD_SIZE_PX = 66;

type FittingBox = TextBox & { readonly smallest: number };

/**
 * Draws the text in the largest size that fits the box, in lines of similar length. A word that is
 * longer than a line is broken. A text that does not fit in the smallest size is cut off with "…".
 */
export async function drawFittingText(
  text: string,
  style: CardTextStyle,
  box: FittingBox,
): Promise<TextDrawing> {
  const bound = bindLastWords(text);
  for (let size = style.size; size >= box.smallest; size -= SIZE_STEP_PX) {
    const drawing = await drawText(bound, { ...style, size }, box.width);
    if (isFitting(drawing, box))
      return balanceLines(bound, { ...style, size }, drawing, box.height);
  }
  for (
    let size = Math.min(style.size, BROKEN_WORD_SIZE_PX);
    size >= box.smallest;
    size -= SIZE_STEP_PX
  ) {
    const drawing = await drawText(text, { ...style, size }, box.width, 'word-char');
    if (isFitting(drawing, box)) return drawing;
  }
  const letters = Array.from(text);
  if (letters.length <= 1) throw new Error('The box is too small for a single letter.');
  const rest = letters
    .slice(0, Math.floor(letters.length * 0.9))
    .join('')
    .replace(/[\s…]+$/, '');
  return drawFittingText(`${rest}…`, { ...style, size: box.smallest }, box);
}

function bindLastWords(text: string): string {
  return text.replace(/ (\S+)$/, (end, last: string, start: number) => {
    const before = text.slice(text.lastIndexOf(' ', start - 1) + 1, start);
    return before.length + last.length <= LAST_WORDS_MAX ? `\u00a0${last}` : end;
  });
}

function isFitting(drawing: TextDrawing, { width, height }: TextBox): boolean {
  return drawing.width <= width && drawing.height <= height;
}

/**
 * Wraps the text at `width` pixels. A longer word makes the drawing wider, or is broken for
 * `word-char`.
 */
export async function drawText(
  text: string,
  { family, size, colour }: CardTextStyle,
  width: number,
  wrap: 'word' | 'word-char' = 'word',
): Promise<TextDrawing> {
  const markup = `<span foreground="${colour}">${escapeTags(text)}</span>`;
  const { data, info } = await sharp({
    text: { text: markup, font: `${family} ${size}`, width, wrap, dpi: 72, rgba: true },
  })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { bytes: data, width: info.width, height: info.height };
}

/**
 * Makes the lines as narrow as possible without adding a line or exceeding the height, which
 * balances their lengths.
 */
async function balanceLines(
  text: string,
  style: CardTextStyle,
  widest: TextDrawing,
  heightMax: number,
): Promise<TextDrawing> {
  const highest = Math.min(heightMax, widest.height + style.size * DESCENDER_MAX);
  let best = widest;
  let tooNarrow = Math.floor(widest.width / 2);
  while (best.width - tooNarrow > 8) {
    const middle = Math.floor((tooNarrow + best.width) / 2);
    const drawing = await drawText(text, style, middle);
    if (drawing.height <= highest && drawing.width <= middle) best = drawing;
    else tooNarrow = middle;
  }
  return best;
}
