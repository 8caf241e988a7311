import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Kinds that are text; pictures and fonts are compressed in themselves. */
const TEXTS = /\.(?:css|html|js|json|map|svg|txt|webmanifest|xml)$/;

const ENCODINGS = [
  { end: '.br', compress: compressBrotli },
  { end: '.gz', compress: compressGzip },
] as const;

/**
 * Puts beside each text of a folder, and of the folders in it, the same in Brotli (`.br`) and gzip (`.gz`), each as
 * small as it gets; not where that would be no smaller than the text itself.
 */
export async function compressFiles(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && TEXTS.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  await Promise.all(paths.map(compressFile));
}

async function compressFile(path: string): Promise<void> {
  const bytes = await readFile(path);
  await Promise.all(
    ENCODINGS.map(async ({ end, compress }) => {
      const compressed = await compress(bytes);
      if (compressed.length < bytes.length) await writeFile(`${path}${end}`, compressed);
    }),
  );
}

function compressBrotli(bytes: Uint8Array): Promise<Uint8Array> {
  return promisify(brotliCompress)(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
}

function compressGzip(bytes: Uint8Array): Promise<Uint8Array> {
  return promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION });
}
