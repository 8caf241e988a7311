import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Store } from '../store/store.ts';
import { sendAnswer } from './send-answer.ts';

export type Readiness = {
  readonly isReady: () => boolean;
  /** Requests are still answered, but the proxy should send no new ones. */
  readonly startDraining: () => void;
};

export function createReadiness(): Readiness {
  let isReady = true;
  return {
    isReady: () => isReady,
    startDraining: () => {
      isReady = false;
    },
  };
}

type ReadinessOptions = { readonly store: Store; readonly isReady?: () => boolean };

/** For the proxy in front: 503 tells it to route readers to another node, also while there is no content. */
export function createReadinessHandler({ store, isReady: isWanted = () => true }: ReadinessOptions) {
  const isReady = () => isWanted() && store.index.isFilled();
  return (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
    sendAnswer(request, reply, {
      status: isReady() ? 200 : 503,
      type: 'application/json; charset=utf-8',
      body: JSON.stringify({ ready: isReady() }),
      caching: 'never',
    });
}
