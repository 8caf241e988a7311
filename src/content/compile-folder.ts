import { hash } from 'node:crypto';
import path from 'node:path';
import { checkSite, type LargeCompilation } from './checks/check-site.ts';
import { type ContentProblem, sortProblems } from './content-problem.ts';
import { type ContentFile, listContentFolder, readContentFile } from './folder/read-content-folder.ts';
import { type SortedFiles, sortFiles } from './folder/sort-files.ts';
import { hashBytes, type ImageFile } from './images/encode-image.ts';
import { type ReadImage, readImages } from './images/read-images.ts';
import { createDrawingRecall } from './images/recall-drawings.ts';
import { listShownImages } from './images/shown-images.ts';
import type { Recall } from './memo.ts';
import { compileSettings } from './site-settings.ts';
import { compileStandard } from './standard.ts';
import {
  compileTexts,
  type KnownText,
  type TextMemory,
  type TextSurroundings,
} from './texts/compile-texts.ts';
import { readCompilerVersion } from './texts/compiler-version.ts';

export type FolderMemory = TextMemory & {
  readonly recallImage: Recall<Promise<ReadImage>>;
  /** Where encoded pictures are kept; undefined where they are not. */
  readonly imageCacheDir: string | undefined;
};

/** A compilation, and the texts that the next run of this process need not read again. */
type CompiledFolder = { readonly texts: readonly KnownText[]; readonly compilation: LargeCompilation };

/** `now` in milliseconds since the epoch. */
export async function compileFolder(
  folder: string,
  now: number,
  memory: FolderMemory,
): Promise<CompiledFolder> {
  const listing = await listContentFolder(folder);
  if (listing.files.length === 0) {
    const problems = sortProblems(listing.problems);
    return { texts: [], compilation: { records: [], texts: [], guides: [], problems } };
  }
  return compileListed({ folder, now, listing }, sortFiles(listing.files), memory);
}

type ListedFolder = {
  readonly folder: string;
  readonly now: number;
  readonly listing: { readonly problems: readonly ContentProblem[] };
};

async function compileListed(
  { folder, now, listing }: ListedFolder,
  sorted: SortedFiles,
  memory: FolderMemory,
): Promise<CompiledFolder> {
  const { cache, recallImage, imageCacheDir, onProgress } = memory;
  const reader = createFileReader(folder);
  const version = readCompilerVersion();
  const standardFile = reader.read(sorted.standard);
  const standard = compileStandard(standardFile);
  const imageFiles = sorted.images.flatMap((file) => reader.findImage(file) ?? []);
  const drawings = createDrawingRecall(imageFiles, { recall: recallImage, cache, version });
  const pictures = await readImages(imageFiles, {
    ...{ recall: drawings.recall, cacheDir: imageCacheDir },
    onProgress: (done, total) => onProgress?.({ what: 'pictures', done, total }),
  });
  const { images } = pictures;
  const surroundings: TextSurroundings = {
    ...{ folder, standard: standard.standard, images: listShownImages(images) },
    version: `${version}\n${hash('sha256', standardFile?.bytes ?? '')}`,
  };
  const compiled = await compileTexts(sorted.texts, surroundings, memory);
  const name = path.basename(path.resolve(folder));
  const settings = compileSettings(sorted, reader.read, name);
  const parts = [listing, sorted, standard, pictures, compiled, settings, reader];
  const compilation = checkSite({
    ...{ name, now, texts: compiled.texts, images, settings, surroundings, cache },
    imageKeys: drawings.keys,
    problems: parts.flatMap(({ problems }) => problems),
  });
  return { texts: compiled.texts, compilation };
}

/** Reads files one by one, and remembers what can't be read. */
function createFileReader(folder: string) {
  const problems: ContentProblem[] = [];
  const read = (file: string | undefined): ContentFile | undefined => {
    if (file === undefined) return undefined;
    const found = readContentFile(folder, file);
    if ('bytes' in found) return found;
    problems.push(found);
    return undefined;
  };
  const findImage = (file: string): ImageFile | undefined => {
    const found = read(file);
    if (found === undefined) return undefined;
    const hash = hashBytes(found.bytes);
    const readAgain = () => {
      const again = readContentFile(folder, file);
      if ('bytes' in again && hashBytes(again.bytes) === hash) return again.bytes;
      throw new Error(`${file} was changed while it was read; run it again`);
    };
    return { file, hash, read: readAgain };
  };
  return { problems, read, findImage };
}
