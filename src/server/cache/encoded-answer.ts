import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { type HttpAnswer, listCachingHeaders } from '../http-answer.ts';
import { evaluatePreconditions, type PreconditionResult } from '../preconditions.ts';
import {
  type Compression,
  type ContentCoding,
  compress,
  type Effort,
  isCompressible,
} from './content-coding.ts';

export type Variant = {
  readonly headers: Readonly<Record<string, string>>;
  /** Name, value, name, value: the form that Node writes fastest. */
  readonly rawHeaders: string[];
  readonly body: Buffer;
};

export type EncodedAnswer = ReturnType<typeof encodeAnswer>;

const OVERHEAD_BYTES = 4_000;

export function encodeAnswer(answer: HttpAnswer, headers: Readonly<Record<string, string>> = {}) {
  const { status, type, caching } = answer;
  const body = Buffer.from(answer.body);
  const tag = status === 200 && caching !== 'never' ? formatEntityTag(body) : undefined;
  const caches = listCachingHeaders(answer);
  const common = { ...headers, ...caches, ...answer.headers };
  const identity = createVariant(body, { ...common, ...(tag && { ETag: tag }), 'Content-Type': type });
  const { variants, add, ...compressed } = createCompressed(identity);
  const isCompressed = isCompressible(type, body.byteLength);
  const findTag = (coding: ContentCoding) =>
    tag === undefined || coding === 'identity' || !isCompressed ? tag : formatWeakTag(tag);
  return {
    ...compressed,
    status,
    /** What the request's conditions mean for this answer in that coding; they count only for a 200 (RFC 9110, section 13.2.1). */
    evaluate: (conditions: IncomingHttpHeaders, coding: ContentCoding): PreconditionResult =>
      status === 200 ? evaluatePreconditions(conditions, findTag(coding)) : 'met',
    /** The headers of a 304: those of the 200 in that coding, without those of its body. */
    listNotModified: (coding: ContentCoding) => ({ ...common, ...(tag && { ETag: findTag(coding) }) }),
    /** Undefined if that coding was not added yet; identity for types that aren't compressed. */
    findVariant: (coding: ContentCoding) =>
      coding === 'identity' || !isCompressed ? identity : variants.get(coding),
    /** Compresses a missing variant quickly, once for concurrent requests. */
    addVariant: async (coding: ContentCoding) =>
      coding === 'identity' || !isCompressed ? identity : add(coding),
    listCodings: () => [...variants.keys()],
    isEqual: createComparer(answer, body),
    countBytes: () =>
      [identity, ...variants.values()].reduce((sum, variant) => sum + variant.body.length, OVERHEAD_BYTES),
  };
}

function createVariant(body: Buffer, headers: Readonly<Record<string, string>>): Variant {
  const all = { ...headers, 'Content-Length': String(body.byteLength) };
  return { headers: all, rawHeaders: Object.entries(all).flat(), body };
}

function createCompressed(identity: Variant) {
  const variants = new Map<Compression, Variant>();
  const compressing = new Map<Compression, Promise<Variant>>();
  const quick = new Set<Compression>();
  const { ETag: tag } = identity.headers;
  // The tag of a compressed variant is weak, as the same text may be compressed again (RFC 9110, section 8.8.1).
  const headers = { ...identity.headers, ...(tag !== undefined && { ETag: formatWeakTag(tag) }) };
  const create = async (coding: Compression, effort: Effort) => {
    const body = await compress(identity.body, coding, effort);
    const variant = createVariant(body, { ...headers, 'Content-Encoding': coding });
    variants.set(coding, variant);
    if (effort === 'quick') quick.add(coding);
    return variant;
  };
  return {
    variants,
    add: async (coding: Compression) => {
      const variant = variants.get(coding);
      if (variant !== undefined) return variant;
      const running =
        compressing.get(coding) ?? create(coding, 'quick').finally(() => compressing.delete(coding));
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

/** Keeps only the bytes of the body: its text takes up to twice their memory. */
function createComparer({ status, type, headers }: HttpAnswer, body: Buffer) {
  const names = JSON.stringify(headers);
  return (other: HttpAnswer): boolean =>
    status === other.status &&
    type === other.type &&
    names === JSON.stringify(other.headers) &&
    body.equals(Buffer.from(other.body));
}

function formatEntityTag(body: Uint8Array): string {
  return formatTagOfHash(hash('sha256', body));
}

/** @param sha256 - In hexadecimal digits. */
export function formatTagOfHash(sha256: string): string {
  return `"${Buffer.from(sha256, 'hex').toString('base64url').slice(0, 22)}"`;
}

export function formatWeakTag(tag: string): string {
  return `W/${tag}`;
}
