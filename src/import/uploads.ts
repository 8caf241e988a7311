import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { SourceFile } from './source.ts';

/**
 * Finds files of a copy of `wp-content/uploads` by their old addresses. Their folders must agree: many pictures have the same
 * name. A name without the size that WordPress adds (`photo-300x200.jpg`) wins, if there is such a file.
 */
export function openUploads(folder: string): (src: string) => SourceFile | undefined {
  const files = new Map<string, string>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const place = path.join(entry.parentPath, entry.name);
    files.set(withoutUploads(path.relative(folder, place).split(path.sep).join('/')), place);
  }
  return (src) => {
    const pathname = withoutUploads(readPath(src));
    const original = pathname.replace(/-(?:\d+x\d+|scaled)(?=\.\w+$)/, '');
    const place = files.get(original) ?? files.get(pathname);
    return place === undefined
      ? undefined
      : { id: place, name: path.basename(place), read: () => readFile(place) };
  };
}

function withoutUploads(pathname: string): string {
  return pathname
    .toLowerCase()
    .replace(/^.*?(?:^|\/)uploads\//, '')
    .replace(/^\//, '');
}

function readPath(src: string): string {
  try {
    return decodeURIComponent(URL.parse(src, 'https://any.example')?.pathname ?? '');
  } catch {
    return '';
  }
}
