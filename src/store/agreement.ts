import { statSync } from 'node:fs';
import type { Database } from './database.ts';
import { readInteger } from './rows.ts';
import { readStateKey } from './state.ts';
import type { Store } from './store.ts';

/** As much of the state's key as an operator needs to tell nodes apart. */
const NODE_ID_LENGTH = 12;

/** Notes that the index holds what its source held at that time, in milliseconds since the epoch. */
export function keepAgreement(state: Database, now: number): void {
  state.run(
    `INSERT INTO agreement (id, agreed_at) VALUES (1, :now)
     ON CONFLICT (id) DO UPDATE SET agreed_at = excluded.agreed_at`,
    { now },
  );
}

/** When the index last held what its source held; undefined where it was never filled. */
export function findAgreedAt({ state }: Pick<Store, 'state'>): number | undefined {
  const row = state.get('SELECT agreed_at FROM agreement');
  return row && readInteger(row, 'agreed_at');
}

/** Tells this machine's store from every other. */
export function readNodeId({ state }: Pick<Store, 'state'>): string {
  return readStateKey(state).slice(0, NODE_ID_LENGTH);
}

/** Bytes on the disk. */
export function readIndexSize({ indexPath }: Pick<Store, 'indexPath'>): number {
  return statSync(indexPath, { throwIfNoEntry: false })?.size ?? 0;
}
