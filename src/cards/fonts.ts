import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { inflateSync } from 'node:zlib';

/** The site's typefaces, and those that bring the letters they lack; each with the files of one weight. */
const TYPEFACES: readonly { readonly name: string; readonly files: RegExp }[] = [
  { name: '@fontsource/bitter', files: /-700-normal\.woff$/ },
  { name: '@fontsource/source-sans-3', files: /-600-normal\.woff$/ },
  { name: '@fontsource/noto-sans-arabic', files: /arabic-700-normal\.woff$/ },
  { name: '@fontsource/noto-sans-devanagari', files: /devanagari-700-normal\.woff$/ },
  { name: '@fontsource/noto-sans-hebrew', files: /hebrew-700-normal\.woff$/ },
  { name: '@fontsource/noto-sans-thai', files: /thai-700-normal\.woff$/ },
  { name: '@fontsource/noto-sans-bengali', files: /bengali-700-normal\.woff$/ },
  { name: '@fontsource/noto-sans-tamil', files: /tamil-700-normal\.woff$/ },
  { name: '@fontsource/noto-sans-ethiopic', files: /ethiopic-700-normal\.woff$/ },
  // Japanese, Chinese and Korean, each in many files of some hundred characters.
  { name: '@fontsource/kosugi', files: /-400-normal\.woff$/ },
  { name: '@fontsource/zcool-xiaowei', files: /-400-normal\.woff$/ },
  { name: '@fontsource/do-hyeon', files: /-400-normal\.woff$/ },
];

/** Where a system keeps fonts: the last resort, for letters that none of ours has. */
const SYSTEM_FOLDERS: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  win32: ['WINDOWSFONTDIR'],
  darwin: ['/System/Library/Fonts', '/Library/Fonts'],
  linux: ['/usr/share/fonts', '/usr/local/share/fonts'],
};

/** Where the configuration for a folder of fonts stands, once `unpackFonts` has written it. */
export function fontConfigPath(folder: string): string {
  return join(folder, 'fonts.conf');
}

/**
 * Writes the typefaces to the folder, where they are not there yet, in the form in which they can be drawn with: the
 * packages hold them compressed for the web (WOFF), and Pango reads plain TrueType alone.
 */
export function unpackFonts(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const { resolve } = createRequire(import.meta.url);
  for (const { name, files } of TYPEFACES) {
    const source = join(dirname(resolve(`${name}/package.json`)), 'files');
    for (const file of readdirSync(source).filter((file) => files.test(file))) {
      const target = join(folder, file.replace(/\.woff$/, '.ttf'));
      if (!existsSync(target)) writeWhole(target, decompress(readFileSync(join(source, file))));
    }
  }
  writeWhole(fontConfigPath(folder), formatConfig(folder));
}

const WOFF = 0x774f4646;
const HEADER = { woff: 44, font: 12 };
const ENTRY = { woff: 20, font: 16 };

type Table = { readonly tag: number; readonly checksum: number; readonly bytes: Uint8Array };

/** From WOFF 1.0 (W3C) to the font that it wraps. */
export function decompress(woff: Buffer): Buffer {
  if (woff.readUInt32BE(0) !== WOFF) throw new Error('This is no WOFF 1.0 font.');
  const tables = Array.from({ length: woff.readUInt16BE(12) }, (_, index) => readTable(woff, index));
  const head = HEADER.font + ENTRY.font * tables.length;
  const font = Buffer.alloc(tables.reduce((size, { bytes }) => size + pad(bytes.length), head));
  const power = Math.floor(Math.log2(tables.length));
  font.writeUInt32BE(woff.readUInt32BE(4), 0);
  font.writeUInt16BE(tables.length, 4);
  font.writeUInt16BE(2 ** power * ENTRY.font, 6);
  font.writeUInt16BE(power, 8);
  font.writeUInt16BE((tables.length - 2 ** power) * ENTRY.font, 10);
  let start = head;
  for (const [index, { tag, checksum, bytes }] of tables.entries()) {
    const entry = HEADER.font + ENTRY.font * index;
    for (const [place, value] of [tag, checksum, start, bytes.length].entries()) {
      font.writeUInt32BE(value, entry + 4 * place);
    }
    font.set(bytes, start);
    start += pad(bytes.length);
  }
  return font;
}

function readTable(woff: Buffer, index: number): Table {
  const entry = HEADER.woff + ENTRY.woff * index;
  const read = (place: number) => woff.readUInt32BE(entry + 4 * place);
  const packed = woff.subarray(read(1), read(1) + read(2));
  return { tag: read(0), checksum: read(4), bytes: read(2) < read(3) ? inflateSync(packed) : packed };
}

/** Tables begin at every fourth byte. */
function pad(length: number): number {
  return Math.ceil(length / 4) * 4;
}

function formatConfig(folder: string): string {
  const folders = [folder, ...(SYSTEM_FOLDERS[process.platform] ?? [])]
    .map((path) => `<dir>${escapeXml(path)}</dir>`)
    .join('');
  const cache = `<cachedir>${escapeXml(join(folder, 'cache'))}</cachedir>`;
  return `<?xml version="1.0"?>\n<!DOCTYPE fontconfig SYSTEM "fonts.dtd">\n<fontconfig>${folders}${cache}</fontconfig>\n`;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

/** Another process sees the old file or the new one, never half of it. */
function writeWhole(path: string, content: string | Uint8Array): void {
  const part = `${path}.${process.pid}`;
  writeFileSync(part, content);
  renameSync(part, path);
}
