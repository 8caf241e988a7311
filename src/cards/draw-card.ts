import sharp from 'sharp';
import { CARD_CUTS, type Card, type CardCut } from '../site/cards.ts';
import { SITE } from '../site/site-info.ts';
import { findThemeColour, hex, INK, PAPER, SITE_COLOUR, SOFT_INK } from './colours.ts';
import { type Area, drawArt } from './draw-art.ts';
import { type Box, type Drawing, drawFittingText, drawText } from './draw-text.ts';
import { findMissingLetters } from './missing-letters.ts';

const MARGIN = 64;
const GAP = 28;
const MARK_GAP = 40;
const MARK = 64;
const LABEL = { family: 'Source Sans 3 Semi-Bold', size: 38 };
const NAME = { family: 'Source Sans 3 Semi-Bold', size: 36 };
/** At a quarter of the size, as a feed of posts shows a card, the smallest can still be read. */
const TITLE = { family: 'Bitter Bold', size: 132, smallest: 44 };

const LETTER = /[\p{L}\p{N}]/u;

export type DrawnCard = {
  /** A PNG of the cut's size. */
  readonly bytes: Buffer;
  /** What the card should say and no typeface can. */
  readonly missing: readonly string[];
};

/** The picture of a card, without the letters that no typeface has. */
export async function drawCard(card: Card, cut: CardCut): Promise<DrawnCard> {
  const missing = await findMissingLetters(card.title + card.label, TITLE.family);
  return { bytes: await drawLegible(leaveOut(card, missing), cut), missing };
}

async function drawLegible(card: Card, cut: CardCut): Promise<Buffer> {
  const size = CARD_CUTS[cut];
  const { art, text } = divide(size);
  const colour = findThemeColour(card.theme);
  const inner = { ...text, width: text.width - 2 * MARGIN, left: text.left + MARGIN };
  const label = card.label && (await drawText(card.label, { ...LABEL, colour: hex(colour) }, inner.width));
  const name = await drawText(SITE.name, { ...NAME, colour: hex(SOFT_INK) }, inner.width);
  const top = text.top + MARGIN + (label ? label.height + GAP : 0);
  const markTop = text.top + text.height - MARGIN - MARK;
  const room = { width: inner.width, height: markTop - MARK_GAP - top, smallest: TITLE.smallest };
  const title = await drawFittingText(card.title, { ...TITLE, colour: hex(INK) }, room);
  const layers = [
    ...(label ? [place(label, inner, text.top + MARGIN)] : []),
    place(title, inner, top),
    layer(name, inner.left + MARK + 20, markTop + Math.round((MARK - name.height) / 2)),
  ];
  return sharp(Buffer.from(drawBase(card, { size, art, mark: { left: inner.left, top: markTop } })))
    .composite(layers)
    .png({ palette: true, colours: 128, dither: 0, effort: 4 })
    .toBuffer();
}

/**
 * Nothing rather than boxes: signs and emoji are left out where they are missing; a text without some of its letters
 * would say something else, so that a title gives way to the shelf's name, or to the site's.
 */
function leaveOut(card: Card, missing: readonly string[]): Card {
  if (missing.length === 0) return card;
  const clean = (text: string) => {
    const rest = Array.from(text).filter((letter) => !missing.includes(letter));
    const isWhole = missing.every((letter) => !LETTER.test(letter) || !text.includes(letter));
    const shown = rest
      .join('')
      .replace(/\s+(?=\s|[:;,.!?]|$)/g, '')
      .trim();
    return isWhole && LETTER.test(shown) ? shown : '';
  };
  const [title, label] = [clean(card.title), clean(card.label)];
  return title === '' ? { ...card, title: label || SITE.name, label: '' } : { ...card, title, label };
}

/** The covers stand beside the text where the card is flat, else above it. */
function divide({ width, height }: Box): { readonly art: Area; readonly text: Area } {
  if (height < width * 0.6) {
    const artWidth = 360;
    const textWidth = width - artWidth;
    return {
      art: { left: textWidth, top: 0, width: artWidth, height },
      text: { left: 0, top: 0, width: textWidth, height },
    };
  }
  const artHeight = 360;
  return {
    art: { left: 0, top: 0, width, height: artHeight },
    text: { left: 0, top: artHeight, width, height: height - artHeight },
  };
}

/** Text that runs from the right stands at the right. */
function place(drawing: Drawing, { left, width }: Area, top: number) {
  const shift = drawing.isRightToLeft ? width - drawing.width : 0;
  return layer(drawing, left + Math.max(0, shift), top);
}

function layer({ bytes, width, height }: Drawing, left: number, top: number) {
  return { input: bytes, raw: { width, height, channels: 4 as const }, left, top };
}

type Base = {
  readonly size: Box;
  readonly art: Area;
  readonly mark: { readonly left: number; readonly top: number };
};

function drawBase(card: Card, { size, art, mark }: Base): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">
<rect width="100%" height="100%" fill="${hex(PAPER)}"/>
${drawArt(card, art)}
<svg x="${mark.left}" y="${mark.top}" width="${MARK}" height="${MARK}" viewBox="0 0 64 64">${drawMark()}</svg>
</svg>`;
}

/** The site's mark, as in its favicon. */
function drawMark(): string {
  const tools = '<path d="M17 23V12h7v11zM29 23v-6h7v6zM41 23V8h7v15z" opacity="0.7"/>';
  const bench = '<path d="M10 25h44v8H10zM15 33h7v19h-7zM42 33h7v19h-7z"/>';
  return `<rect width="64" height="64" rx="14" fill="${hex(SITE_COLOUR)}"/><g fill="${hex(PAPER)}">${bench}${tools}</g>`;
}
