import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline, Readable, type Transform } from 'node:stream';

/**
 * Bytes in a file that has no name any more: the disk frees them when the file is closed, also if
 * the process is killed.
 */
export type SpooledFile = {
  readonly bytes: number;
  /** The hash of the bytes, in hexadecimal digits. */
  readonly sha256: string;
  /** The file stays open until the stream is closed. */
  readonly read: () => Readable;
  /** What `transform` makes of these bytes, as another file. */
  readonly convert: (transform: Transform) => Promise<SpooledFile>;
  /** Closes the file once nobody reads it. No one may read it afterwards. */
  readonly release: () => void;
};

/**
 * Resolves when all chunks are written, each before the next is taken. The file is closed if one
 * fails.
 */
export async function spoolFile(
  folder: string,
  chunks: AsyncIterable<string | Uint8Array>,
): Promise<SpooledFile> {
  const file = await openNameless(folder);
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    for await (const chunk of chunks) {
      hash.update(chunk);
      await file.appendFile(chunk);
      bytes += Buffer.byteLength(chunk);
    }
  } catch (error) {
    await file.close();
    throw error;
  }
  const { read, release } = countReaders(file);
  const convert = (transform: Transform) => {
    // An error of either stream ends the other, whose reader then throws.
    pipeline(read(), transform, () => undefined);
    return spoolFile(folder, transform);
  };
  return { bytes, sha256: hash.digest('hex'), read, convert, release };
}

async function openNameless(folder: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, randomUUID());
  const file = await open(path, 'wx+');
  await unlink(path);
  return file;
}

function countReaders(file: FileHandle): Pick<SpooledFile, 'read' | 'release'> {
  let users = 1;
  const leave = () => {
    users -= 1;
    // Nothing depends on it: the bytes are read already.
    if (users === 0) file.close().catch(() => undefined);
  };
  return {
    read: () => {
      users += 1;
      return createFileStream(file, leave);
    },
    release: leave,
  };
}

const CHUNK_BYTES = 64 * 1024;

/** Each stream has a position of its own, and reads on when its reader has taken the last chunk. */
function createFileStream(file: FileHandle, onClose: () => void): Readable {
  let position = 0;
  return new Readable({
    highWaterMark: CHUNK_BYTES,
    read() {
      const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
      file.read(chunk, 0, CHUNK_BYTES, position).then(
        ({ bytesRead }) => {
          position += bytesRead;
          this.push(bytesRead === 0 ? null : chunk.subarray(0, bytesRead));
        },
        (error: Error) => this.destroy(error),
      );
    },
    destroy(error, done) {
      onClose();
      done(error);
    },
  });
}

/** Returns whether the operating system refused something, such as to write to a full disk. */
export function isFileError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}
