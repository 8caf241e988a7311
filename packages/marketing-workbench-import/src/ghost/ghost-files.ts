import path from 'node:path';
import type { ArchiveFile } from '../archive.ts';
import type { SourceFile } from '../source.ts';

/**
 * Finds the pictures and files of a site, in `content/images`, `content/files` and `content/media`,
 * by their addresses.
 */
export function openGhostFiles(
  files: readonly ArchiveFile[],
): (src: string) => SourceFile | undefined {
  const byPath = new Map<string, ArchiveFile>();
  for (const file of files) {
    const key = readFileKey(file.path);
    if (key !== undefined && !key.startsWith('images/size/') && !byPath.has(key))
      byPath.set(key, file);
  }
  return (src) => {
    const key = readFileKey(readFilePath(src));
    if (key === undefined) return undefined;
    const original = key.replace(/^images\/(?:size\/[^/]+\/)?(?:format\/[^/]+\/)?/, 'images/');
    // Ghost keeps the uploaded picture of one that it made smaller with this suffix.
    const file = byPath.get(original) ?? byPath.get(original.replace(/(\.\w+)$/, '_o$1'));
    return file && { id: file.path, name: path.posix.basename(file.path), read: file.read };
  };
}

/**
 * Returns the path from `images`, `files` or `media` on, since the folders above differ between
 * backups.
 */
function readFileKey(place: string): string | undefined {
  return /^(?:(?:.*\/)?content\/|\/?(?:[^/]+\/)?)((?:images|files|media)\/.+)$/i
    .exec(place)?.[1]
    ?.toLowerCase();
}

function readFilePath(src: string): string {
  try {
    return decodeURIComponent(URL.parse(src, 'https://any.invalid')?.pathname ?? '').normalize();
  } catch {
    return '';
  }
}
