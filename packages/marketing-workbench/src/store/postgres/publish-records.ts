import { type ArticlePlace, pages } from '../../site/addresses.ts';
import { findSettings } from '../../site/default-site.ts';
import type { ContentRecord } from '../../site/records.ts';
import type { News } from '../../site/settings.ts';
import { type KnownAddresses, readArticlePlace } from '../sync/post-addresses.ts';
import {
  type ContentSource,
  compareManifests,
  type Manifest,
  type ManifestDifference,
  parseKey,
} from '../sync/source.ts';
import type { StoredContent } from '../sync/stored-content.ts';
import type { PostgresConnection } from './connection.ts';
import { tidyChanges } from './content-changes.ts';
import { copyStateToDatabase, type LocalState, NOTHING_CARRIED } from './copy-state-to-database.ts';
import { isLockFailure } from './describe-database-failure.ts';
import { readByCursor } from './read-by-cursor.ts';
import { readSharedContent } from './read-shared-content.ts';
import { RECORD_KINDS, RECORD_TABLES, writeRows } from './record-tables.ts';

/** Content with its long texts read one at a time. */
type SourcedContent = {
  /** All but long texts. */
  readonly records: readonly ContentRecord[];
  /** Creates a source of these records in place of `records`, and of all texts. */
  readonly createSource: (records: readonly ContentRecord[]) => ContentSource;
};

/** What a publisher has. */
export type PublishedContent = SourcedContent & {
  readonly faulty?: {
    /** The keys of texts with errors. */
    readonly keys: readonly string[];
    /** Returns the content in which the published versions of these texts stay. */
    readonly keepVersions: (stored: StoredContent) => SourcedContent;
  };
};

export type PublishOptions = {
  readonly isDryRun: boolean;
  readonly allowDeletions: boolean;
  readonly carried?: LocalState;
  /** `now` is the time of the database, which decides what is public. */
  readonly protect: (
    known: KnownAddresses,
    externalKeys: ReadonlySet<string>,
    now: number,
  ) => Protection;
  readonly log: (line: string) => void;
};

/** What to publish so that every public address leads somewhere. */
export type Protection = {
  /** Articles that would vanish; then nothing is published. */
  readonly problems: readonly string[];
  /** Include a rule for each retired or moved address. */
  readonly records: readonly ContentRecord[];
  readonly retired: readonly ArticlePlace[];
  /** Report vanished articles of other programs. */
  readonly notices: readonly string[];
};

export type PublishResult = ManifestDifference & {
  /** Rows of other programs. */
  readonly others: number;
  readonly protection: Protection;
  /** The time of the database, in milliseconds since 1970. */
  readonly now: number;
  /** When each article that readers could find before and after last changed, by path. */
  readonly before: ReadonlyMap<string, string>;
  readonly after: ReadonlyMap<string, string>;
};

/** The message says what to do. */
export class DeletionError extends Error {
  override name = 'DeletionError';
}

/** The message has a line for each article. */
export class VanishedError extends Error {
  override name = 'VanishedError';
}

/** The id of the publishers' advisory lock; an arbitrary number. */
const PUBLISH_LOCK_ID = 7_046_029_254;
const DELETABLE_SHARE = 0.1;

