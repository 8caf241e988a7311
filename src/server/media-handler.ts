import type { FastifyReply, FastifyRequest } from 'fastify';
import { findMedia } from '../store/media.ts';
import type { Store } from '../store/store.ts';
import { formatFailure } from './call-handler.ts';
import { EMBEDDABLE } from './security-headers.ts';
import { sendAnswer } from './send-answer.ts';

/** For an image that is opened as a document. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** Serves the images of the content, whose names contain a hash. */
export function createMediaHandler(store: Store) {
  return (
    request: FastifyRequest<{ Params: { '*': string } }>,
    reply: FastifyReply,
  ): Promise<FastifyReply> => {
    const media = findMedia(store, request.params['*']);
    if (media === undefined)
      return sendAnswer(request, reply, formatFailure(404, 'There is no such picture.'));
    return sendAnswer(request, reply, {
      status: 200,
      type: media.type,
      body: media.bytes,
      caching: 'forever',
      headers: { 'Content-Security-Policy': POLICY, ...EMBEDDABLE },
    });
  };
}
