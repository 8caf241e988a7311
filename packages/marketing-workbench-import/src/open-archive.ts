import { createReadStream, type Dirent, readdirSync, realpathSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Archive, type ArchiveFile, assertReadable, FILES_MAX, readStart } from './archive.ts';
import { describeFileError, ImportError } from './import-error.ts';
import { openZip } from './zip.ts';

/** These folders hold copies and packages, and nothing of a site. */
const SKIPPED_FOLDERS: ReadonlySet<string> = new Set(['.git', 'node_modules', '__MACOSX']);

/**
 * Lists the files of a folder or .zip without opening them. Any other file is an archive of itself.
 */
export async function openArchive(place: string): Promise<Archive> {
  const found = statSync(place, { throwIfNoEntry: false });
  if (found === undefined)
    throw new ImportError(`${place} does not exist; name the export or its folder.`);
  if (found.isDirectory()) return openFolderArchive(place);
  if (!found.isFile())
    throw new ImportError(
      `${place} is neither a file nor a folder; name the export or its folder.`,
    );
  const file = createDiskFile({ name: path.basename(place), place, size: found.size });
  return (await isZip(file)) ? openZip(place) : { place, files: [file], problems: [] };
}

function openFolderArchive(root: string): Archive {
  const files: ArchiveFile[] = [];
  const problems: string[] = [];
  const real = realpathSync(root);
  const pending = [''];
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    for (const entry of readFolderEntries(path.join(root, folder), problems)) {
      const name = path.join(folder, entry.name);
      if (entry.isDirectory()) {
        if (!SKIPPED_FOLDERS.has(entry.name)) pending.push(name);
        continue;
      }
      const file = openEntry(entry, path.join(root, name), { name, real });
      if (file === undefined)
        problems.push(
          `${path.join(root, name)} is a link out of the folder or to a folder, or no regular file; it was left out`,
        );
      else files.push(file);
    }
    if (files.length > FILES_MAX)
      throw new ImportError(`${root} has more than ${FILES_MAX} files.`);
  }
  return {
    place: root,
    files: files.toSorted((one, other) => (one.path < other.path ? -1 : 1)),
    problems,
  };
}

/**
 * Opens a file, or a symbolic link to a file in the folder. Links to folders could list files twice
 * or endlessly; links out of the folder could lead to other people's files.
 */
function openEntry(
  entry: Dirent,
  place: string,
  { name, real }: { name: string; real: string },
): ArchiveFile | undefined {
  if (!entry.isFile() && !(entry.isSymbolicLink() && isBelow(real, place))) return undefined;
  const stats = statSync(place, { throwIfNoEntry: false });
  return stats?.isFile() ? createDiskFile({ name, place, size: stats.size }) : undefined;
}

function readFolderEntries(folder: string, problems: string[]) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    problems.push(`${folder} can't be read: ${describeFileError(error)}`);
    return [];
  }
}

/** Returns true if a symbolic link leads to something in the folder. */
function isBelow(folder: string, link: string): boolean {
  try {
    return realpathSync(link).startsWith(folder + path.sep);
  } catch {
    return false;
  }
}

function createDiskFile({
  name,
  place,
  size,
}: {
  name: string;
  place: string;
  size: number;
}): ArchiveFile {
  return {
    path: name.split(path.sep).join('/').normalize(),
    size,
    open: async () => createReadStream(place),
    read: async () => {
      assertReadable(place, size);
      return readFile(place).catch((error: unknown) => {
        throw new ImportError(`${place} can't be read: ${describeFileError(error)}.`);
      });
    },
  };
}

/**
 * The signatures that a .zip begins with: that of its first file or, in an empty .zip, that of the
 * directory.
 */
const ZIP_STARTS = ['PK\u0003\u0004', 'PK\u0005\u0006'];

async function isZip(file: ArchiveFile): Promise<boolean> {
  const start = await readStart(file, 4);
  return ZIP_STARTS.includes(start.toString('latin1'));
}
