import path from 'node:path';
import { IMAGE_TYPES } from '../content/sort-files.ts';
import { listPictureNames } from './address-edits.ts';
import type { Folder, Source, Text } from './read-folder.ts';

/** The pictures beside a text that it shows: its own, and those that other texts show, too. */
export function listPictures({ files, texts }: Folder, text: Text) {
  const folder = path.posix.dirname(text.file);
  const listShown = (source: Source) =>
    [...listPictureNames(source)]
      .filter((name) => IMAGE_TYPES.has(path.posix.extname(name)))
      .map((name) => path.posix.join(folder, name))
      .filter((file) => files.has(file));
  const others = texts.filter(({ file }) => file !== text.file && path.posix.dirname(file) === folder);
  const shared = new Set(others.flatMap(listShown));
  const { own = [], common = [] } = Object.groupBy(listShown(text), (file) =>
    shared.has(file) ? 'common' : 'own',
  );
  return { own, common };
}
