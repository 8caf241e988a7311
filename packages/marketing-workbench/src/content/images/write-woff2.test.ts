import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';
import { expect, test } from 'vitest';
import { writeWoff2 } from './write-woff2.ts';

/** The reference implementation of WOFF2, on which `subset-font` depends. */
const { decompress }: { readonly decompress: (packed: Buffer) => Promise<Uint8Array> } =
  createRequire(createRequire(import.meta.url).resolve('subset-font'))('wawoff2');

const FONT = new URL('../../ui/fonts/text-common.woff2', import.meta.url);

test('another program reads the tables of the font from the WOFF2 file', async () => {
  const font = await subsetFont(await readFile(FONT), 'Words – 5 €', { targetFormat: 'truetype' });
  const packed = await writeWoff2(font);
  expect(packed.length % 4).toBe(0);
  expect(packed.length).toBeLessThan(font.length * 0.7);
  expect(readTables(await decompress(packed))).toEqual(readTables(font));
});

test('a table that the standard does not list keeps its tag', async () => {
  const font = await subsetFont(await readFile(FONT), 'Words', { targetFormat: 'truetype' });
  const renamed = Buffer.from(font.toString('latin1').replace('avar', 'Mine'), 'latin1');
  expect(readTables(await decompress(await writeWoff2(renamed))).get('Mine')).toEqual(
    readTables(font).get('avar'),
  );
});

/** Reads the tables of a TrueType font by tag, without the checksum and flag that packing changes. */
function readTables(bytes: Uint8Array): ReadonlyMap<string, string> {
  const font = Buffer.from(bytes);
  return new Map(
    Array.from({ length: font.readUInt16BE(4) }, (_, index) => {
      const entry = 12 + 16 * index;
      const tag = font.toString('latin1', entry, entry + 4);
      const offset = font.readUInt32BE(entry + 8);
      const table = Buffer.from(font.subarray(offset, offset + font.readUInt32BE(entry + 12)));
      if (tag === 'head') {
        table.writeUInt32BE(0, 8);
        table.writeUInt16BE(table.readUInt16BE(16) & ~(1 << 11), 16);
      }
      return [tag, table.toString('hex')] as const;
    }),
  );
}
