import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { type ArchiveFile, readStart } from './archive.ts';
import { describeFileError } from './import-error.ts';

/**
 * XML compresses to a tenth or twentieth. A file that expands more was made to fill memory or disk.
 */
const GROWTH_MAX = 250;
const GROWTH_IGNORED_BYTES = 50_000_000;

/**
 * Yields the text of a file in pieces. The file may have any size and any common encoding, and may
 * be packed with gzip. If it ends too early or can't be decoded everywhere, this is reported, and
 * what can be read is yielded.
 */
export async function* decodeFile(
  file: ArchiveFile,
  report: (problem: string) => void,
): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  let [size, isDamaged] = [0, false];
  const decode = (chunk: Uint8Array, stream: boolean): string => {
    decoder ??= new TextDecoder(detectEncoding(chunk));
    const text = decoder.decode(chunk, { stream });
    isDamaged ||= text.includes('\uFFFD');
    return text;
  };
  try {
    for await (const chunk of await openUnpacked(file)) {
      size += chunk.length;
      if (size > GROWTH_IGNORED_BYTES && size > file.size * GROWTH_MAX) {
        report(
          `${file.path} grows more than ${GROWTH_MAX} times when unpacked; the rest of it was not read`,
        );
        break;
      }
      yield decode(chunk, true);
    }
  } catch (error) {
    report(
      `${file.path} can't be read to its end: ${describeFileError(error)}; export or download it again`,
    );
  }
  yield decode(new Uint8Array(), false);
  if (isDamaged)
    report(`${file.path} has characters that can't be read; they are shown as \uFFFD in the texts`);
}

/** Returns the first characters of a file. */
export async function readOpening(file: ArchiveFile): Promise<string> {
  for await (const text of decodeFile(file, () => undefined)) if (text.trim() !== '') return text;
  return '';
}

async function openUnpacked(file: ArchiveFile): Promise<Readable> {
  const [start, stream] = [await readStart(file, 2), await file.open()];
  if (start[0] !== 0x1f || start[1] !== 0x8b) return stream;
  return pipeline(stream, createGunzip(), () => undefined);
}

/** Returns the encoding that the byte order mark or, without one, the XML declaration names. */
function detectEncoding(start: Uint8Array): string {
  const [first, second] = start;
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return 'utf-16be';
  const declaration = Buffer.from(start.subarray(0, 200)).toString('latin1');
  const declared =
    /^\s*<\?xml[^>]*\bencoding\s*=\s*["']([\w-]+)["']/.exec(declaration)?.[1] ?? 'utf-8';
  if (/^utf-?16/i.test(declared)) return 'utf-8';
  try {
    return new TextDecoder(declared).encoding;
  } catch {
    return 'utf-8';
  }
}
