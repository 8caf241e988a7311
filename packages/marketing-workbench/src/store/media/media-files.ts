import { hash } from 'node:crypto';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { FileBytes } from '../../site/records.ts';

/** What the index knows of a file. */
export type KnownFile = Pick<FileBytes, 'sha256' | 'size'>;

/**
 * Files named by the SHA-256 of their bytes; the rows of the index say which of them are published.
 */
export type MediaFiles = ReturnType<typeof createMediaFiles>;

/** Another publisher may have written a file that it has not published yet. */
const UNNAMED_FOR_MS = 24 * 60 * 60 * 1000;
const SHARD = /^[0-9a-f]{2}$/;
const HASH = /^[0-9a-f]{64}$/;

export function createMediaFiles(dataDir: string) {
  const folder = join(dataDir, 'media');
  const damageNote = join(folder, 'damaged');
  const locate = (sha256: string) => {
    // A damaged row may hold anything, and what is located may be removed.
    if (!HASH.test(sha256))
      throw new Error('The index has an invalid hash for a picture or download.');
    return join(folder, sha256.slice(0, 2), sha256);
  };
  const hasBytes = ({ sha256, size }: KnownFile): boolean => {
    const path = locate(sha256);
    try {
      return statSync(path).size === size && hash('sha256', readFileSync(path)) === sha256;
    } catch {
      // Missing, unreadable, or not a file.
      return false;
    }
  };
  return {
    locate,
    /** Compares the length only; the server compares the hash before it first sends the file. */
    isThere: ({ sha256, size }: KnownFile) => {
      const found = findFileStatus(locate(sha256));
      return found?.isFile() === true && found.size === size;
    },
    hasBytes,
    /** Writes the file unless it is there with exactly these bytes. */
    keep: (bytes: FileBytes): void => {
      if (!hasBytes(bytes)) replaceMediaFile(locate(bytes.sha256), readVerifiedBytes(bytes));
    },
    /**
     * Removes what no row names, except files of the last day. Call it with the index's write lock
     * held.
     */
    removeUnnamed: (named: ReadonlySet<string>, now: number): void => {
      for (const shard of listFolderNames(folder).filter((name) => SHARD.test(name))) {
        for (const name of listFolderNames(join(folder, shard))) {
          const path = join(folder, shard, name);
          if (named.has(name) || now - (findFileStatus(path)?.mtimeMs ?? now) < UNNAMED_FOR_MS)
            continue;
          rmSync(path, { recursive: true, force: true });
        }
      }
    },
    remove: (sha256: string): void => rmSync(locate(sha256), { recursive: true, force: true }),
    /** Tells the process that fills the index that files are missing. */
    noteDamage: (): void => {
      mkdirSync(folder, { recursive: true });
      writeFileSync(damageNote, '');
    },
    isDamaged: (): boolean => findFileStatus(damageNote) !== undefined,
    noteRepair: (): void => rmSync(damageNote, { force: true }),
  };
}

function readVerifiedBytes(bytes: FileBytes): Uint8Array {
  const read = bytes.read();
  if (hash('sha256', read) === bytes.sha256) return read;
  throw new Error('A picture or download changed while it was being read; run the command again');
}

/**
 * The name appears with all bytes. Nothing waits for the disk, which takes minutes for many files:
 * what a power failure loses is noticed by its length or hash, and written again.
 */
function replaceMediaFile(path: string, bytes: Uint8Array): void {
  const part = `${path}.${process.pid}`;
  mkdirSync(dirname(path), { recursive: true });
  try {
    writeFileSync(part, bytes);
    // A folder in its place can't be replaced.
    if (findFileStatus(path)?.isDirectory()) rmSync(path, { recursive: true });
    renameSync(part, path);
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
}

function listFolderNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Returns undefined also for what can't be reached, such as a path through a file. */
function findFileStatus(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
