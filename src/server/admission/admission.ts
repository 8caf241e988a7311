import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
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
  /** Has every request of the application admitted, and its turn given back when its answer is made. */
  readonly register: (app: FastifyInstance) => void;
};

/** What every request passes that no cache answers: security headers, what is refused without a look at the content, the queue. */
export function createAdmission(
  queue: AnswerQueue,
  securityHeaders: Readonly<Record<string, string>>,
): Admission {
  const turns = new WeakMap<FastifyRequest, () => void>();
  const takeTurn = async (request: FastifyRequest, { raw }: FastifyReply) => {
    const finish = await queue.enter(findNetwork(request.ip), () => !raw.destroyed);
    turns.set(request, finish);
    raw.once('close', finish);
  };
  const admit: Admission['admit'] = async (request, reply) => {
    reply.headers(securityHeaders);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead) return refuseMethod(request, reply);
    if (!hasHost(request.raw)) return refuseWithoutHost(request, reply);
    const url = request.raw.url ?? '/';
    if (isTooLong(url)) return refuseLongAddress(request, reply);
    if (!UNQUEUED.has(url)) await takeTurn(request, reply);
    return undefined;
  };
  return {
    admit,
    register: (app) => {
      app.server.on('connection', queue.noteConnection);
      app.addHook('onRequest', admit);
      app.addHook('preHandler', (request, { raw }, done) => {
        const finish = turns.get(request);
        // Who is gone by now gets no answer made; who goes later has it made all the same.
        if (finish !== undefined && raw.writable) raw.off('close', finish);
        done();
      });
      app.addHook('onSend', async (request) => turns.get(request)?.());
    },
  };
}
