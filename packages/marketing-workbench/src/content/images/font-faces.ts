import { readFile } from 'node:fs/promises';
import subsetFont from 'subset-font';
import { hashBytes } from './encode-image.ts';
import { SVG_MARKUP } from './widen-drawing.ts';
import { writeWoff2 } from './write-woff2.ts';

/** Name of the site's text face, as drawings write it. */
const FAMILY = 'Source Sans 3';
const STYLES = new URL('../../ui/styles/fonts.css', import.meta.url);
const FACE = /url\("([^"]*\/text-\w+\.woff2)"\)[^}]*?unicode-range:\s*([^;]+);/g;
const PUBLISHED_FACES = new RegExp(
  `<style>(?:@font-face\\{font-family:"${FAMILY}"[^}<]*\\})+</style>`,
);
/**
 * Elements whose text is not shown: style sheets, and descriptions that only screen readers use.
 */
const UNSHOWN: ReadonlySet<string> = new Set(['style', 'title', 'desc', 'metadata']);
const CDATA = '<![CDATA[';

/** Tables that are dropped: kerning and weights work without them. */
const UNUSED_TABLES = ['GDEF', 'GSUB', 'HVAR'];

type FontFile = { readonly bytes: Buffer; readonly range: string };
type FontFace = {
  readonly font: Buffer;
  readonly range: string;
  readonly characters: ReadonlySet<string>;
};

let fontFiles: Promise<readonly FontFile[]> | undefined;
let faces: Promise<readonly FontFace[]> | undefined;

/** Returns a hash that changes with the fonts. */
export async function readFontVersion(): Promise<string> {
  return hashBytes(Buffer.concat((await readFontFiles()).map(({ bytes }) => bytes)));
}

/** Returns whether the SVG names the site's text face. */
export function isInTextFace(svg: string): boolean {
  return svg.includes(FAMILY);
}

/**
 * Writes a style sheet with the characters of the text face that the SVG shows; empty if it does
 * not name the face. A picture in a page can't use the fonts of the page.
 */
export async function writeFontFaces(svg: string): Promise<string> {
  if (!isInTextFace(svg)) return '';
  const shown = new Set(readDrawnText(svg));
  const rules = (await readFaces()).map(async ({ font, range, characters }) => {
    const needed = [...shown].filter((character) => characters.has(character));
    if (needed.length === 0) return '';
    const subset = await writeWoff2(await createSubset(font, needed));
    const source = `url(data:font/woff2;base64,${subset.toString('base64')})`;
    return `@font-face{font-family:"${FAMILY}";font-weight:400 700;font-display:swap;src:${source};unicode-range:${range}}`;
  });
  return (await Promise.all(rules)).join('');
}

/**
 * Lists the symbols that the SVG shows and the text face doesn't have, such as a check mark. Each
 * reader's system draws them in a font of its own. Letters of other scripts are not listed, because
 * their words can't be written without them.
 */
export async function listMissingSymbols(svg: string): Promise<readonly string[]> {
  if (!isInTextFace(svg)) return [];
  const known = new Set((await readFontFiles()).flatMap(({ range }) => listCharacters(range)));
  const symbols = readDrawnText(svg).match(/[\p{S}\p{P}]/gu) ?? [];
  return [...new Set(symbols)].filter((symbol) => !known.has(symbol));
}

/** Removes the font faces of a drawing that was published before and comes from an export. */
export function removeFontFaces(svg: string): string {
  return svg.replace(PUBLISHED_FACES, '');
}

function readFontFiles(): Promise<readonly FontFile[]> {
  fontFiles ??= readFile(STYLES, 'utf8').then((styles) =>
    Promise.all(
      Array.from(styles.matchAll(FACE), async ([, file = '', range = '']) => ({
        bytes: await readFile(new URL(file, STYLES)),
        range: range.replaceAll(/\s/g, ''),
      })),
    ),
  );
  return fontFiles;
}

/** Reads the fonts uncompressed, so that they are not decompressed for each drawing. */
function readFaces(): Promise<readonly FontFace[]> {
  faces ??= readFontFiles().then((files) =>
    Promise.all(
      files.map(async ({ bytes, range }) => {
        const characters = listCharacters(range);
        return {
          font: await createSubset(bytes, characters),
          range,
          characters: new Set(characters),
        };
      }),
    ),
  );
  return faces;
}

/** Creates a TrueType font. */
function createSubset(font: Buffer, characters: readonly string[]): Promise<Buffer> {
  const targetFormat = 'truetype' as const;
  const options = { targetFormat, keepFeatures: ['kern'], dropTables: UNUSED_TABLES };
  return subsetFont(font, characters.join(''), options);
}

/** Lists the characters of a `unicode-range` of CSS, such as `U+20-7E,U+A0`. */
function listCharacters(range: string): readonly string[] {
  return range.split(',').flatMap((part) => {
    const [first = 0, last = first] = part
      .slice(2)
      .split('-')
      .map((hex) => Number.parseInt(hex, 16));
    return Array.from({ length: last - first + 1 }, (_, index) =>
      String.fromCodePoint(first + index),
    );
  });
}

function readDrawnText(svg: string): string {
  const shown: string[] = [];
  let [end, hidden] = [0, ''];
  for (const { 0: markup, 1: closing, 2: name = '', 3: isEmpty, index } of svg.matchAll(
    SVG_MARKUP,
  )) {
    if (hidden === '') {
      shown.push(decodeReferences(svg.slice(end, index)));
      if (markup.startsWith(CDATA)) shown.push(markup.slice(CDATA.length, -']]>'.length));
      if (!closing && !isEmpty && UNSHOWN.has(name)) hidden = name;
    } else if (closing && name === hidden) hidden = '';
    end = index + markup.length;
  }
  return shown.join('');
}

const NAMED = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

function decodeReferences(text: string): string {
  return text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (reference, decimal, hex, name) => {
    if (name !== undefined) return NAMED.get(name) ?? reference;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10_ff_ff ? String.fromCodePoint(code) : '';
  });
}
