import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { formatDownloadName, isDownload } from '../site/downloads.ts';
import { createMediaOpener } from '../store/media/open-media.ts';
import { findMedia, type StoredMedia } from '../store/media/stored-media.ts';
import type { Store } from '../store/store.ts';
import { isCompressible, selectCoding } from './cache/content-coding.ts';
import { formatTagOfHash, formatWeakTag } from './cache/encoded-answer.ts';
import { sendAnswer, sendNotModified } from './cache/responder.ts';
import { formatFailureAnswer, listCachingHeaders } from './http-answer.ts';
import { evaluatePreconditions, PreconditionError } from './preconditions.ts';
import { EMBEDDABLE } from './security-headers.ts';

/** Neither runs scripts nor fetches anything. Drawings contain their font. */
export const FILE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; font-src data:; sandbox";
/** A slow client holds this much of a file in memory. */
const CHUNK_BYTES = 65_536;
/**
 * A longer text is streamed as it is: its compressed form would be in memory as long as the client
 * takes.
 */
const COMPRESSED_MAX_BYTES = 1_000_000;

export function createMediaHandler(store: Store) {
  const openMedia = createMediaOpener(store);
  return async (
    request: FastifyRequest<{ Params: { '*': string } }>,
    reply: FastifyReply,
  ): Promise<FastifyReply> => {
    const media = findMedia(store, request.params['*']);
    if (media === undefined) return sendMissing(request, reply);
    const headers = formatHeaders(media);
    const isCompressed = isSentCompressed(media, request.headers['accept-encoding']);
    const tag = isCompressed ? formatWeakTag(headers.ETag) : headers.ETag;
    const result = evaluatePreconditions(request.headers, tag);
    if (result === 'failed')
      throw new PreconditionError('The file has changed since the version that the request names.');
    if (result === 'notModified')
      return sendNotModified(request, reply.headers({ ...headers, ETag: tag }));
    const file = await openMedia(media);
    if (file === undefined) return sendMissing(request, reply);
    if (!isCompressed) return sendFile(request, reply.headers(headers), { ...media, file });
    const body = await file.readFile().finally(() => file.close());
    return sendAnswer(request, reply, { status: 200, ...FOREVER, type: media.type, body, headers });
  };
}

function isSentCompressed(
  { type, size }: StoredMedia,
  acceptEncoding: string | undefined,
): boolean {
  if (size > COMPRESSED_MAX_BYTES || !isCompressible(type, size)) return false;
  return selectCoding(acceptEncoding) !== 'identity';
}

function sendMissing(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  return sendAnswer(request, reply, formatFailureAnswer(404, 'There is no such file.'));
}

const FOREVER = { caching: 'forever' } as const;

function formatHeaders({ name, type, sha256 }: StoredMedia) {
  return {
    ...listCachingHeaders({ ...FOREVER, type }),
    ETag: formatTagOfHash(sha256),
    'Content-Security-Policy': FILE_POLICY,
    ...(isDownload(type) ? formatDisposition(name) : EMBEDDABLE),
  };
}

/** Names of the media hold nothing that RFC 6266 would have quoted or encoded. */
function formatDisposition(name: string) {
  return { 'Content-Disposition': `attachment; filename="${formatDownloadName(name)}"` };
}

type OpenFile = StoredMedia & { readonly file: FileHandle };

/** Sends the file, or the range that the client lacks, as fast as the client takes it. */
async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { file, type, size, sha256 }: OpenFile,
): Promise<FastifyReply> {
  const ifRange = request.headers['if-range'];
  // The tag is strong, so one that equals it is strong as well (RFC 9110, section 13.1.5); a date
  // equals no tag.
  const isRangeValid = ifRange === undefined || ifRange === formatTagOfHash(sha256);
  const [, from, to = ''] =
    /^bytes=(\d+)-(\d*)$/.exec((isRangeValid && request.headers.range) || '') ?? [];
  const start = Number(from ?? 0);
  const end = Math.min(to === '' ? size : Number(to) + 1, size);
  if (from !== undefined && start >= size) {
    await file.close();
    const failure = formatFailureAnswer(416, 'The file is shorter than that.');
    return sendAnswer(request, reply.header('Content-Range', `bytes */${size}`), failure);
  }
  if (from !== undefined)
    reply.code(206).header('Content-Range', `bytes ${start}-${end - 1}/${size}`);
  reply.headers({ 'Content-Type': type, 'Content-Length': end - start, 'Accept-Ranges': 'bytes' });
  if (request.method !== 'HEAD' && end > start)
    return reply.send(file.createReadStream({ start, end: end - 1, highWaterMark: CHUNK_BYTES }));
  await file.close();
  return reply.send(Readable.from([]));
}
