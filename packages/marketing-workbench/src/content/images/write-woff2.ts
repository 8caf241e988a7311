import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

const compress = promisify(brotliCompress);

/** Tables whose tag is written as its place in this list of the standard. */
const KNOWN_TAGS: readonly string[] =
  'cmap head hhea hmtx maxp name OS/2 post cvt_ fpgm glyf loca prep CFF_ VORG EBDT EBLC gasp hdmx kern LTSH PCLT VDMX vhea vmtx BASE GDEF GPOS GSUB EBSC JSTF MATH CBDT CBLC COLR CPAL SVG_ sbix acnt avar bdat bloc bsln cvar fdsc feat fmtx fvar gvar'
    .replaceAll('_', ' ')
    .match(/.{4}(?= |$)/g) ?? [];
const OTHER_TAG = 63;
/** Flag of `glyf` and `loca` that says that they are as in a TrueType font. */
const UNTRANSFORMED = 3 << 6;
/** Flag of the table `head` that says that the font was packed. */
const PACKED = 1 << 11;
/**
 * Takes a third of the time of quality 10, and writes 6 % more bytes. The window holds the
 * characters of an ordinary drawing; a larger one takes longer to clear.
 */
const [QUALITY, WINDOW_BITS] = [9, 16];

const [SFNT_HEADER_BYTES, SFNT_ENTRY_BYTES, HEADER_BYTES] = [12, 16, 48];

type FontTable = { readonly tag: string; readonly bytes: Buffer };

/**
 * Packs a TrueType font as WOFF2 (https://www.w3.org/TR/WOFF2/) without transforming its tables. With
 * transforms it would be 6 % smaller and take several times as long.
 */
export async function writeWoff2(font: Buffer): Promise<Buffer> {
  const tables = listFontTables(font);
  const directory = Buffer.concat(tables.map(writeTableEntry));
  const packed = await compress(Buffer.concat(tables.map(({ bytes }) => bytes)), {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_FONT,
    },
  });
  const end = HEADER_BYTES + directory.length + packed.length;
  const header = Buffer.alloc(HEADER_BYTES);
  header.write('wOF2');
  font.copy(header, 4, 0, 4);
  header.writeUInt32BE(padLength(end), 8);
  header.writeUInt16BE(tables.length, 12);
  header.writeUInt32BE(measureFont(tables), 16);
  header.writeUInt32BE(packed.length, 20);
  return Buffer.concat([header, directory, packed], padLength(end));
}

/** Lists the tables by tag, but `loca` after `glyf`, as the standard demands. */
function listFontTables(font: Buffer): readonly FontTable[] {
  const tables = Array.from({ length: font.readUInt16BE(4) }, (_, index) => {
    const entry = SFNT_HEADER_BYTES + SFNT_ENTRY_BYTES * index;
    const tag = font.toString('latin1', entry, entry + 4);
    const [offset, length] = [font.readUInt32BE(entry + 8), font.readUInt32BE(entry + 12)];
    const bytes = font.subarray(offset, offset + length);
    return { tag, bytes: tag === 'head' ? markPacked(bytes) : bytes };
  });
  const loca = tables.filter(({ tag }) => tag === 'loca');
  return tables.flatMap((table) => {
    if (table.tag === 'glyf') return [table, ...loca];
    return table.tag === 'loca' ? [] : table;
  });
}

function markPacked(head: Buffer): Buffer {
  const marked = Buffer.from(head);
  marked.writeUInt16BE(marked.readUInt16BE(16) | PACKED, 16);
  return marked;
}

function writeTableEntry({ tag, bytes }: FontTable): Buffer {
  const known = KNOWN_TAGS.indexOf(tag);
  const transform = tag === 'glyf' || tag === 'loca' ? UNTRANSFORMED : 0;
  const name =
    known === -1
      ? Buffer.concat([Buffer.of(OTHER_TAG), Buffer.from(tag, 'latin1')])
      : Buffer.of(known | transform);
  return Buffer.concat([name, writeBase128(bytes.length)]);
}

/** Writes a number in groups of seven bits; all bytes but the last have the highest bit. */
function writeBase128(number: number): Buffer {
  const groups = [number % 128];
  for (let rest = Math.floor(number / 128); rest > 0; rest = Math.floor(rest / 128))
    groups.unshift(128 + (rest % 128));
  return Buffer.from(groups);
}

/** Returns the length of the TrueType font, whose tables begin at multiples of four. */
function measureFont(tables: readonly FontTable[]): number {
  const lengths = tables.map(({ bytes }) => padLength(bytes.length));
  const directory = SFNT_HEADER_BYTES + SFNT_ENTRY_BYTES * tables.length;
  return lengths.reduce((sum, length) => sum + length, directory);
}

function padLength(length: number): number {
  return Math.ceil(length / 4) * 4;
}
