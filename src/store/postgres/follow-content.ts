import { findAgreedAt, keepAgreement } from '../agreement.ts';
import type { Store } from '../store.ts';
import { readPublished } from '../sync/manifest.ts';
import { syncSource } from '../sync/sync.ts';
import { acceptContent } from './accept-content.ts';
import { createBackoff } from './backoff.ts';
import type { CheckHtml } from './check-row.ts';
import { type Connection, connect } from './connection.ts';
import { describeFailure, readMessage } from './describe-failure.ts';
import { createFetchedSource, fetchContent, type Refusal, readDigest } from './fetch-content.ts';
import { type PrimaryWatch, refuseLag } from './primary-watch.ts';
import { isRecordKind, RECORD_TABLES } from './record-tables.ts';
import { requireSchema, SchemaError } from './schema-version.ts';

export type FollowOptions = {
  readonly store: Store;
  readonly url: string;
  /** Where that is a replica's: of the server whose content it should have. */
  readonly primary?: PrimaryWatch | undefined;
  readonly checkHtml: CheckHtml;
  /** Undefined as long as the content is followed; else why not. */
  readonly report: (failure: string | undefined) => void;
  /** Awaited after each attempt that failed. */
  readonly onFailure: () => Promise<void>;
  readonly log: (message: string) => void;
  /** A notification may be lost, and a connection may be dead without a word: this often the database is asked. */
  readonly lookEveryMs: number;
  readonly answerWithinMs: number;
};

/** A replica that is read only announces nothing. */
const LOOK_AT_REPLICA_EVERY_MS = 1_000;

/** Keeps the index up to date with PostgreSQL, whatever happens to either, as long as the process runs. */
export async function followContent(options: FollowOptions): Promise<never> {
  const backoff = createBackoff();
  const follower = { ...options, refused: new Map<string, string>(), told: new Set<string>() };
  let last = '';
  for (;;) {
    try {
      await followConnection(follower, () => {
        if (last !== '') options.log('The database answers again; the content is followed.');
        last = '';
        backoff.reset();
        options.report(undefined);
      });
    } catch (error) {
      options.report(describeFailure(error));
      const message = `The content is not followed: ${describeFailure(error)} (${readMessage(error)}).`;
      if (message !== last) options.log(message);
      last = message;
      await options.onFailure();
    }
    await new Promise((resolve) => setTimeout(resolve, backoff.next()));
  }
}

type Follower = FollowOptions & {
  /** Rows that are no good, by key, with the hash that they had; and what was said of them. */
  readonly refused: Map<string, string>;
  readonly told: Set<string>;
};

async function followConnection(follower: Follower, onAgreement: () => void): Promise<never> {
  const { url, answerWithinMs, lookEveryMs, store } = follower;
  const connection = await connect(url, { answerWithinMs });
  try {
    await requireSchema(connection);
    const isReplica = await readIsReplica(connection);
    if (!isReplica) await connection.query('LISTEN content_changed');
    let digest = '';
    let isAnnounced = true;
    for (;;) {
      // Asked before the content is: what the replica had by then is in it.
      const lagMs = isReplica ? await follower.primary?.findLag(connection) : undefined;
      const agreedAt = findAgreedAt(store);
      if (isAnnounced || !store.index.isFilled() || (await readDigest(connection)) !== digest) {
        digest = await takeOver(follower, connection);
      }
      keepAgreement(store.state, lagMs ? (agreedAt ?? Date.now()) : Date.now());
      refuseLag(lagMs ?? 0);
      onAgreement();
      isAnnounced = await connection.waitForNotification(isReplica ? LOOK_AT_REPLICA_EVERY_MS : lookEveryMs);
    }
  } finally {
    await connection.close();
  }
}

async function readIsReplica({ query }: Connection): Promise<boolean> {
  const [row] = await query('SELECT pg_is_in_recovery() AS is_replica');
  return row?.is_replica === true;
}

/** Takes over what the index lacks; returns what all content is called now. */
async function takeOver(follower: Follower, connection: Connection): Promise<string> {
  const { store, refused, checkHtml, log } = follower;
  const fetched = await fetchContent(connection, { known: readPublished(store), refused, checkHtml });
  if (fetched === undefined) {
    throw new SchemaError('PostgreSQL holds no content yet; run npm run content -- publish');
  }
  const accepted = acceptContent(store, fetched, refused);
  for (const { key, hash } of fetched.refusals) refused.set(key, hash);
  for (const refusal of accepted.refusals) tell(follower, refusal);
  const { added, changed, removed, revision } = syncSource(store, createFetchedSource(accepted), Date.now());
  if (added + changed + removed > 0) {
    log(
      `Took over ${added} added, ${changed} changed, ${removed} removed; revision ${revision.slice(0, 12)}.`,
    );
  }
  return fetched.digest;
}

/** Says once of each version of a row why it is not taken over. */
function tell({ told, log }: Follower, { key, hash, reason }: Refusal): void {
  if (told.has(`${key} ${hash}`)) return;
  told.add(`${key} ${hash}`);
  const kind = key.slice(0, key.indexOf(':'));
  const table = isRecordKind(kind) ? RECORD_TABLES[kind].name : 'other_records';
  log(
    `Refused ${table} "${key.slice(kind.length + 1)}": ${reason}. Its last good version stays, if there was one.`,
  );
}
