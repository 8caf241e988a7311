import { dirname } from 'node:path';
import { isOfOtherLanguage } from '../../search-engine/language.ts';
import { readMessage } from '../database.ts';
import { findSyncTime, saveSyncTime } from '../index/status.ts';
import { listLostFiles, noteLost } from '../media/stored-media.ts';
import {
  type ContentSource,
  findSourceLanguage,
  formatDifference,
  isEmptyDifference,
  parseKey,
} from '../sync/source.ts';
import { syncSource } from '../sync/sync.ts';
import type { CheckHtml } from './check-row.ts';
import { keepConnected, type PostgresConnection } from './connection.ts';
import { advancePosition, type ContentPosition } from './content-changes.ts';
import { describeDatabaseFailure } from './describe-database-failure.ts';
import { acceptContent, fetchContent, fetchFile, type RefusedRow } from './fetch-content.ts';
import type { FollowerOptions } from './follower-options.ts';
import { findTable } from './record-tables.ts';
import { refuseLag } from './replica-lag.ts';
import { requireSchema, SchemaError } from './schema-version.ts';
import type { StagedRecords } from './staged-records.ts';

type FollowOptions = FollowerOptions & {
  readonly checkHtml: CheckHtml;
  /** Called with the reason why the content can't be followed, or undefined. */
  readonly report: (failure: string | undefined) => void;
  /** Awaited after each attempt that failed. */
  readonly onFailure: () => Promise<void>;
};

/** A read-only replica sends no notifications. */
const POLL_REPLICA_EVERY_MS = 1_000;

type Follower = FollowOptions & {
  /** Hashes by key. */
  readonly refused: Map<string, string>;
  /** Key and hash of each logged refusal. */
  readonly logged: Set<string>;
};

/** Keeps the index in sync with the primary or a replica as long as the process runs. */
export function followContent(options: FollowOptions): Promise<never> {
  const follower: Follower = { ...options, refused: new Map(), logged: new Set() };
  const connecting = {
    ...options,
    recovered: 'PostgreSQL answers again; the content is followed.',
    formatFailure: (error: unknown) =>
      `PostgreSQL can’t be followed: ${describeDatabaseFailure(error)} (${readMessage(error)}).`,
    onFailure: (error: unknown) => {
      options.report(describeDatabaseFailure(error));
      return options.onFailure();
    },
  };
  return keepConnected(connecting, (connection, succeeded) =>
    followConnection(follower, connection, () => {
      succeeded();
      options.report(undefined);
    }),
  );
}

async function followConnection(
  follower: Follower,
  connection: PostgresConnection,
  onAgreement: () => void,
): Promise<never> {
  const { everyMs, store, replicaLag } = follower;
  await requireSchema(connection);
  const [server] = await connection.query('SELECT pg_is_in_recovery() AS is_replica');
  const isReplica = server?.is_replica === true;
  if (!isReplica) await connection.query('LISTEN content_changed');
  let position: ContentPosition | undefined;
  for (;;) {
    // Measured before the content is read: the content is at least as new.
    const lagMs = isReplica ? await replicaLag?.measure(connection) : undefined;
    const agreedAt = findSyncTime(store);
    position =
      position !== undefined && store.index.isFilled()
        ? await advancePosition(connection, position)
        : undefined;
    position ??= await syncContent(follower, connection);
    if (store.media.isDamaged()) await fetchLostFiles(follower, connection);
    saveSyncTime(store.state, lagMs ? (agreedAt ?? Date.now()) : Date.now());
    refuseLag(lagMs ?? 0);
    onAgreement();
    await connection.waitForNotification(isReplica ? POLL_REPLICA_EVERY_MS : everyMs);
  }
}

/**
 * Fetches what changed or, if all texts must be read again, everything (`isWhole`). Returns the
 * position of the content.
 */
async function syncContent(
  follower: Follower,
  connection: PostgresConnection,
  isWhole = false,
): Promise<ContentPosition> {
  const { store, refused, checkHtml, log } = follower;
  const { media } = store;
  const stagingDir = dirname(store.indexPath);
  const wanted = { refused, media, stagingDir, checkHtml };
  using fetched = await fetchContent(connection, isWhole ? wanted : { ...wanted, store });
  if (fetched === undefined) {
    throw new SchemaError('PostgreSQL holds no content yet; run npm run content -- publish');
  }
  const { position, records, ids } = fetched;
  const { manifest, refusals } = acceptContent(store, fetched);
  for (const { key, hash } of fetched.refusals) refused.set(key, hash);
  for (const refusal of refusals) logRefusal(follower, refusal);
  const source: ContentSource = {
    manifest: () => manifest,
    records: records.read,
    outlines: filterNumberedOutlines(records),
    ids,
  };
  const language = findSourceLanguage(source, manifest);
  const isReread =
    store.index.isFilled() && language !== undefined && isOfOtherLanguage(store.index, language);
  if (isReread && !isWhole) return await syncContent(follower, connection, true);
  const { revision, ...difference } = syncSource(store, source, Date.now());
  if (!isEmptyDifference(difference)) {
    log(`Synced ${formatDifference(difference)}; revision ${revision.slice(0, 12)}.`);
  }
  return position;
}

function filterNumberedOutlines({ outlines }: StagedRecords): ContentSource['outlines'] {
  return (keys) =>
    keys
      .flatMap((key) => outlines.get(key) ?? [])
      .filter((outline) => outline.kind === 'post' || outline.kind === 'legacy');
}

async function fetchLostFiles(
  { store, logged, log }: Follower,
  connection: PostgresConnection,
): Promise<void> {
  const lost = listLostFiles(store);
  for (const file of lost) await fetchFile(connection, store.media, file);
  const names = noteLost(store, lost);
  if (lost.length > names.length) log(`Wrote ${lost.length - names.length} lost files again.`);
  const [name = ''] = names;
  if (names.length === 0 || logged.has(name)) return;
  logged.add(name);
  log(`PostgreSQL lacks ${names.length} lost files, such as ${name}; publish again.`);
}

/** Logs a refusal once for each version of a row. */
function logRefusal({ logged, log }: Follower, { key, hash, reason }: RefusedRow): void {
  const version = `${key} ${hash}`;
  if (logged.has(version)) return;
  logged.add(version);
  const { kind, name } = parseKey(key);
  log(
    `Refused ${findTable(kind).name} "${name}": ${reason}. The previous version stays, if there is one.`,
  );
}
