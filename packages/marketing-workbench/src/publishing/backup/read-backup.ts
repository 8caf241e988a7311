import {
  closeSync,
  createWriteStream,
  mkdirSync,
  openSync,
  readSync,
  statfsSync,
  statSync,
} from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { BackupError } from '../../store/state/state-backup.ts';
import {
  CONTENT_PREFIX,
  isBackedUpName,
  LABEL_NAME,
  labelSchema,
  STATE_NAME,
} from './backup-format.ts';
import { describeReason } from './write-backup.ts';

/** Returns whether a file is a backup of content and state, perhaps an incomplete one. */
export function isSiteBackup(file: string): boolean {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return false;
  const opened = openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(NAME_OFFSET + LABEL_NAME.length);
    readSync(opened, bytes);
    return bytes.toString('latin1').startsWith('PK\x03\x04') && bytes.includes(LABEL_NAME);
  } finally {
    closeSync(opened);
  }
}

/** Where the name of the first file is in a .zip. */
const NAME_OFFSET = 30;

export type UnpackPlaces = {
  /** Where the state is written. */
  readonly state: string;
  /** A new or empty folder for the content; undefined to leave it out. */
  readonly content?: string | undefined;
};

/**
 * Writes the parts of a backup to these places, and returns the number of files of the content.
 * Throws a BackupError if the archive is incomplete, damaged or holds anything that no backup holds:
 * a path outside of it, a link, or files that grow too much. Everything is checked before the first
 * file is written, except the bytes of each file.
 */
export async function unpackSiteBackup(file: string, places: UnpackPlaces): Promise<number> {
  let zip: ZipFile | undefined;
  try {
    zip = await openPromise(file, { autoClose: false, strictFileNames: true });
    const entries = await listEntries(zip);
    await requireLabel(zip, entries);
    requireRoom(file, entries, places);
    const targets = [...entries].flatMap(([name, entry]) => {
      const target = findTarget(name, places);
      return target === undefined ? [] : [{ entry, target }];
    });
    for (const { entry, target } of targets) await unpackEntry(zip, entry, target);
    return [...entries.keys()].filter((name) => name.startsWith(CONTENT_PREFIX)).length;
  } catch (error) {
    throw new BackupError(`${file} is not a complete backup: ${describeReason(error)}.`);
  } finally {
    zip?.close();
  }
}

/** More than any site has; the list of them is in memory. */
const ENTRIES_MAX = 1_000_000;

async function listEntries(zip: ZipFile): Promise<ReadonlyMap<string, Entry>> {
  const entries = new Map<string, Entry>();
  // It throws for absolute paths, for those with `..` and for backslashes.
  for await (const entry of zip.eachEntry()) {
    const { fileName: name } = entry;
    const problem = entries.has(name) ? 'is in it twice' : findArchiveProblem(entry);
    if (problem !== undefined) throw new Error(`${name} ${problem}`);
    entries.set(name, entry);
    if (entries.size > ENTRIES_MAX) throw new Error(`it has more than ${ENTRIES_MAX} files`);
  }
  return entries;
}

function findArchiveProblem(entry: Entry): string | undefined {
  const name = entry.fileName;
  const isContent =
    name.startsWith(CONTENT_PREFIX) &&
    name.slice(CONTENT_PREFIX.length).split('/').every(isBackedUpName);
  if (!isContent && name !== LABEL_NAME && name !== STATE_NAME) return 'is no file of a backup';
  if (((entry.externalFileAttributes >>> 16) & FILE_TYPE) === SYMBOLIC_LINK) return 'is a link';
  if (entry.isEncrypted()) return 'is encrypted';
  if (!entry.canDecodeFileData()) return 'is compressed with an unknown method';
  const { uncompressedSize: size, compressedSize: compressed } = entry;
  if (size > GROWTH_IGNORED_BYTES && size > compressed * GROWTH_MAX)
    return `grows more than ${GROWTH_MAX} times when unpacked`;
  return undefined;
}

const FILE_TYPE = 0o170000;
const SYMBOLIC_LINK = 0o120000;
/** Text compresses to a tenth. What expands more than this was made to fill a disk. */
const GROWTH_MAX = 250;
/** Below this size, even a file that repeats one letter is harmless. */
const GROWTH_IGNORED_BYTES = 20_000_000;
const LABEL_BYTES_MAX = 10_000;

async function requireLabel(zip: ZipFile, entries: ReadonlyMap<string, Entry>): Promise<void> {
  const [label, state] = [entries.get(LABEL_NAME), entries.get(STATE_NAME)];
  if (label === undefined || state === undefined || label.uncompressedSize > LABEL_BYTES_MAX)
    throw new Error(`${LABEL_NAME} or ${STATE_NAME} is missing`);
  const written = await text(await zip.openReadStreamPromise(label));
  if (!labelSchema.safeParse(JSON.parse(written)).success)
    throw new Error('another version of this program wrote it');
}

/** Archives may state any size, and a full disk would also stop a server on it. */
function requireRoom(
  file: string,
  entries: ReadonlyMap<string, Entry>,
  { state, content }: UnpackPlaces,
): void {
  const needed = [...entries.values()].reduce((sum, entry) => sum + entry.uncompressedSize, 0);
  if (needed > GROWTH_IGNORED_BYTES && needed > statSync(file).size * GROWTH_MAX)
    throw new Error(`it grows more than ${GROWTH_MAX} times when unpacked`);
  const { bavail, bsize } = statfsSync(path.dirname(content ?? state));
  if (needed > bavail * bsize)
    throw new Error(`it needs ${needed} bytes of disk, of which ${bavail * bsize} are free`);
}

function findTarget(name: string, { state, content }: UnpackPlaces): string | undefined {
  if (name === STATE_NAME) return state;
  if (content === undefined || !name.startsWith(CONTENT_PREFIX)) return undefined;
  return path.join(content, name.slice(CONTENT_PREFIX.length));
}

async function unpackEntry(zip: ZipFile, entry: Entry, target: string): Promise<void> {
  mkdirSync(path.dirname(target), { recursive: true });
  await pipeline(
    await zip.openReadStreamPromise(entry),
    (bytes: AsyncIterable<Buffer>) => checkBytes(bytes, entry),
    createWriteStream(target, { flags: 'wx' }),
  );
}

/** yauzl checks the size of a file, but not its checksum. */
async function* checkBytes(bytes: AsyncIterable<Buffer>, { crc32: expected, fileName }: Entry) {
  let sum = 0;
  for await (const chunk of bytes) {
    sum = crc32(chunk, sum);
    yield chunk;
  }
  if (sum !== expected) throw new Error(`${fileName} is damaged`);
}
