import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export type Spooled = { readonly at: number; readonly length: number };

/**
 * Opens a temporary file for texts that wait until all others have been read, since those of a
 * large site don't fit into memory.
 */
export function openSpool() {
  const folder = mkdtempSync(path.join(tmpdir(), 'content-import-'));
  const file = openSync(path.join(folder, 'texts'), 'w+');
  let end = 0;
  // The buffer is reused, since one per text would pile up until the next garbage collection.
  let buffer = Buffer.alloc(0);
  return {
    add: (text: string): Spooled => {
      const bytes = Buffer.from(text);
      for (let done = 0; done < bytes.length; )
        done += writeSync(file, bytes, done, null, end + done);
      end += bytes.length;
      return { at: end - bytes.length, length: bytes.length };
    },
    read: ({ at, length }: Spooled): string => {
      if (buffer.length < length) buffer = Buffer.alloc(length);
      for (let done = 0; done < length; )
        done += readSync(file, buffer, done, length - done, at + done);
      return buffer.toString('utf8', 0, length);
    },
    close: (): void => {
      closeSync(file);
      rmSync(folder, { recursive: true });
    },
  };
}

export type Spool = ReturnType<typeof openSpool>;
