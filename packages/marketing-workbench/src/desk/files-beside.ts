import path from 'node:path';
import { findFile, readExtension } from '../content/file-names.ts';
import { IMAGE_TYPES } from '../content/sort-files.ts';
import { DOWNLOAD_TYPES } from '../site/downloads.ts';
import { listFileNames } from './address-edits.ts';
import type { ContentFolder, FolderFile, FolderText } from './read-folder.ts';

/**
 * Lists the pictures and downloads beside a text that it uses: its own, and those that other texts
 * use, too.
 */
export function listFilesBeside({ files, texts }: ContentFolder, text: FolderText) {
  const folder = path.posix.dirname(text.file);
  const listUsed = (source: FolderFile) =>
    [...listFileNames(source)]
      .filter((name) =>
        [IMAGE_TYPES, DOWNLOAD_TYPES].some((types) => types.has(readExtension(name))),
      )
      .flatMap((name) => findFile(files, folder, name) ?? []);
  const others = texts.filter(
    ({ file }) => file !== text.file && path.posix.dirname(file) === folder,
  );
  const shared = new Set(others.flatMap(listUsed));
  const { own = [], common = [] } = Object.groupBy(listUsed(text), (file) =>
    shared.has(file) ? 'common' : 'own',
  );
  return { own, common };
}
