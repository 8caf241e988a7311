import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Images and fonts are already compressed. */
const TEXTS = /\.(?:css|html|js|json|map|svg|txt|webmanifest|xml)$/;

const ENCODINGS = [
  { end: '.br', compress: compressBrotli },
  { end: '.gz', compress: compressGzip },
] as const;

/** Writes a Brotli (`.br`) and a gzip (`.gz`) variant next to each text file of a folder tree, unless it would not be smaller. */
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
