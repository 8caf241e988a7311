import path from 'node:path';
import { decodePercent } from 'marketing-workbench/site/addresses';
import type { ArchiveFile } from './archive.ts';
import type { ImportSource, SourceFile } from './source.ts';

/**
 * Finds files of an old site by their addresses, in a copy of `wp-content/uploads`, of a folder
 * above it, or of another folder. Their folders must agree: many pictures have the same name.
 */
export function openUploads(files: readonly ArchiveFile[]): ImportSource['findFile'] {
  const byPath = new Map<string, SourceFile>();
  const byMonth = new Map<string, SourceFile | undefined>();
  for (const file of files) {
    const id = readUploadPath(file.path);
    if (byPath.has(id)) continue;
    const found = { id, name: path.posix.basename(file.path), read: file.read };
    byPath.set(id, found);
    const month = findMonth(id);
    if (month !== undefined) byMonth.set(month, byMonth.has(month) ? undefined : found);
  }
  return (src) => {
    for (const wanted of listUploadVariants(readUploadPath(readAddressPath(src)))) {
      const found = byPath.get(wanted) ?? byMonth.get(findMonth(wanted) ?? '');
      if (found !== undefined) return found;
    }
    return undefined;
  };
}

/**
 * Returns `2014/03/shop.png` for `https://x.example/wp-content/uploads/2014/03/Shop.png`, and for
 * the path of the file in a copy.
 */
function readUploadPath(pathname: string): string {
  return pathname
    .normalize()
    .toLowerCase()
    .replace(/^.*?(?:^|\/)uploads\//, '')
    .replace(/^\/?(?:.*\/)?wp-content\//, '')
    .replace(/^\//, '');
}

/**
 * Finds the month and name at the end of a path, for copies in a folder of another name, and for
 * sites with other addresses of files.
 */
function findMonth(pathname: string): string | undefined {
  return /(?:^|\/)(\d{4}\/\d\d\/[^/]+)$/.exec(pathname)?.[1];
}

/**
 * Lists the paths to try. The original without the size that WordPress adds (`photo-300x200.jpg`)
 * comes first.
 */
function listUploadVariants(pathname: string): readonly string[] {
  const original = pathname.replace(/-(?:\d+x\d+|scaled)(?=\.\w+$)/, '');
  return [...new Set([original, pathname, original.replace(/(?=\.\w+$)/, '-scaled')])];
}

function readAddressPath(src: string): string {
  const pathname = URL.parse(src, 'https://any.example')?.pathname ?? '';
  return decodePercent(pathname);
}
