import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { matchCall } from '../contract/match-call.ts';
import { CALL_PATHS, machineFiles, parseAddress } from '../site/addresses.ts';
import type { AnswerQueue } from './answer-queue.ts';
import { sendRefusal } from './error-answer.ts';
import { findRefusal } from './find-refusal.ts';

/** Monitoring is answered at once, even while the site is overloaded. */
const UNQUEUED_ROUTES: ReadonlySet<string | undefined> = new Set([
  machineFiles.readiness(),
  machineFiles.metrics(),
]);

export type Admission = ReturnType<typeof createAdmission>;

/**
 * Handles every request that the cache doesn't answer: sets security headers, refuses invalid
 * requests, queues the others.
 */
export function createAdmission(
  queue: AnswerQueue,
  securityHeaders: Readonly<Record<string, string>>,
) {
  const turns = new WeakMap<FastifyRequest, () => void>();
  const takeTurn = async (request: FastifyRequest, { raw }: FastifyReply) => {
    const finish = await queue.acquire(request.ip, () => !raw.destroyed);
    turns.set(request, finish);
    raw.once('close', finish);
  };
  /** Resolves when the request may be answered, or with the reply if it was refused. */
  const admit = async (
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply | undefined> => {
    reply.headers(securityHeaders);
    const refusal = findRefusal(request.raw);
    if (refusal !== undefined) return sendRefusal(request, reply, refusal);
    if (!isUnqueued(request)) await takeTurn(request, reply);
    return undefined;
  };
  return {
    admit,
    register: (app: FastifyInstance) => {
      app.server.on('connection', queue.noteConnection);
      app.addHook('onRequest', admit);
      app.addHook('preHandler', (request, { raw }, done) => {
        const finish = turns.get(request);
        // If the client has disconnected, `close` has already ended the turn. From here on only the
        // answer ends it.
        if (finish !== undefined && raw.writable) raw.off('close', finish);
        done();
      });
      app.addHook('onSend', async (request) => turns.get(request)?.());
    },
  };
}

/** Decides by the route or call that will answer, whatever the spelling of the address. */
export function isUnqueued({ routeOptions, raw }: FastifyRequest): boolean {
  if (UNQUEUED_ROUTES.has(routeOptions.url)) return true;
  return (
    routeOptions.url === CALL_PATHS &&
    matchCall(parseAddress(raw.url ?? '/').pathname)?.name === 'health'
  );
}
