import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type HttpAnswer, listCachingHeaders } from '../http-answer.ts';
import { evaluatePreconditions, type PreconditionResult } from '../preconditions.ts';
import {
  type Compression,
  type ContentCoding,
  compress,
  createCompressor,
  type Effort,
  isCompressible,
} from './content-coding.ts';
import { isFileError, type SpooledFile } from './spooled-file.ts';

export type AnswerVariant = {
  readonly headers: Readonly<Record<string, string>>;
  /** Name, value, name, value: the form that Node writes fastest. */
  readonly rawHeaders: string[];
  readonly body: AnswerBody;
};

type AnswerBody = Buffer | SpooledFile;

export type EncodedAnswer = ReturnType<typeof encodeAnswer>;

const OVERHEAD_BYTES = 4_000;

/** Whoever encodes an answer releases it, as does everyone who retains it. */
export function encodeAnswer(answer: HttpAnswer, headers: Readonly<Record<string, string>> = {}) {
  const { status, type, caching } = answer;
  const body = isSpooledFile(answer.body) ? answer.body : Buffer.from(answer.body);
  const tag = status === 200 && caching !== 'never' ? formatEntityTag(body) : undefined;
  const caches = listCachingHeaders(answer);
  const common = { ...headers, ...caches, ...answer.headers };
  const identity = createVariant(body, {
    ...common,
    ...(tag && { ETag: tag }),
    'Content-Type': type,
  });
  const { variants, add, ...compressed } = createCompressed(identity);
  const isCompressed = isCompressible(type, countBodyBytes(body));
  const findTag = (coding: ContentCoding) =>
    tag === undefined || coding === 'identity' || !isCompressed ? tag : formatWeakTag(tag);
  const listBodies = () => [identity, ...variants.values()].map((variant) => variant.body);
  return {
    ...compressed,
    ...countHolders(() => {
      for (const each of listBodies()) if (isSpooledFile(each)) each.release();
    }),
    status,
    isInFile: isSpooledFile(body),
    /**
     * What the request's conditions mean for this answer in that coding; they count only for a 200
     * (RFC 9110, section 13.2.1).
     */
    evaluate: (conditions: IncomingHttpHeaders, coding: ContentCoding): PreconditionResult =>
      status === 200 ? evaluatePreconditions(conditions, findTag(coding)) : 'met',
    /** The headers of a 304: those of the 200 in that coding, without those of its body. */
    listNotModified: (coding: ContentCoding) => ({
      ...common,
      ...(tag && { ETag: findTag(coding) }),
    }),
    /**
     * Returns undefined if that coding was not added yet, and the identity variant for types that
     * aren't compressed.
     */
    findVariant: (coding: ContentCoding) =>
      coding === 'identity' || !isCompressed ? identity : variants.get(coding),
    /** Compresses a missing variant quickly, once for concurrent requests. */
    addVariant: async (coding: ContentCoding) =>
      coding === 'identity' || !isCompressed ? identity : add(coding),
    listCodings: () => [...variants.keys()],
    isEqual: createComparer(answer, body),
    /** Counts the bytes in memory or, of an answer in a file, on the disk. */
    countBytes: () =>
      listBodies().reduce((sum, each) => sum + countBodyBytes(each), OVERHEAD_BYTES),
  };
}

function isSpooledFile(body: HttpAnswer['body']): body is SpooledFile {
  return typeof body === 'object' && 'release' in body;
}

function countBodyBytes(body: AnswerBody): number {
  return isSpooledFile(body) ? body.bytes : body.byteLength;
}

/** Counts the holders of an answer, which ends with the last one. */
function countHolders(end: () => void) {
  let holders = 1;
  return {
    retain: (): void => {
      holders += 1;
    },
    release: (): void => {
      holders -= 1;
      if (holders === 0) end();
    },
  };
}

/** Returns what the body of an answer to GET is sent as. A stream must be read or destroyed. */
export function openBody(body: AnswerBody): Buffer | Readable {
  return isSpooledFile(body) ? body.read() : body;
}

function createVariant(body: AnswerBody, headers: Readonly<Record<string, string>>): AnswerVariant {
  const all = { ...headers, 'Content-Length': String(countBodyBytes(body)) };
  return { headers: all, rawHeaders: Object.entries(all).flat(), body };
}

function createCompressed(identity: AnswerVariant) {
  const variants = new Map<Compression, AnswerVariant>();
  const compressing = new Map<Compression, Promise<AnswerVariant>>();
  const quick = new Set<Compression>();
  const { ETag: tag } = identity.headers;
  // The tag of a compressed variant is weak, as the same text may be compressed again (RFC 9110,
  // section 8.8.1).
  const headers = { ...identity.headers, ...(tag !== undefined && { ETag: formatWeakTag(tag) }) };
  const create = async (coding: Compression, effort: Effort) => {
    const { body } = identity;
    const compressed = isSpooledFile(body)
      ? await compressSpooledFile(body, coding)
      : await compress(body, coding, effort);
    const variant = createVariant(compressed, { ...headers, 'Content-Encoding': coding });
    variants.set(coding, variant);
    // Compressing a file best would take minutes.
    if (effort === 'quick' && !isSpooledFile(body)) quick.add(coding);
    return variant;
  };
  return {
    variants,
    add: async (coding: Compression) => {
      const variant = variants.get(coding);
      if (variant !== undefined) return variant;
      const running =
        compressing.get(coding) ??
        create(coding, 'quick').finally(() => compressing.delete(coding));
      compressing.set(coding, running);
      return running;
    },
    isRecompressible: () => quick.size > 0,
    recompress: async () => {
      for (const coding of [...quick]) {
        quick.delete(coding);
        await create(coding, 'best');
      }
    },
  };
}

async function compressSpooledFile(file: SpooledFile, coding: Compression): Promise<AnswerBody> {
  try {
    return await file.convert(createCompressor(coding, file.bytes));
  } catch (error) {
    if (!isFileError(error)) throw error;
    return compress(await buffer(file.read()), coding, 'quick');
  }
}

/** Keeps only the bytes of the body: its text takes up to twice their memory. */
function createComparer({ status, type, headers }: HttpAnswer, body: AnswerBody) {
  const names = JSON.stringify(headers);
  return (other: HttpAnswer): boolean =>
    status === other.status &&
    type === other.type &&
    names === JSON.stringify(other.headers) &&
    hasSameBytes(body, other.body);
}

function hasSameBytes(body: AnswerBody, other: HttpAnswer['body']): boolean {
  if (isSpooledFile(body)) return isSpooledFile(other) && body.sha256 === other.sha256;
  return !isSpooledFile(other) && body.equals(Buffer.from(other));
}

function formatEntityTag(body: AnswerBody): string {
  return formatTagOfHash(isSpooledFile(body) ? body.sha256 : hash('sha256', body));
}

/** @param sha256 - In hexadecimal digits. */
export function formatTagOfHash(sha256: string): string {
  return `"${Buffer.from(sha256, 'hex').toString('base64url').slice(0, 22)}"`;
}

export function formatWeakTag(tag: string): string {
  return `W/${tag}`;
}
