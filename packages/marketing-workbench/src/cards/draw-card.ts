import sharp from 'sharp';
import type { Brand } from '../site/brand/brand.ts';
import { paintLogo } from '../site/brand/logo.ts';
import { CARD_CUTS, type CardCut } from '../site/card-addresses.ts';
import type { Card } from '../site/cards.ts';
import { type CardColours, findCardColours, formatHex } from './colours.ts';
import { type CardArea, drawArt } from './draw-art.ts';
import {
  type CardTextStyle,
  drawFittingText,
  type TextBox,
  type TextDrawing,
} from './draw-text.ts';

/** Width of the art beside the text, or its height above the text, in pixels. */
const ART = 360;
const MARGIN = 64;
const GAP = 28;
const MARK_GAP = 40;
const MARK = 64;
const NAME_GAP = 20;
const LABEL_HEIGHT_MAX = 100;
const LABEL = { family: 'Source Sans 3 Semi-Bold', size: 38 };
const NAME = { family: 'Source Sans 3 Semi-Bold', size: 36 };
/** The smallest size is still legible in a feed, which shows cards at a quarter of their size. */
const TITLE = { size: 132, smallest: 44 };
/** Size of a label or name that is too long for one line, in pixels. */
const SMALLEST = 24;
const TYPEFACES = { serif: { family: 'Bitter Bold' }, sans: { family: 'Source Sans 3 Semi-Bold' } };

export type CardBrand = Pick<Brand, 'palette' | 'look' | 'logo'>;

const LETTER = /[\p{L}\p{N}]/u;

/**
 * The characters that the typefaces have: Latin, Greek and Cyrillic letters and the usual signs.
 * Pango draws a box with a number for any other character, without an error.
 */
const DRAWABLE =
  /[ -~\u{a1}-\u{ac}\u{ae}-\u{17f}\u{1a0}\u{1a1}\u{1af}\u{1b0}\u{218}-\u{21b}\u{386}\u{388}-\u{38a}\u{38c}\u{38e}-\u{3a1}\u{3a3}-\u{3ce}\u{400}-\u{45f}\u{490}\u{491}\u{1ea0}-\u{1ef9}\u{2010}-\u{2015}\u{2018}-\u{201e}\u{2020}-\u{2022}\u{2026}\u{2030}\u{2032}\u{2033}\u{2039}\u{203a}\u{20ac}\u{20bd}\u{2116}\u{2122}\u{2190}-\u{2193}\u{2212}\u{221e}\u{2248}\u{2260}\u{2264}\u{2265}]/u;

export async function drawCard(whole: Card, cut: CardCut, brand: CardBrand): Promise<Buffer> {
  const card = removeUndrawableTexts(whole);
  const size = CARD_CUTS[cut];
  const { art, text } = divideCard(size);
  const colours = findCardColours(brand.palette, card.theme);
  const inner = { ...text, width: text.width - 2 * MARGIN, left: text.left + MARGIN };
  const markTop = text.top + text.height - MARGIN - MARK;
  const label = await drawLine(
    card.label,
    { ...LABEL, colour: formatHex(colours.theme) },
    { width: inner.width, height: LABEL_HEIGHT_MAX },
  );
  const name = await drawLine(
    card.siteName,
    { ...NAME, colour: formatHex(colours.soft) },
    { width: inner.width - MARK - NAME_GAP, height: MARK },
  );
  const top = text.top + MARGIN + (label ? label.height + GAP : 0);
  const title =
    card.title &&
    (await drawFittingText(
      card.title,
      { ...TITLE, ...TYPEFACES[brand.look.headings], colour: formatHex(colours.ink) },
      { width: inner.width, height: markTop - MARK_GAP - top, smallest: TITLE.smallest },
    ));
  const nameTop = markTop + Math.round((MARK - (name ? name.height : 0)) / 2);
  const layers = [
    ...(label ? [createLayer(label, inner.left, text.top + MARGIN)] : []),
    ...(title ? [createLayer(title, inner.left, top)] : []),
    ...(name ? [createLayer(name, inner.left + MARK + NAME_GAP, nameTop)] : []),
  ];
  const logo = paintLogo(brand.logo, brand.palette);
  const base = drawBase(card, size, {
    art,
    colours,
    logo,
    mark: { left: inner.left, top: markTop },
  });
  return sharp(Buffer.from(base))
    .composite(layers)
    .png({ palette: true, colours: 128, dither: 0, effort: 4 })
    .toBuffer();
}

/** Draws a text in one line if it fits. Returns undefined if there is no text. */
async function drawLine(
  text: string,
  style: CardTextStyle,
  box: TextBox,
): Promise<TextDrawing | undefined> {
  return text === '' ? undefined : drawFittingText(text, style, { ...box, smallest: SMALLEST });
}

/**
 * Removes characters from the card that can't be drawn, such as emoji and rare symbols. A title
 * with letters of other scripts would lose its meaning, so the card shows the label, or the name of
 * the site, instead.
 */
function removeUndrawableTexts(card: Card): Card {
  const [title = '', label = '', siteName = ''] = [card.title, card.label, card.siteName].map(
    removeUndrawable,
  );
  const shown = { ...card, title, label, siteName };
  return title === '' ? { ...shown, title: label || siteName, label: '' } : shown;
}

/**
 * Removes characters that can't be drawn. Returns an empty text if one of them is a letter or
 * digit.
 */
export function removeUndrawable(text: string): string {
  const characters = Array.from(text.normalize('NFC').replaceAll(/\s/g, ' '));
  const missing = characters.filter((character) => !DRAWABLE.test(character));
  if (missing.some((character) => LETTER.test(character))) return '';
  const drawable = characters.filter((character) => DRAWABLE.test(character)).join('');
  return LETTER.test(drawable) ? drawable.replaceAll(/ +(?=[ :;,.!?]|$)/g, '').trim() : '';
}

/** Places the art beside the text on a flat card, and above it on any other. */
function divideCard({ width, height }: TextBox): {
  readonly art: CardArea;
  readonly text: CardArea;
} {
  if (height < width * 0.6) {
    const left = width - ART;
    return {
      art: { left, top: 0, width: ART, height },
      text: { left: 0, top: 0, width: left, height },
    };
  }
  const text = { left: 0, top: ART, width, height: height - ART };
  return { art: { left: 0, top: 0, width, height: ART }, text };
}

function createLayer({ bytes, width, height }: TextDrawing, left: number, top: number) {
  return { input: bytes, raw: { width, height, channels: 4 as const }, left, top };
}

type BaseParts = {
  readonly art: CardArea;
  readonly colours: CardColours;
  readonly logo: string;
  readonly mark: { readonly left: number; readonly top: number };
};

function drawBase(card: Card, size: TextBox, { art, colours, logo, mark }: BaseParts): string {
  const place = `<svg x="${mark.left}" y="${mark.top}" width="${MARK}" height="${MARK}" `;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">
<rect width="100%" height="100%" fill="${formatHex(colours.paper)}"/>
${drawArt(card, colours, art)}
${logo.replace('<svg ', place)}
</svg>`;
}
