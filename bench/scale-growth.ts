import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { appendFile, chmod } from 'node:fs/promises';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limitHeapGrowth } from '../packages/marketing-workbench/src/publishing/process-limits.ts';
import type { ContentRecord } from '../packages/marketing-workbench/src/site/records.ts';
import {
  connect,
  type PostgresConnection,
} from '../packages/marketing-workbench/src/store/postgres/connection.ts';
import {
  advancePosition,
  readContentPosition,
} from '../packages/marketing-workbench/src/store/postgres/content-changes.ts';
import { followTotals } from '../packages/marketing-workbench/src/store/postgres/follow-totals.ts';
import { publishRecords } from '../packages/marketing-workbench/src/store/postgres/publish-records.ts';
import { migrateSchema } from '../packages/marketing-workbench/src/store/postgres/schema-version.ts';
import { openStore } from '../packages/marketing-workbench/src/store/store.ts';
import {
  findFreePort,
  findPrograms,
  formatUrl,
  initialise,
  startServer,
} from '../tests/postgres/support/postgres-server.ts';
import { createLibrarySource } from './library.ts';
import { printTable, readPeakMb, runMeasured } from './measured.ts';
import { readTreeSeconds } from './scale-measured.ts';

const NODES = 100;
const POLLS = 20;
/** Nodes that read totals: each first reads all of them. */
const TOTALS_NODES = 2;
/**
 * Rows that a node has not seen at a poll: of 10,000 requests a second, 2,000 are views, and five
 * seconds pass between two polls.
 */
const CHANGED_ROWS = 9_200;
const ANSWER = { answerWithinMs: 3_600_000, lockWithinMs: 30_000 };

/**
 * Measures publishing so many articles to PostgreSQL, the first sync of a node, and the polls of
 * 100 nodes. Linux only. Each article has 700 made-up words.
 */
export async function measureGrowth(articles: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-growth-'));
  await chmod(folder, 0o755);
  const programs = await findPrograms(join(folder, 'programs'));
  await initialise(programs, join(folder, 'database'));
  await appendFile(
    join(folder, 'database/postgresql.auto.conf'),
    `max_connections = ${2 * NODES}\n`,
  );
  const port = await findFreePort();
  const server = await startServer(programs, join(folder, 'database'), port);
  try {
    const url = formatUrl(port, 'postgres');
    printTable({
      'publishing to PostgreSQL': await runMeasured(
        [
          '--max-semi-space-size=8',
          'bench/bench.ts',
          'scale',
          '--publish',
          String(articles),
          '--database',
          url,
        ],
        { MALLOC_ARENA_MAX: '2' },
      ),
      'first sync of a node': await measureFirstSync(url, folder),
    });
    printTable(await measurePolls(url, folder));
  } finally {
    await server.end('SIGKILL');
    rmSync(folder, { recursive: true });
  }
}

/** The process of which `measureGrowth` reads the peak of its memory. */
export async function publishLibrary(url: string, articles: number): Promise<void> {
  limitHeapGrowth();
  await using connection = await connect({ url, ...ANSWER });
  await migrateSchema(connection);
  const { taxonomy, createSource } = createLibrarySource(articles);
  const library = createSource();
  const describe = (record: ContentRecord) =>
    record.kind === 'post'
      ? { ...record, metaDescription: 'An article of made-up words.' }
      : record;
  const records = function* (keys: readonly string[]) {
    for (const record of library.records(keys)) yield describe(record);
  };
  const content = { records: taxonomy, createSource: () => ({ ...library, records }) };
  await publishRecords(connection, content, {
    isDryRun: false,
    allowDeletions: true,
    log: console.log,
    protect: () => ({ problems: [], records: taxonomy, retired: [], notices: [] }),
  });
}

async function measureFirstSync(url: string, folder: string) {
  const start = performance.now();
  const follower = fork('packages/marketing-workbench/src/follower.ts', {
    // As the server starts it.
    execArgv: ['--max-semi-space-size=8'],
    env: {
      DATABASE_URL: url,
      DATABASE_ANSWER_SECONDS: '600',
      DATA_DIR: join(folder, 'node'),
      CONTENT_DIR: 'tests/fixtures/content',
    },
  });
  try {
    await waitUntilInSync(follower);
    return {
      seconds: (performance.now() - start) / 1_000,
      userSeconds: readTreeSeconds(follower.pid ?? 0),
      peakMb: readPeakMb(follower.pid ?? 0),
    };
  } finally {
    follower.kill('SIGKILL');
    await once(follower, 'exit');
  }
}

