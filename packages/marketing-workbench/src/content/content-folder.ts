import { type Dirent, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { compareCodeUnits } from '../site/compare-code-units.ts';
import { DOWNLOAD_TYPES } from '../site/downloads.ts';
import type { ContentFinding } from './content-finding.ts';
import { isLeftoverName, readExtension } from './file-names.ts';

export type ContentFile = {
  /** Path from the content folder's own name on, with slashes. */
  readonly file: string;
  readonly bytes: Uint8Array;
};

type SizeLimit = { readonly max: number; readonly advice: string };

/** Size limits in bytes, by file extension: enough for 40,000 words or 10,000 redirects. */
const BYTES_MAX: ReadonlyMap<string, SizeLimit> = new Map([
  ['.md', { max: 250_000, advice: 'split it into several texts' }],
  ['.yaml', { max: 1_000_000, advice: 'shorten it' }],
]);
/** The size of a photo from a camera with a hundred megapixels. */
const PICTURE_BYTES_MAX: SizeLimit = { max: 50_000_000, advice: 'save it smaller' };
/**
 * A download is in the index of every node. A table or a document takes less than a tenth of the
 * limit.
 */
const DOWNLOAD_BYTES_MAX: SizeLimit = {
  max: 10_000_000,
  advice: 'save it smaller, or link to a place that holds large files',
};

/** Reused, because creating a decoder takes longer than decoding a text. */
const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * Lists the files in order, without what programs leave behind and names that start with a dot, except
 * `public/.well-known`. An unreadable folder is a problem.
 */
export function listContentFolder(folder: string): {
  readonly files: readonly string[];
  readonly problems: readonly ContentFinding[];
} {
  const root = path.resolve(folder);
  const name = path.basename(root);
  const found = listFolderEntries(path.dirname(root), name);
  return {
    files: found.filter((entry) => typeof entry === 'string').toSorted(compareCodeUnits),
    problems: found.filter((entry) => typeof entry !== 'string'),
  };
}

export function readContentFile(folder: string, file: string): ContentFile | ContentFinding {
  const place = path.join(path.dirname(path.resolve(folder)), file);
  try {
    const message = findSizeProblem(file, statSync(place).size);
    if (message !== undefined) return { file, message };
    return { file, bytes: readFileSync(place) };
  } catch (error) {
    return { file, message: `can't be read (${formatErrorCode(error)}); make it a readable file` };
  }
}

/** Reads the bytes of a file that was read before; throws if it can no longer be read. */
export function readContentFileAgain(folder: string, file: string): Uint8Array {
  const source = readContentFile(folder, file);
  if ('bytes' in source) return source.bytes;
  throw new Error(`${file} changed while it was being read; run the command again`);
}

/** Says that a file of `size` bytes is too large, or returns undefined. */
export function findSizeProblem(file: string, size: number): string | undefined {
  const extension = readExtension(file);
  const ofOthers = DOWNLOAD_TYPES.has(extension) ? DOWNLOAD_BYTES_MAX : PICTURE_BYTES_MAX;
  const { max, advice } = BYTES_MAX.get(extension) ?? ofOthers;
  if (size <= max) return undefined;
  return `is ${formatSize(size)}, over the limit of ${formatSize(max)}; ${advice}`;
}

export function decodeText(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

function listFolderEntries(base: string, folder: string): (string | ContentFinding)[] {
  try {
    return readdirSync(path.join(base, folder), { withFileTypes: true })
      .filter(({ name }) =>
        name.startsWith('.')
          ? name === '.well-known' && isPublicFolder(folder)
          : !isLeftoverName(name),
      )
      .flatMap((entry) => listEntry(base, `${folder}/${entry.name}`, entry));
  } catch (error) {
    const reason = formatErrorCode(error);
    const message = ['ENOENT', 'ENOTDIR'].includes(reason)
      ? 'is not a folder; set CONTENT_DIR to the folder of the site'
      : `can't be read (${reason}); make it a readable folder`;
    return [{ file: folder, message }];
  }
}

/** Returns whether the folder is `public` of the content folder, such as `content/public`. */
function isPublicFolder(folder: string): boolean {
  return folder.split('/').slice(1).join('/') === 'public';
}

function listEntry(base: string, file: string, entry: Dirent): (string | ContentFinding)[] {
  if (entry.isFile()) return [file];
  if (!entry.isDirectory())
    return [{ file, message: 'is not a regular file; save the file itself here' }];
  if (path.extname(file) === '') return listFolderEntries(base, file);
  return [{ file, message: 'is a folder with the name of a file; rename or remove it' }];
}

/** Formats a size in bytes as `14 kB` or `1.2 MB`. */
export function formatSize(bytes: number): string {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${Math.ceil(bytes / 1e5) / 10} MB`;
}

/** Returns Node's error code, such as `EACCES`; its message would reveal paths of the machine. */
function formatErrorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
}
