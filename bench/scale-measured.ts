import {
  existsSync,
  mkdtempDisposableSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { checkHtml } from '../packages/marketing-workbench/src/content/markdown/check-html.ts';
import { endpoints } from '../packages/marketing-workbench/src/contract/endpoints.ts';
import { createMediaFiles } from '../packages/marketing-workbench/src/store/media/media-files.ts';
import {
  connect,
  type PostgresConnection,
} from '../packages/marketing-workbench/src/store/postgres/connection.ts';
import {
  advancePosition,
  readContentPosition,
} from '../packages/marketing-workbench/src/store/postgres/content-changes.ts';
import { fetchContent } from '../packages/marketing-workbench/src/store/postgres/fetch-content.ts';
import { publishRecords } from '../packages/marketing-workbench/src/store/postgres/publish-records.ts';
import { migrateSchema } from '../packages/marketing-workbench/src/store/postgres/schema-version.ts';
import { createRecordsSource } from '../packages/marketing-workbench/src/store/sync/source.ts';
import {
  findFreePort,
  findPrograms,
  formatUrl,
  initialise,
  runSql,
  startServer,
} from '../tests/postgres/support/postgres-server.ts';
import { createTaxonomyRecords } from '../tests/support/records.ts';
import { type ServerProcess, startServerProcess } from '../tests/support/server-process.ts';
import { createLibraryPost } from './library.ts';
import { printTable } from './measured.ts';

const REPEATS = 5;
const TICKS_PER_SECOND = 100;
const POLL_SECONDS = 5;

type MeasuredScaleOptions = {
  readonly articles: number;
  readonly nodes: number;
  readonly seconds: number;
};

/**
 * Measures the load of a database with so many articles, and of so many real nodes at rest. Linux
 * only.
 */
export async function measureDatabase({ articles, nodes, seconds }: MeasuredScaleOptions) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-scale-'));
  await chmod(folder, 0o755);
  const programs = await findPrograms(join(folder, 'programs'));
  const dataDir = join(folder, 'data');
  await initialise(programs, dataDir);
  const port = await findFreePort();
  const server = await startServer(programs, dataDir, port);
  try {
    const url = formatUrl(port, 'postgres');
    await fillDatabase(url, articles);
    printTable(await measureStatements(url, articles));
    return nodes === 0 ? undefined : await measureNodes(url, { folder, nodes, seconds });
  } finally {
    await server.end('SIGKILL');
    rmSync(folder, { recursive: true });
  }
}

/**
 * Publishes some generated articles and copies them with other slugs: the statements only depend on
 * the number and size.
 */
async function fillDatabase(url: string, articles: number): Promise<void> {
  await using connection = await connect({ url, answerWithinMs: 600_000, lockWithinMs: 30_000 });
  await migrateSchema(connection);
  const published = Math.min(articles, 1_000);
  const posts = Array.from({ length: published }, (_, number) => ({
    ...createLibraryPost(number),
    metaDescription: 'An article of made-up words.',
  }));
  const records = [...createTaxonomyRecords(), ...posts];
  const before = readCpuSeconds(process.pid);
  const content = { records, createSource: () => createRecordsSource(records) };
  await publishRecords(connection, content, {
    isDryRun: false,
    allowDeletions: true,
    log: () => undefined,
    protect: () => ({ problems: [], records, retired: [], notices: [] }),
  });
  console.log(
    `publishing ${published} to PostgreSQL: ${(readCpuSeconds(process.pid) - before).toFixed(1)} s of the publisher's processor`,
  );
  await connection.query(
    `INSERT INTO posts (slug, category, subcategory, title, excerpt, meta_description, content, published_at, details)
     SELECT slug || '-' || copy, category, subcategory, title, excerpt, meta_description, content || '<p>' || copy || '</p>', published_at, details
       FROM posts, generate_series(2, $1::integer) AS copy`,
    [Math.ceil(articles / published)],
  );
  await connection.query('INSERT INTO post_views SELECT slug, 1000 + id, 680 FROM posts');
  await connection.query('ANALYZE');
}

