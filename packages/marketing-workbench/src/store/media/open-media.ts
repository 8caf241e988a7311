import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { LRUCache } from 'lru-cache';
import { DamageError, formatSqliteReason } from '../database.ts';
import { StoreUnavailableError } from '../index/index-reader.ts';
import type { Store } from '../store.ts';
import { findMedia, type StoredMedia } from './stored-media.ts';

type OpenMediaStore = Pick<Store, 'index' | 'media' | 'log'>;

/**
 * Opens a file whose bytes are those that were published; undefined if it is no longer published.
 * The caller closes it.
 */
export type OpenMedia = (media: StoredMedia) => Promise<FileHandle | undefined>;

/** About 15 MB of memory. */
const VERIFIED_MAX = 100_000;
const CHUNK_BYTES = 1 << 18;
/**
 * The file is missing, no file, forbidden, or on a failing disk. Too many open files are no damage.
 */
const DAMAGE_CODES: readonly unknown[] = [
  'ENOENT',
  'ENOTDIR',
  'EISDIR',
  'ELOOP',
  'EACCES',
  'EPERM',
  'EIO',
];

/**
 * Compares the hash of a file when it is first opened, and again when the file has changed on disk.
 * A damaged file is removed, and a StoreUnavailableError thrown until the process that fills the
 * index has written it again.
 */
export function createMediaOpener(store: OpenMediaStore): OpenMedia {
  // `max` would allocate the memory of all entries at once; with `maxSize` the cache grows.
  const verified = new LRUCache<string, string>({
    maxSize: VERIFIED_MAX,
    sizeCalculation: () => 1,
  });
  return async (media) => {
    try {
      return await openVerified(store.media.locate(media.sha256), media, verified);
    } catch (error) {
      if (!isDamage(error)) throw error;
      // A publisher may have removed row and file in the meantime.
      if (findMedia(store, media.name) === undefined) return undefined;
      reportDamage(store, media, error);
      throw new StoreUnavailableError('A picture or download is damaged.', { cause: error });
    }
  };
}

async function openVerified(
  path: string,
  { sha256, size }: StoredMedia,
  verified: LRUCache<string, string>,
): Promise<FileHandle> {
  const file = await open(path);
  try {
    const found = await file.stat();
    if (found.size !== size) throw new DamageError(`it has ${found.size} bytes instead of ${size}`);
    const version = `${found.ino} ${found.ctimeMs}`;
    if (verified.get(sha256) === version) return file;
    if ((await hashFile(file)) !== sha256)
      throw new DamageError('it does not hold the bytes that were published');
    verified.set(sha256, version);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function hashFile(file: FileHandle): Promise<string> {
  const hash = createHash('sha256');
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  for (let position = 0; ; ) {
    const { bytesRead } = await file.read(chunk, 0, CHUNK_BYTES, position);
    if (bytesRead === 0) return hash.digest('hex');
    hash.update(chunk.subarray(0, bytesRead));
    position += bytesRead;
  }
}

function isDamage(error: unknown): boolean {
  if (error instanceof DamageError) return true;
  return error instanceof Error && 'code' in error && DAMAGE_CODES.includes(error.code);
}

function reportDamage(
  { media, log }: OpenMediaStore,
  { name, sha256 }: StoredMedia,
  error: unknown,
): void {
  const isKnown = media.isDamaged();
  if (!isKnown)
    log(
      `The file of /media/${name} is damaged (${formatSqliteReason(error)}); it is written again.`,
    );
  try {
    media.remove(sha256);
    media.noteDamage();
  } catch (failure) {
    if (!isKnown)
      log(`The damaged file of /media/${name} can't be removed: ${formatSqliteReason(failure)}.`);
  }
}
