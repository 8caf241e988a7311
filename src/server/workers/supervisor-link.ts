import type { ViewCounter } from '../../api/view-counter.ts';
import { type MessageToSupervisor, parseMessageToWorker } from './messages.ts';

export type SupervisorLink = {
  readonly describeDatabase: () => string;
  readonly countView: ViewCounter;
};

type Orders = { readonly onDrain: () => void; readonly onStop: () => void };

/** A worker's side of the channel to the supervisor, which alone acts on signals that all processes get. */
export function linkToSupervisor({ onDrain, onStop }: Orders): SupervisorLink {
  let database = 'not known yet';
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
  process.on('message', (message) => {
    const order = parseMessageToWorker(message);
    if (order?.kind === 'database') database = order.text;
    if (order?.kind === 'drain') onDrain();
    if (order?.kind === 'stop') onStop();
  });
  return {
    describeDatabase: () => database,
    countView: (postId, visitor, now) => {
      const message: MessageToSupervisor = { kind: 'view', postId, visitor, now };
      process.send?.(message);
    },
  };
}
