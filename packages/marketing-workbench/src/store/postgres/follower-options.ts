import type { Store } from '../store.ts';
import type { ConnectionOptions } from './connection.ts';
import type { ReplicaLag } from './replica-lag.ts';

/** What the loops that follow content and views have in common. */
export type FollowerOptions = ConnectionOptions & {
  readonly store: Store;
  readonly replicaLag?: ReplicaLag | undefined;
  readonly log: (message: string) => void;
  /** Notifications may be lost, and a connection may die without an error. */
  readonly everyMs: number;
};
