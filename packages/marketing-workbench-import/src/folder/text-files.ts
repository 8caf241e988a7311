import path from 'node:path';
import { isSlug } from 'marketing-workbench/site/slugs';
import type { SourceFile } from '../source.ts';
import { createAsciiSlug } from './ascii-slug.ts';
import type { KeptFiles } from './kept-files.ts';
import type { PlacedText } from './place-texts.ts';
import { type PreparedFile, prepareDownload, preparePicture } from './prepare-file.ts';

export type FileKind = 'picture' | 'download';

/** A file that was written beside a text, or the reason why it was not. */
export type WrittenFile =
  | { readonly name: string; readonly bytes: Uint8Array; readonly change?: string | undefined }
  | { readonly problem: string };

export type WriteFile = (
  file: SourceFile,
  kind: FileKind,
  text: PlacedText,
) => Promise<WrittenFile>;

const WORDS_MAX = 60;

/**
 * Writes files beside texts. Their names begin with the slug of the text, and no two files of a
 * folder have the same.
 */
export function createFileWriter(kept: KeptFiles, language: string): WriteFile {
  const owners = new Map<string, string>();
  const findPlace = (file: SourceFile, extension: string, text: PlacedText): string => {
    const wanted = path.posix.join(
      path.posix.dirname(text.file),
      createFileName(file.name, text, language),
    );
    let place = `${wanted}${extension}`;
    for (let number = 2; ![file.id, undefined].includes(owners.get(place)); number += 1)
      place = `${wanted}-${number}${extension}`;
    owners.set(place, file.id);
    return place;
  };
  const prepare = createFilePreparer();
  return async (file, kind, text) => {
    const prepared = await prepare(file, kind);
    if ('problem' in prepared) return prepared;
    const place = findPlace(file, prepared.extension, text);
    kept.write(place, prepared.bytes, text.outline.id);
    return { name: path.posix.basename(place), bytes: prepared.bytes, change: prepared.change };
  };
}

/**
 * Creates a function that examines a picture without need of change once, and only reads it again
 * for other texts.
 */
function createFilePreparer() {
  const unchanged = new Map<string, string>();
  const prepare = async (file: SourceFile, kind: FileKind): Promise<PreparedFile> => {
    const bytes = await file.read();
    if (kind === 'download') return prepareDownload(file.name, bytes);
    const extension = unchanged.get(file.id);
    if (extension !== undefined) return { bytes, extension };
    const prepared = await preparePicture(bytes);
    if ('extension' in prepared && prepared.change === undefined)
      unchanged.set(file.id, prepared.extension);
    return prepared;
  };
  return async (file: SourceFile, kind: FileKind): Promise<PreparedFile> => {
    try {
      return await prepare(file, kind);
    } catch {
      return { problem: "can't be read" };
    }
  };
}

function createFileName(name: string, { outline, file }: PlacedText, language: string): string {
  const slug = path.posix.basename(file, '.md');
  const words =
    createAsciiSlug(path.parse(name).name, language, WORDS_MAX) ||
    createAsciiSlug(outline.id, language, WORDS_MAX) ||
    'file';
  return words.startsWith(slug) && isSlug(words) ? words : `${slug}-${words}`;
}