async function measureStatements(url: string, articles: number) {
  await using connection = await connect({ url, answerWithinMs: 600_000, lockWithinMs: 30_000 });
  const [size] = await connection.query(
    `SELECT sum(octet_length(content) + octet_length(title) + octet_length(excerpt) + octet_length(details::text))::float AS texts,
       (SELECT sum(octet_length(key) + octet_length(hash))::float FROM content_manifest) AS manifest,
       (SELECT sum(octet_length(slug) + 24)::float FROM post_views) AS views, pg_database_size(current_database())::float AS disk
     FROM posts`,
  );
  using folder = mkdtempDisposableSync(join(tmpdir(), 'bench-media-'));
  const heapBefore = process.memoryUsage().rss;
  const before = readCpuSeconds(process.pid);
  using fetched = await fetchContent(connection, {
    refused: new Map(),
    media: createMediaFiles(folder.path),
    stagingDir: folder.path,
    checkHtml,
  });
  const fetching = readCpuSeconds(process.pid) - before;
  const fetchedBytes = process.memoryUsage().rss - heapBefore;
  const [refusal] = fetched?.refusals ?? [];
  if (refusal !== undefined) throw new Error(`${refusal.key} is refused: ${refusal.reason}`);
  const perArticle = (bytes: unknown) => Number(bytes) / articles;
  const position = await readContentPosition(connection);
  return {
    'content of a poll': {
      cpuMs: await measureCpu(connection, () => advancePosition(connection, position)),
    },
    'all totals of views, once': {
      cpuMs: await measureCpu(connection, () =>
        connection.query('SELECT slug, count, heat FROM post_views'),
      ),
      bytesPerArticle: perArticle(size?.views),
    },
    manifest: { bytesPerArticle: perArticle(size?.manifest) },
    'full sync, the node reads': {
      cpuMs: fetching * 1_000,
      bytesPerArticle: perArticle(size?.texts),
      nodeRssBytesPerArticle: fetchedBytes / (fetched?.records.outlines.size ?? 1),
    },
    disk: { bytesPerArticle: perArticle(size?.disk) },
  };
}

/** Processor time of the connection's backend process, per run. */
async function measureCpu(
  { query }: PostgresConnection,
  work: () => Promise<unknown>,
): Promise<number> {
  const [row] = await query('SELECT pg_backend_pid() AS pid');
  await work();
  const before = readCpuSeconds(Number(row?.pid));
  for (let run = 0; run < REPEATS; run += 1) await work();
  return ((readCpuSeconds(Number(row?.pid)) - before) * 1_000) / REPEATS;
}

type NodeOptions = Omit<MeasuredScaleOptions, 'articles'> & { readonly folder: string };

/** Starts real nodes; returns the rates of the database and of a node at rest. */
async function measureNodes(url: string, { folder, nodes, seconds }: NodeOptions) {
  const running: ServerProcess[] = [];
  for (let number = 0; number < nodes; number += 1) {
    const environment = {
      DATABASE_URL: url,
      DATA_DIR: join(folder, `node-${number}`),
      CONTENT_DIR: 'tests/fixtures/content',
    };
    running.push(await startServerProcess(environment, () => undefined));
  }
  for (const { origin } of running) await waitUntilFollowing(origin);
  const [row] = await runSql(
    url,
    "SELECT count(*) AS connections FROM pg_stat_activity WHERE application_name = 'workbench'",
  );
  const database = await findPostmaster(url);
  const read = async () => ({
    transactions: await countTransactions(url),
    databaseCpu: readTreeSeconds(database),
    nodeCpu: running.reduce((sum, { pid }) => sum + readTreeSeconds(pid), 0),
  });
  const before = await read();
  await setTimeout(seconds * 1_000);
  const after = await read();
  await Promise.all(running.map(({ stop }) => stop()));
  return {
    connections: Number(row?.connections),
    // Without this program's own statement.
    statements: (after.transactions - before.transactions - 1) / seconds,
    databaseCores: (after.databaseCpu - before.databaseCpu) / seconds,
    coresPerNode: (after.nodeCpu - before.nodeCpu) / seconds / nodes,
  };
}

async function waitUntilFollowing(origin: string): Promise<void> {
  for (;;) {
    const health = await (await fetch(`${origin}${endpoints.health.address()}`)).json();
    if (health.database === 'PostgreSQL') return;
    await setTimeout(POLL_SECONDS * 100);
  }
}

async function countTransactions(url: string): Promise<number> {
  const [row] = await runSql(
    url,
    'SELECT xact_commit + xact_rollback AS transactions FROM pg_stat_database WHERE datname = current_database()',
  );
  return Number(row?.transactions);
}

async function findPostmaster(url: string): Promise<number> {
  await using connection = await connect({ url, answerWithinMs: 60_000, lockWithinMs: 30_000 });
  const [row] = await connection.query('SELECT pg_backend_pid() AS pid');
  return readStat(Number(row?.pid)).parent;
}

/** Processor time of a process and all its descendants, also of those that have ended. */
export function readTreeSeconds(root: number): number {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const stats = pids.map(Number).filter((pid) => existsSync(`/proc/${pid}/stat`));
  const children = Map.groupBy(stats, (pid) => readStat(pid).parent);
  const add = (pid: number): number =>
    readStat(pid).total + (children.get(pid) ?? []).reduce((sum, child) => sum + add(child), 0);
  return add(root);
}

function readCpuSeconds(pid: number): number {
  return readStat(pid).own;
}

/** Processor seconds, from `proc_pid_stat(5)`; `total` includes children that have ended. */
function readStat(pid: number) {
  const path = `/proc/${pid}/stat`;
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [user = 0, system = 0, childUser = 0, childSystem = 0] = fields.slice(11, 15);
  return {
    parent: fields[1] ?? 0,
    own: (user + system) / TICKS_PER_SECOND,
    total: (user + system + childUser + childSystem) / TICKS_PER_SECOND,
  };
}
