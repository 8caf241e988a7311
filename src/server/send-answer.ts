import type { FastifyReply, FastifyRequest } from 'fastify';
import { selectCoding } from './cache/content-coding.ts';
import { type EncodedAnswer, encodeAnswer } from './cache/encoded-answer.ts';
import type { HttpAnswer } from './http-answer.ts';

/** Sends an answer that is not cached here, or a 304. */
export async function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: HttpAnswer,
): Promise<FastifyReply> {
  return sendEncoded(request, reply, encodeAnswer(answer));
}

/** Sends an answer in the best coding that the client accepts, or a 304 if the client has it already (RFC 9110, section 13). */
export async function sendEncoded(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: EncodedAnswer,
): Promise<FastifyReply> {
  if (answer.isMatch(request.headers['if-none-match']))
    return reply.code(304).headers(answer.notModified.headers).send();
  const { headers, body } = await answer.addVariant(selectCoding(request.headers['accept-encoding']));
  return reply.code(answer.status).headers(headers).send(body);
}
