import { isUtf8 } from 'node:buffer';
import { statSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { PATH_MAX_LENGTH } from 'marketing-workbench/site/limits';
import {
  type Entry,
  getFileNameLowLevel,
  openPromise,
  validateFileName,
  type ZipFile,
} from 'yauzl';
import { type Archive, type ArchiveFile, assertReadable, FILES_MAX } from './archive.ts';
import { describeFileError, ImportError } from './import-error.ts';

/**
 * Text compresses to a tenth. A file or a whole .zip that expands more than this was made to fill
 * memory or disk.
 */
const GROWTH_MAX = 250;
/** Below this size, even a file that repeats one letter is harmless. */
const GROWTH_IGNORED_BYTES = 20_000_000;

/**
 * Lists the files of a .zip. Files with a path outside of it, links and encrypted files are left
 * out and reported.
 */
export async function openZip(place: string): Promise<Archive> {
  const problems: string[] = [];
  const files = new Map<string, ArchiveFile>();
  let size = 0;
  try {
    // It stays open until the process ends, since the files are read one at a time, and later.
    const zip = await openPromise(place, { autoClose: false, decodeStrings: false });
    for await (const entry of zip.eachEntry()) {
      const name = decodeEntryName(entry);
      if (name.endsWith('/') || /(?:^|\/)(?:__MACOSX\/|\.DS_Store$)/.test(name)) continue;
      const problem = findEntryProblem(entry, name);
      if (problem !== undefined) {
        problems.push(`${place}: ${name} ${problem} and was left out`);
        continue;
      }
      files.set(name, createPackedFile(zip, entry, { name, place }));
      size += entry.uncompressedSize;
      if (files.size > FILES_MAX) throw new Error(`it has more than ${FILES_MAX} files`);
    }
  } catch (error) {
    throw new ImportError(
      `${place} is a .zip that can't be read: ${describeFileError(error)}. Download or pack it again.`,
    );
  }
  if (expandsTooMuch(size, statSync(place).size))
    throw new ImportError(
      `${place} would grow more than ${GROWTH_MAX} times when unpacked; it was not read. If you trust it, unpack it and name the folder.`,
    );
  return { place, files: [...files.values()], problems };
}

/** Decodes a name. Many programs write UTF-8 without setting its flag. */
function decodeEntryName({ fileNameRaw, generalPurposeBitFlag, extraFields }: Entry): string {
  const flag = isUtf8(fileNameRaw) ? generalPurposeBitFlag | UTF8_FLAG : generalPurposeBitFlag;
  return getFileNameLowLevel(flag, fileNameRaw, extraFields, false).normalize();
}

const UTF8_FLAG = 0x800;

function findEntryProblem(entry: Entry, name: string): string | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a name with them is no name of a file
  if (validateFileName(name) !== null || /[\u0000-\u001f]/.test(name))
    return 'has a path outside of the .zip';
  if (name.length > PATH_MAX_LENGTH) return 'has a path that is too long';
  const mode = entry.externalFileAttributes >>> 16;
  if ((mode & FILE_TYPE) === SYMBOLIC_LINK) return 'is a link';
  if (entry.isEncrypted()) return 'is encrypted';
  if (!entry.canDecodeFileData()) return 'is compressed with an unknown method';
  if (expandsTooMuch(entry.uncompressedSize, entry.compressedSize))
    return 'grows too much when unpacked';
  return undefined;
}

const FILE_TYPE = 0o170000;
const SYMBOLIC_LINK = 0o120000;

function expandsTooMuch(size: number, compressed: number): boolean {
  return size > GROWTH_IGNORED_BYTES && size > compressed * GROWTH_MAX;
}

function createPackedFile(
  zip: ZipFile,
  entry: Entry,
  { name, place }: { name: string; place: string },
): ArchiveFile {
  const open = () => zip.openReadStreamPromise(entry);
  return {
    path: name,
    size: entry.uncompressedSize,
    open,
    read: async () => {
      assertReadable(name, entry.uncompressedSize);
      try {
        return await buffer(await open());
      } catch (error) {
        throw new ImportError(`${place}: ${name} can't be read: ${describeFileError(error)}.`);
      }
    },
  };
}
