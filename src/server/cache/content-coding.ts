import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { parseWeights } from './parse-weights.ts';

export type ContentCoding = 'br' | 'gzip' | 'identity';

/** How hard to try: while a reader waits, or when none does. */
export type Effort = 'quick' | 'best';

const BROTLI_QUALITY = { quick: 5, best: 11 } as const;
const GZIP_LEVEL = { quick: 6, best: 9 } as const;
/** What is smaller fits into one packet either way. */
const COMPRESSED_FROM_BYTES = 1_000;
const KNOWN_HEADERS_MAX = 200;

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);
const knownHeaders = new Map<string, ContentCoding>();

/** The smallest of the codings that `Accept-Encoding` takes (RFC 9110, section 12.5.3); identity where it takes none. */
export function selectCoding(acceptEncoding: string | undefined): ContentCoding {
  if (acceptEncoding === undefined) return 'identity';
  const known = knownHeaders.get(acceptEncoding);
  if (known !== undefined) return known;
  const coding = parseAcceptEncoding(acceptEncoding);
  if (knownHeaders.size < KNOWN_HEADERS_MAX) knownHeaders.set(acceptEncoding, coding);
  return coding;
}

function parseAcceptEncoding(header: string): ContentCoding {
  const weights = parseWeights(header);
  const isTaken = (name: string) => (weights.get(name) ?? weights.get('*') ?? 0) > 0;
  if (isTaken('br')) return 'br';
  return isTaken('gzip') ? 'gzip' : 'identity';
}

/** Whether a body gets smaller by it: texts do, pictures are compressed already. */
export function isCompressible(type: string, bytes: number): boolean {
  return bytes >= COMPRESSED_FROM_BYTES && /^text\/|[/+](?:json|xml)\b|javascript/.test(type);
}

export async function compress(
  body: Uint8Array,
  coding: Exclude<ContentCoding, 'identity'>,
  effort: Effort,
): Promise<Buffer> {
  if (coding === 'gzip') return compressGzip(body, { level: GZIP_LEVEL[effort] });
  return compressBrotli(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY[effort],
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength,
      [constants.BROTLI_PARAM_LGWIN]: selectWindow(body.byteLength),
    },
  });
}

/** The smallest window that holds the whole body: Brotli's default takes 4 MB for each body, however small. */
function selectWindow(bytes: number): number {
  const bits = Math.ceil(Math.log2(bytes + BROTLI_WINDOW_GAP_BYTES));
  return Math.min(Math.max(bits, constants.BROTLI_MIN_WINDOW_BITS), constants.BROTLI_DEFAULT_WINDOW);
}

/** A window of n bits spans 2^n - 16 bytes (RFC 7932, section 9.1). */
const BROTLI_WINDOW_GAP_BYTES = 16;