/** Replaces the content in one transaction. Rows of other programs under other keys stay. */
export async function publishRecords(
  connection: PostgresConnection,
  content: PublishedContent,
  options: PublishOptions,
): Promise<PublishResult> {
  const { query } = connection;
  await query('BEGIN');
  try {
    await lockForPublishing(connection, options);
    const result = await replaceContent(connection, content, options);
    await query(options.isDryRun ? 'ROLLBACK' : 'COMMIT');
    return result;
  } catch (error) {
    await query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

async function replaceContent(
  connection: PostgresConnection,
  content: PublishedContent,
  options: PublishOptions,
): Promise<PublishResult> {
  const { carried = NOTHING_CARRIED, protect, isDryRun } = options;
  const { news } = findSettings(content.records);
  const before = await listPublicArticles(connection, news);
  await copyStateToDatabase(connection, carried);
  const ownKeys = content.createSource(content.records).manifest().keys();
  const keys = [...ownKeys, ...(content.faulty?.keys ?? [])];
  await restoreSlugs(connection, keys);
  const { ours, others } = await readPresent(connection, new Set(keys));
  const { createSource } = await settleContent(connection, content, ours);
  const now = await readDatabaseTime(connection);
  const protection = protect(await readKnownAddresses(connection), new Set(others), now);
  if (protection.problems.length > 0 && !isDryRun)
    throw new VanishedError(protection.problems.join('\n'));
  const source = createSource(protection.records);
  const folder = source.manifest();
  const difference = compareManifests(ours, folder);
  refuseDeletions(ours, difference, options);
  if (!isDryRun) {
    await retireSharedAddresses(connection, protection.retired);
    await writeRows(connection, { source, folder, difference, ids: carried.ids });
    await tidyChanges(connection);
  }
  const after = isDryRun ? before : await listPublicArticles(connection, news);
  return { ...difference, others: others.length, protection, now, before, after };
}

/** Returns the content with the published versions of texts with errors. */
async function settleContent(
  connection: PostgresConnection,
  content: PublishedContent,
  manifest: Manifest,
): Promise<SourcedContent> {
  if (content.faulty === undefined) return content;
  const { keys, keepVersions } = content.faulty;
  return keepVersions(await readSharedContent(connection, manifest, keys));
}

async function readDatabaseTime({ query }: PostgresConnection): Promise<number> {
  const [row] = await query('SELECT extract(epoch FROM now()) * 1000 AS now');
  return Number(row?.now);
}

/** Reverts slugs that another program changed; the articles keep ids and views. */
async function restoreSlugs({ query }: PostgresConnection, keys: readonly string[]): Promise<void> {
  const slugs = keys.map(parseKey).flatMap(({ kind, name }) => (kind === 'post' ? name : []));
  const changed = `(SELECT DISTINCT slug, moved_to FROM post_addresses) AS old
      WHERE posts.slug = old.moved_to AND posts.folder_hash IS NOT NULL
        AND old.slug = ANY ($1) AND posts.slug <> ALL ($1)
        AND NOT EXISTS (SELECT FROM posts AS present WHERE present.slug = old.slug)`;
  // An UPDATE of no rows would announce a change.
  if ((await query(`SELECT FROM posts, ${changed} LIMIT 1`, [slugs])).length === 0) return;
  await query(`UPDATE posts SET slug = old.slug FROM ${changed}`, [slugs]);
  // Runs the deferred trigger now: the addresses are checked next.
  await query('SET CONSTRAINTS keep_address IMMEDIATE');
  await query('SET CONSTRAINTS keep_address DEFERRED');
}

/**
 * Returns as `ours` the published hashes of the folder's rows, and as `others` the keys of all
 * other rows.
 */
async function readPresent(
  connection: PostgresConnection,
  keys: ReadonlySet<string>,
): Promise<{ readonly ours: Manifest; readonly others: readonly string[] }> {
  const ours = new Map<string, string>();
  const others: string[] = [];
  for await (const rows of readByCursor(
    connection,
    'SELECT key, folder_hash FROM content_manifest',
  )) {
    for (const row of rows) {
      const key = String(row.key);
      const hash = row.folder_hash === null ? '' : String(row.folder_hash);
      if (hash !== '' || keys.has(key)) ours.set(key, hash);
      else others.push(key);
    }
  }
  return { ours, others };
}

async function lockForPublishing(
  { query }: PostgresConnection,
  { isDryRun, log }: PublishOptions,
): Promise<void> {
  // Limits how long this transaction may be idle.
  await query("SET LOCAL idle_in_transaction_session_timeout = '60s'");
  if (isDryRun) return;
  const [row] = await query(`SELECT pg_try_advisory_xact_lock(${PUBLISH_LOCK_ID}) AS is_ours`);
  if (row?.is_ours !== true) {
    log('Another publish command is running; waiting for it to finish.');
    await query(`SELECT pg_advisory_xact_lock(${PUBLISH_LOCK_ID})`);
  }
  const tables = [...new Set(RECORD_KINDS.map((kind) => RECORD_TABLES[kind].name))];
  const lockTables = `LOCK TABLE ${tables.join(', ')} IN SHARE ROW EXCLUSIVE MODE`;
  await query('SAVEPOINT before_tables');
  await query(`${lockTables} NOWAIT`).catch(async (error: unknown) => {
    if (!isLockFailure(error)) throw error;
    await query('ROLLBACK TO before_tables');
    log('Another program’s transaction keeps PostgreSQL’s tables locked; waiting for it.');
    await query(lockTables);
  });
  await query('SET CONSTRAINTS ALL DEFERRED');
}

/**
 * Pictures don't count: a changed picture has a new name, and the old name is deleted. Nor do
 * drafts, which nobody reads.
 */
function refuseDeletions(
  present: Manifest,
  { removed }: ManifestDifference,
  options: PublishOptions,
): void {
  const isCounted = (key: string) => !['media', 'draft', 'pageDraft'].includes(parseKey(key).kind);
  const published = [...present.keys()].filter(isCounted).length;
  const deleted = removed.filter(isCounted).length;
  if (options.allowDeletions || options.isDryRun || deleted <= published * DELETABLE_SHARE) return;
  throw new DeletionError(
    `This would delete ${deleted} of ${published} published records, more than a tenth. Nothing was published. ` +
      'See which with --dry-run; if that is meant, publish with --allow-deletions.',
  );
}

async function readKnownAddresses({ query }: PostgresConnection): Promise<KnownAddresses> {
  const rows = await query(`
    SELECT slug, category, subcategory, is_gone, of_folder FROM post_addresses
      WHERE published_at <= now() ORDER BY slug, category, subcategory`);
  const moved = await query(`
    SELECT a.slug, a.category, a.subcategory, p.slug AS to_slug, p.category AS to_category,
        coalesce(p.subcategory, '') AS to_subcategory
      FROM post_addresses a JOIN posts p ON p.slug = a.moved_to WHERE a.published_at <= now()
      ORDER BY a.slug, a.category, a.subcategory`);
  return {
    published: rows.map(readArticlePlace),
    gone: rows.filter((row) => row.is_gone === true).map(readArticlePlace),
    external: rows.filter((row) => row.of_folder === false).map(readArticlePlace),
    moved: moved.map((row) => ({
      place: readArticlePlace(row),
      to: readArticlePlace({
        slug: row.to_slug,
        category: row.to_category,
        subcategory: row.to_subcategory,
      }),
    })),
  };
}

async function retireSharedAddresses(
  { query }: PostgresConnection,
  places: readonly ArticlePlace[],
): Promise<void> {
  for (const { slug, category, subcategory = '' } of places) {
    await query(
      'UPDATE post_addresses SET is_gone = true WHERE slug = $1 AND category = $2 AND subcategory = $3',
      [slug, category, subcategory],
    );
  }
}

async function listPublicArticles(
  { query }: PostgresConnection,
  news: News | undefined,
): Promise<PublishResult['before']> {
  const rows = await query(`
    SELECT slug, category, coalesce(subcategory, '') AS subcategory, coalesce(updated_at, published_at) AS changed_at
      FROM posts WHERE published_at <= now()`);
  return new Map(
    rows.map((row) => [pages.article(readArticlePlace(row), news), String(Number(row.changed_at))]),
  );
}
