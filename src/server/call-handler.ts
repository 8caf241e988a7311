import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Api, ApiAnswer } from '../api/api.ts';
import type { Respond } from './cache/responder.ts';
import type { HttpAnswer } from './http-answer.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

export function createCallHandler(api: Api, { now, respond }: CallOptions) {
  return (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
    respond(request, reply, {
      answer: (address) => {
        const visitor = { address: request.ip, userAgent: readUserAgent(request) };
        return formatAnswer(api(address, { now: now().getTime(), visitor }));
      },
    });
}

type CallOptions = { readonly now: () => Date; readonly respond: Respond };

function formatAnswer(answer: ApiAnswer): HttpAnswer {
  switch (answer.kind) {
    case 'done':
      return { status: 204, type: JSON_TYPE, body: '', caching: 'never' };
    case 'found':
      return {
        status: 200,
        type: JSON_TYPE,
        body: JSON.stringify(answer.body),
        caching: answer.isVolatile ? 'never' : 'shared',
        headers: {
          // Crawlers may fetch it to render a page, but should not index it.
          'X-Robots-Tag': 'noindex',
          ...(answer.total !== undefined && { 'X-Total-Count': String(answer.total) }),
        },
      };
    case 'absent':
      return formatFailure(404, answer.message);
    case 'bad-input':
      return formatFailure(400, answer.message);
  }
}

export function formatFailure(status: number, message: string): HttpAnswer {
  return { status, type: JSON_TYPE, body: JSON.stringify({ message }), caching: 'never' };
}

/** Empty, so that no view counts, for prefetches, HEAD and other sites. Old browsers don't send `Sec-Fetch-Site`. */
function readUserAgent({ headers, method }: FastifyRequest): string {
  if (method === 'HEAD' || (headers['sec-fetch-site'] ?? 'same-origin') !== 'same-origin') return '';
  const purpose = `${headers['sec-purpose'] ?? ''}${headers.purpose ?? ''}`;
  return purpose.includes('prefetch') ? '' : (headers['user-agent'] ?? '');
}
