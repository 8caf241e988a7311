import { existsSync, readdirSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { compareCodeUnits } from '../../site/compare-code-units.ts';
import { sortFiles } from '../sort-files.ts';

export type SiteFile = {
  /** The path below the content folder, with slashes. */
  readonly path: string;
  readonly read: () => Promise<Uint8Array>;
};

/** The files of a content folder of this program, in a folder or in a JSON export. */
export type SiteFiles = {
  readonly files: readonly SiteFile[];
  /** Files that are not copied, and why. */
  readonly leftOut: readonly { readonly path: string; readonly reason: string }[];
};

/** The folder in which an import keeps the state of its last run. */
const IMPORT_STATE = '.import';

/**
 * Lists the files of a folder, also those that the program doesn't know. Hidden files and links are
 * left out.
 */
export function listContentFiles(folder: string): SiteFiles {
  const files: SiteFile[] = [];
  const leftOut: SiteFiles['leftOut'][number][] = [];
  const list = (below: string) => {
    for (const entry of readdirSync(path.join(folder, below), { withFileTypes: true })) {
      const name = path.posix.join(below, entry.name);
      const place = path.join(folder, name);
      if (name === IMPORT_STATE) continue;
      if (isHiddenFile(name)) leftOut.push({ path: name, reason: 'hidden file' });
      else if (entry.isDirectory()) list(name);
      else if (entry.isFile()) files.push({ path: name, read: () => readFile(place) });
      else
        leftOut.push({
          path: name,
          reason: 'not a regular file; save the file itself in its place',
        });
    }
  };
  list('');
  return { files: files.toSorted((one, other) => compareCodeUnits(one.path, other.path)), leftOut };
}

function isHiddenFile(name: string): boolean {
  return path.posix.basename(name).startsWith('.') && name !== 'public/.well-known';
}

const SETTINGS = ['categories.yaml', 'learning-paths.yaml', 'redirects.yaml', 'standard.yaml'];

/**
 * Returns true for a folder with a `site.yaml`, or with texts at their places beside other settings
 * of this program.
 */
export function isContentFolder(folder: string): boolean {
  if (!existsSync(folder) || !statSync(folder).isDirectory()) return false;
  const has = (name: string) => existsSync(path.join(folder, name));
  if (has('site.yaml')) return true;
  const texts = () =>
    sortFiles(listContentFiles(folder).files.map((file) => `content/${file.path}`)).texts;
  return SETTINGS.some(has) && texts().length > 0;
}

/**
 * Finds what is wrong with a path that leads out of the folder, or that not every operating system
 * can write.
 */
export function findPathProblem(file: string): string | undefined {
  const segments = file.replace(/^public\/\.well-known\//, 'public/').split('/');
  const isPlain = segments.every((segment) => /^[^.\\:\p{Cc}][^\\:\p{Cc}]{0,199}$/u.test(segment));
  return isPlain && segments.length <= 20 ? undefined : 'is not a path below the folder';
}
