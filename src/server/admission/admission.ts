import type { FastifyReply, FastifyRequest } from 'fastify';
import { findNetwork } from '../../api/networks.ts';
import { calls } from '../../site/addresses.ts';
import { hasHost } from '../cache/front-server.ts';
import { refuseLongAddress, refuseMethod, refuseWithoutHost } from '../error-answer.ts';
import { isTooLong } from '../request-address.ts';
import type { AnswerQueue } from './answer-queue.ts';

/** The cache's renewals take turns with the clients under this name; no network address reads like it. */
export const BACKGROUND = 'background';
/** Monitoring is answered at once, however long the queue is. */
const UNQUEUED: ReadonlySet<string> = new Set([calls.readiness(), calls.health()]);

export type Admission = {
  /** Settles when the request may be answered, or the reply with its refusal was sent. Rejects where the queue is full. */
  readonly admit: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined>;
  /** To be called when the request's answer is made. */
  readonly finish: (request: FastifyRequest) => void;
};

/** What every request passes that no cache answers: security headers, what is refused without a look at the content, the queue. */
export function createAdmission(
  queue: AnswerQueue,
  securityHeaders: Readonly<Record<string, string>>,
): Admission {
  const turns = new WeakMap<FastifyRequest, () => void>();
  return {
    admit: async (request, reply) => {
      reply.headers(securityHeaders);
      const isRead = request.method === 'GET' || request.method === 'HEAD';
      if (!isRead) return refuseMethod(request, reply);
      if (!hasHost(request.raw)) return refuseWithoutHost(request, reply);
      const url = request.raw.url ?? '/';
      if (isTooLong(url)) return refuseLongAddress(request, reply);
      if (UNQUEUED.has(url)) return undefined;
      const finish = await queue.enter(findNetwork(request.ip));
      turns.set(request, finish);
      reply.raw.once('close', finish);
      return undefined;
    },
    finish: (request) => turns.get(request)?.(),
  };
}