async function waitUntilInSync(follower: ChildProcess): Promise<void> {
  for (;;) {
    const [report] = await once(follower, 'message');
    if (report.failure === undefined) return;
    console.log(report.failure);
  }
}

/** The query that polls made before: a hash of all content, and all totals. */
const FORMER_DIGEST = `
  SELECT encode(sha256(convert_to(string_agg(key || ' ' || hash, E'\\n' ORDER BY key COLLATE "C"), 'UTF8')), 'hex')
    AS digest FROM content_manifest`;
const FORMER_TOTALS = 'SELECT slug, count, heat FROM post_views';
/** What a node reads when something was published. */
const MANIFEST = 'SELECT key, hash FROM content_manifest';

/** Measures bytes from PostgreSQL and processor time of its processes, per poll of a node. */
async function measurePolls(url: string, folder: string) {
  await using writer = await connect({ url, ...ANSWER });
  await writer.query(
    'INSERT INTO post_views (slug, count, heat) SELECT slug, 1000 + id, 680 FROM posts',
  );
  await writer.query('ANALYZE');
  using store = openStore({ dataDir: join(folder, 'node') });
  const nodes = await Promise.all(Array.from({ length: NODES }, () => connect({ url, ...ANSWER })));
  try {
    const positions = await Promise.all(nodes.map(readContentPosition));
    const readers = nodes.slice(0, TOTALS_NODES);
    const totals = readers.map((node) => followTotals(store, node));
    for (const one of totals) await one.read();
    const advance = async (number: number) => {
      const [node, known] = [nodes[number], positions[number]];
      const present = node && known && (await advancePosition(node, known));
      if (present === undefined) throw new Error('The content changed during the measurement.');
      positions[number] = present;
    };
    const change = () =>
      writer.query(
        'UPDATE post_views SET count = count + 1 WHERE slug IN (SELECT slug FROM posts ORDER BY id LIMIT $1)',
        [CHANGED_ROWS],
      );
    const [first] = nodes;
    const askFirst = (sql: string) => async () => void (await first?.query(sql));
    return {
      'content, before': await measureRounds([first], 3, askFirst(FORMER_DIGEST)),
      'content, 100 nodes': await measureRounds(nodes, POLLS, advance),
      'keys and hashes, at a publish': await measureRounds([first], 3, askFirst(MANIFEST)),
      'totals, before': await measureRounds([first], 3, askFirst(FORMER_TOTALS)),
      'totals at rest': await measureRounds(readers, 10 * POLLS, async (number) =>
        totals[number]?.read(),
      ),
      [`totals, ${CHANGED_ROWS} changed`]: await measureRounds(
        readers,
        1,
        async (number) => totals[number]?.read(),
        change,
      ),
    };
  } finally {
    for (const node of nodes) await node[Symbol.asyncDispose]();
  }
}

/** Measures rounds in each of which every node polls once. */
async function measureRounds(
  nodes: readonly (PostgresConnection | undefined)[],
  rounds: number,
  poll: (number: number) => Promise<void>,
  prepare: () => Promise<unknown> = async () => undefined,
) {
  const pids: number[] = [];
  for (const node of nodes) {
    const [row] = (await node?.query('SELECT pg_backend_pid() AS pid')) ?? [];
    pids.push(Number(row?.pid));
  }
  const readCpu = () => pids.reduce((sum, pid) => sum + readTreeSeconds(pid), 0);
  const readBytes = () =>
    nodes.reduce((sum, node) => sum + (node === undefined ? 0 : countReceivedBytes(node)), 0);
  await prepare();
  const before = { cpu: readCpu(), bytes: readBytes() };
  for (let round = 0; round < rounds; round += 1)
    for (const number of nodes.keys()) await poll(number);
  const polls = rounds * nodes.length;
  return {
    cpuMsPerPoll: ((readCpu() - before.cpu) * 1_000) / polls,
    bytesPerPoll: (readBytes() - before.bytes) / polls,
  };
}

function countReceivedBytes({ client }: PostgresConnection): number {
  const { stream } = client.connection;
  return stream instanceof Socket ? stream.bytesRead : 0;
}
