import type { FastifyInstance } from 'fastify';
import { isUnqueued } from '../admission.ts';
import { OverloadError } from '../error-answer.ts';
import { type ConnectionMax, createConnectionTracker } from './connection-tracker.ts';
import { createInputRefusal, type RefusalOptions } from './refused-input.ts';

type GuardOptions = Omit<RefusalOptions, 'tracker'> & {
  /**
   * Called when the site listens, with everything open that it needs. Without it there is no limit.
   */
  readonly readConnectionMax?: (() => ConnectionMax | undefined) | undefined;
};

const TUNNEL_ERROR = { code: 'HPE_INVALID_METHOD' };

/**
 * Refuses input that is not HTTP, tunnels, and requests of connections beyond the maximum. Register
 * it before other hooks.
 */
export function createConnectionGuard(options: GuardOptions) {
  const { headers, readConnectionMax } = options;
  const tracker = createConnectionTracker();
  const refuseInput = createInputRefusal({ ...options, tracker });
  return {
    tracker,
    refuseInput,
    register: (app: FastifyInstance) => {
      app.server.on('connect', (_request, socket) => {
        tracker.adopt(socket);
        refuseInput(TUNNEL_ERROR, socket);
      });
      app.server.once('listening', () => {
        const max = readConnectionMax?.();
        if (max !== undefined) tracker.setMax(max);
      });
      app.addHook('onRequest', async (request, reply) => {
        if (!tracker.isSurplus(request.raw.socket) || isUnqueued(request)) return;
        reply.headers(headers);
        throw new OverloadError();
      });
    },
  };
}
