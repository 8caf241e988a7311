import type { Readable } from 'node:stream';
import { describeFileError, ImportError } from './import-error.ts';

/** The files of an export: those of a folder or a .zip, or a single file. */
export type Archive = {
  /** The path or address of the export, as the owner wrote it. */
  readonly place: string;
  readonly files: readonly ArchiveFile[];
  /** Messages for the owner about files that can't be read. */
  readonly problems: readonly string[];
};

export type ArchiveFile = {
  /** The path below the folder or .zip, with slashes, or the name of a single file. */
  readonly path: string;
  /** Size in bytes. */
  readonly size: number;
  readonly open: () => Promise<Readable>;
  /** Returns all bytes. Throws for a file that is larger than a picture or a text can be. */
  readonly read: () => Promise<Uint8Array>;
};

const READ_MAX_BYTES = 300_000_000;
export const FILES_MAX = 500_000;

export function assertReadable(name: string, size: number): void {
  if (size <= READ_MAX_BYTES) return;
  throw new ImportError(
    `${name} has ${Math.round(size / 1e6)} MB; a file of an export may have at most 300 MB.`,
  );
}

/** Returns the first bytes of a file, or all of a smaller one. */
export async function readStart(file: ArchiveFile, length: number): Promise<Buffer> {
  const stream = await file.open();
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of stream) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= length) break;
    }
  } catch (error) {
    throw new ImportError(`${file.path} can't be read: ${describeFileError(error)}.`);
  }
  return Buffer.concat(chunks).subarray(0, length);
}
