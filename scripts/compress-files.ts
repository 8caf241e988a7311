import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Images and fonts are already compressed. */
const TEXTS = /\.(?:css|html|js|json|map|svg|txt|webmanifest|xml)$/;

/**
 * Writes a Brotli (`.br`) and a gzip (`.gz`) variant next to each text file of a folder tree,
 * unless it would not be smaller or is there already.
 */
export async function compressFiles(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true });
  await Promise.all(
    names.filter((name) => TEXTS.test(name)).map((name) => compressAsset(join(folder, name))),
  );
}

/** Brotli compresses as well as it can by default. */
async function compressAsset(path: string): Promise<void> {
  if (await isCompressed(path)) return;
  const bytes = await readFile(path);
  const variants = {
    '.br': await promisify(brotliCompress)(bytes),
    '.gz': await promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
  };
  for (const [end, compressed] of Object.entries(variants)) {
    if (compressed.length < bytes.length) await writeFile(`${path}${end}`, compressed);
  }
}

async function isCompressed(path: string): Promise<boolean> {
  const [file, variant] = await Promise.all([
    stat(path),
    stat(`${path}.gz`).catch(() => undefined),
  ]);
  return variant !== undefined && variant.mtimeMs >= file.mtimeMs;
}
