import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { findNetwork } from '../../api/networks.ts';
import { endpoints } from '../../contract/endpoints.ts';
import { files, parseAddress } from '../../site/addresses.ts';
import { PATH_MAX_LENGTH } from '../../site/limits.ts';
import { hasHost } from '../cache/front-server.ts';
import { refuseLongAddress, refuseMethod, refuseWithoutHost } from '../error-answer.ts';
import type { AnswerQueue } from './answer-queue.ts';

/** The client name under which the cache's renewals queue; no network address can equal it. */
export const BACKGROUND = 'background';
/** Monitoring is answered at once, even while the site is overloaded. */
const UNQUEUED: ReadonlySet<string> = new Set([files.readiness(), endpoints.health.address()]);

export type Admission = {
  /** Resolves when the request may be answered, or with the reply when it was refused. Rejects if the queue is full. */
  readonly admit: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined>;
  /** Adds the hooks that admit every request of the application and end its turn once its answer is made. */
  readonly register: (app: FastifyInstance) => void;
};

/** Handles every request that the cache doesn't answer: sets security headers, refuses invalid requests, queues the others. */
export function createAdmission(
  queue: AnswerQueue,
  securityHeaders: Readonly<Record<string, string>>,
): Admission {
  const turns = new WeakMap<FastifyRequest, () => void>();
  const takeTurn = async (request: FastifyRequest, { raw }: FastifyReply) => {
    const finish = await queue.acquire(findNetwork(request.ip), () => !raw.destroyed);
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
        // If the client is gone, Fastify makes no answer, and `close` has ended the turn; from here on only the answer ends it.
        if (finish !== undefined && raw.writable) raw.off('close', finish);
        done();
      });
      app.addHook('onSend', async (request) => turns.get(request)?.());
    },
  };
}

function isTooLong(url: string): boolean {
  return url.length > PATH_MAX_LENGTH && parseAddress(url).pathname.length > PATH_MAX_LENGTH;
}
