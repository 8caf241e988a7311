import type { Transform } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';

export type ContentCoding = 'br' | 'gzip' | 'identity';
export type Compression = Exclude<ContentCoding, 'identity'>;

/** `quick` while a client waits, `best` in the background. */
export type Effort = 'quick' | 'best';

const BROTLI_QUALITY = { quick: 5, best: 11 } as const;
const GZIP_LEVEL = { quick: 6, best: 9 } as const;
/** A smaller body fits into one packet either way. */
const COMPRESSED_FROM_BYTES = 1_000;
/** A window of n bits spans 2^n - 16 bytes (RFC 7932, section 9.1). */
const BROTLI_WINDOW_GAP_BYTES = 16;

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

export function selectCoding(acceptEncoding: string | undefined): ContentCoding {
  if (acceptEncoding === undefined) return 'identity';
  const weights = parseWeights(acceptEncoding);
  const isAccepted = (name: string) => (weights.get(name) ?? weights.get('*') ?? 0) > 0;
  return isAccepted('br') ? 'br' : isAccepted('gzip') ? 'gzip' : 'identity';
}

export function parseWeights(header: string): ReadonlyMap<string, number> {
  return new Map(
    header.split(',').map((item) => {
      const [name = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
      return [name, weight === undefined ? 1 : Number(weight)];
    }),
  );
}

export function isCompressible(type: string, bytes: number): boolean {
  return bytes >= COMPRESSED_FROM_BYTES && /^text\/|[/+](?:json|xml)\b|javascript/.test(type);
}

export async function compress(
  body: Uint8Array,
  coding: Compression,
  effort: Effort,
): Promise<Buffer> {
  if (coding === 'gzip') return compressGzip(body, { level: GZIP_LEVEL[effort] });
  return compressBrotli(body, { params: listBrotliParameters(body.byteLength, effort) });
}

/** A large piece costs few turns of the event loop. */
const PIECE_BYTES = 256 * 1024;

/** Compresses a stream of this length quickly. */
export function createCompressor(coding: Compression, bytes: number): Transform {
  if (coding === 'gzip') return createGzip({ level: GZIP_LEVEL.quick, chunkSize: PIECE_BYTES });
  return createBrotliCompress({
    params: listBrotliParameters(bytes, 'quick'),
    chunkSize: PIECE_BYTES,
  });
}

function listBrotliParameters(bytes: number, effort: Effort) {
  return {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY[effort],
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes,
    [constants.BROTLI_PARAM_LGWIN]: selectWindow(bytes),
  };
}

/**
 * Returns the smallest window that holds the body: Brotli's default takes 4 MB of memory for each
 * body.
 */
function selectWindow(bytes: number): number {
  const bits = Math.ceil(Math.log2(bytes + BROTLI_WINDOW_GAP_BYTES));
  return Math.min(
    Math.max(bits, constants.BROTLI_MIN_WINDOW_BITS),
    constants.BROTLI_DEFAULT_WINDOW,
  );
}
