import path from 'node:path';
import { createSlug } from '../site/create-slug.ts';

/**
 * Names of files and folders that Windows, macOS, office programs, editors and network drives leave
 * beside the files of people. Names that start with a dot are left out anyway.
 */
const LEFTOVER_NAMES =
  /^(?:(?:eh)?thumbs(?:_vista)?\.db|desktop\.ini|icon\r|__macosx|\$recycle\.bin|#recycle|@eadir|~\$.*|.*~)$/i;

export function isLeftoverName(name: string): boolean {
  return LEFTOVER_NAMES.test(name);
}

/** Returns the ending of a file's name in lower case, such as `.jpg` of `IMG_1234.JPG`. */
export function readExtension(file: string): string {
  return path.extname(file).toLowerCase();
}

/** Returns whether the file is a text: its name ends with `.md`, in letters of any case. */
export function isTextName(file: string): boolean {
  return readExtension(file) === '.md';
}

/** Finds a text whose name differs from this one at most in the case of its ending. */
export function findTextFile(files: Iterable<string>, file: string): string | undefined {
  const stem = removeExtension(file);
  for (const one of files) if (isTextName(one) && removeExtension(one) === stem) return one;
  return undefined;
}

function removeExtension(file: string): string {
  return file.slice(0, file.length - path.extname(file).length);
}

/**
 * Returns the part of a published address that comes from the name of a file, without its ending:
 * `groesse-foto-1` of `Größe Foto 1.jpg` on a German site. The hash before it makes the address
 * unique. A name without letters and digits gives `file`.
 */
export function createPublishedName(file: string, language: string): string {
  return createSlug(path.parse(file).name, language) || 'file';
}

/**
 * Finds the path of the file that a text names: as it is written, composed (NFC) or decomposed
 * (NFD), since programs write the same accented letter as one character or as two.
 */
export function findFile(
  files: { readonly has: (file: string) => boolean },
  folder: string,
  name: string,
): string | undefined {
  const file = path.posix.join(folder, name);
  return [file, file.normalize('NFC'), file.normalize('NFD')].find((one) => files.has(one));
}

/** Decodes the name of a file in an address of Markdown: `%20` becomes a space. */
export function decodeFileName(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}
