import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { SourceFile } from './source.ts';

/**
 * Finds files of a folder by their old addresses. The file whose path shares the most segments at the end wins, without the
 * size that WordPress adds to a name (`photo-300x200.jpg`) if there is such a file.
 */
export function openUploads(folder: string): (src: string) => SourceFile | undefined {
  const bySuffix = new Map<string, string>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const place = path.join(entry.parentPath, entry.name);
    const segments = path.relative(folder, place).split(path.sep);
    for (let start = 0; start < segments.length; start += 1) {
      const suffix = segments.slice(start).join('/').toLowerCase();
      if (!bySuffix.has(suffix)) bySuffix.set(suffix, place);
    }
  }
  return (src) => {
    const pathname = readPath(src);
    const original = pathname.replace(/-(?:\d+x\d+|scaled)(?=\.\w+$)/, '');
    const place = [original, pathname]
      .map((one) => findLongest(one, bySuffix))
      .find((one) => one !== undefined);
    return place === undefined
      ? undefined
      : { id: place, name: path.basename(place), read: () => readFile(place) };
  };
}

function readPath(src: string): string {
  try {
    return decodeURIComponent(URL.parse(src, 'https://any.example')?.pathname ?? '').toLowerCase();
  } catch {
    return '';
  }
}

function findLongest(pathname: string, bySuffix: ReadonlyMap<string, string>): string | undefined {
  const segments = pathname.split('/').filter((segment) => segment !== '');
  for (let start = 0; start < segments.length; start += 1) {
    const place = bySuffix.get(segments.slice(start).join('/'));
    if (place !== undefined) return place;
  }
  return undefined;
}
