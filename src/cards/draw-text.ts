import sharp from 'sharp';

export type TextStyle = {
  readonly family: string;
  /** Pixels. */
  readonly size: number;
  readonly colour: string;
};

export type Box = { readonly width: number; readonly height: number };

/** Its pixels row by row, each as red, green, blue and opacity. */
export type Drawing = Box & { readonly bytes: Buffer; readonly isRightToLeft: boolean };

/** Between two sizes that are tried. */
const SIZE_STEP = 6;
/** So many letters of two words stay in one line: a last line of one short word is no headline. */
const KEPT_TOGETHER = 12;
/** Share of its size by which a text is higher for a letter that hangs below its last line; a line is more than this. */
const HANGING = 0.5;
/** A word that is cut in two is no headline: it is set smaller than others. */
const CUT_WORD_SIZE = 66;

type FittingBox = Box & { readonly smallest: number };

/**
 * The text in the largest of the sizes in which it fits the box, in lines of about the same length. A word that is
 * longer than a line is cut in two; a text that is too long in the smallest size loses its end, and says so with "…".
 */
export async function drawFittingText(text: string, style: TextStyle, box: FittingBox): Promise<Drawing> {
  const bound = bindLastWords(text);
  for (let size = style.size; size >= box.smallest; size -= SIZE_STEP) {
    const drawing = await drawText(bound, { ...style, size }, box.width);
    if (isFitting(drawing, box)) return balance(bound, { ...style, size }, drawing, box.height);
  }
  for (let size = Math.min(style.size, CUT_WORD_SIZE); size >= box.smallest; size -= SIZE_STEP) {
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
    return before.length + last.length <= KEPT_TOGETHER ? `\u00a0${last}` : end;
  });
}

function isFitting(drawing: Drawing, { width, height }: Box): boolean {
  return drawing.width <= width && drawing.height <= height;
}

/** The text set in lines of at most that width, in pixels; a word that is longer sticks out, or is cut for `word-char`. */
export async function drawText(
  text: string,
  { family, size, colour }: TextStyle,
  width: number,
  wrap: 'word' | 'word-char' = 'word',
): Promise<Drawing> {
  const markup = `<span foreground="${colour}">${escapeMarkup(text)}</span>`;
  const { data, info } = await sharp({
    text: { text: markup, font: `${family} ${size}`, width, wrap, dpi: 72, rgba: true },
  })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { bytes: data, width: info.width, height: info.height, isRightToLeft: isRightToLeft(text) };
}

/** The narrowest lines that are no more in number, and within the room in height. */
async function balance(text: string, style: TextStyle, widest: Drawing, room: number): Promise<Drawing> {
  const highest = Math.min(room, widest.height + style.size * HANGING);
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

const RIGHT_TO_LEFT = /^[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;

function isRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(text);
}

function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
