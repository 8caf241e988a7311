import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createSiteNode } from '../support/site-node.ts';
import type { CommandResult } from '../support/spawn-command.ts';
import {
  createCluster,
  createDatabase,
  runCommand,
  startCommand,
  succeed,
} from './support/cluster.ts';
import { runSql } from './support/postgres-server.ts';
import {
  readPost,
  startReaders,
  view,
  waitForDatabase,
  waitForTitle,
  waitUntil,
} from './support/readers.ts';
import { changeByHand, NOTICE } from './support/shared-site.ts';

/** Of commands; nodes wait for half of their time to answer. */
const DATABASE_LOCK_SECONDS = '4';
const LANES = 4;

/** A session in whose transaction these statements have run. */
async function holdOpen(url: string, sql: string) {
  const client = new Client({ connectionString: url, application_name: 'a forgotten session' });
  client.on('error', () => undefined);
  await client.connect();
  await client.query('BEGIN');
  const { rows } = await client.query('SELECT pg_backend_pid() AS pid');
  await client.query(sql);
  return { pid: Number(rows[0]?.pid), [Symbol.asyncDispose]: () => client.end() };
}

function expectNamed({ status, output }: CommandResult, pid: number, what: string): void {
  expect(status, what).toBe(1);
  expect(output, what).toMatch(
    new RegExp(
      String.raw`locked by pid ${pid} \(a forgotten session, user postgres, idle in transaction, transaction since \S+Z, last statement at \S+Z\); wait for it, or end it with SELECT pg_terminate_backend\(${pid}\)`,
    ),
  );
}

const TABLES = [
  'pgmigrations',
  'pgmigrations_expand',
  'categories',
  'subcategories',
  'posts',
  'legacy_posts',
  'media',
  'other_records',
  'post_addresses',
  'post_views',
  'content_changes',
];
const BLOCKING_MODES = [
  'ROW EXCLUSIVE',
  'SHARE UPDATE EXCLUSIVE',
  'SHARE',
  'SHARE ROW EXCLUSIVE',
  'EXCLUSIVE',
];

const BLOCKING = [
  ...TABLES.map((table) => `LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`),
  ...BLOCKING_MODES.map((mode) => `LOCK TABLE posts IN ${mode} MODE`),
  "SELECT FROM posts WHERE slug = 'ad-rank' FOR UPDATE",
  "UPDATE posts SET title = 'Not yet' WHERE slug = 'ad-schedule'",
  "DELETE FROM other_records WHERE kind = 'site'",
  // Of another publisher.
  'SELECT pg_advisory_xact_lock(7046029254)',
];

const MANY = { timeout: 900_000 };

test(
  'a publisher that any other session keeps waiting names that session, publishes nothing, and everything once it is gone',
  MANY,
  async () => {
    const waiting = [...BLOCKING];
    const runLane = async (lane: number) => {
      const url = await createDatabase(`locks-${lane}`);
      // So that a row has to be written.
      await changeByHand(url, 'Changed by hand');
      for (let sql = waiting.pop(); sql !== undefined; sql = waiting.pop()) {
        await using holder = await holdOpen(url, sql);
        const result = await runCommand(['publish'], { DATABASE_URL: url, DATABASE_LOCK_SECONDS });
        expectNamed(result, holder.pid, sql);
        expect(result.output, sql).toContain('All or none of it was done; run it again');
      }
      expect(await succeed(['publish'], { DATABASE_URL: url })).toContain(
        '0 added, 1 changed, 0 removed',
      );
    };
    await Promise.all(Array.from({ length: LANES }, (_, lane) => runLane(lane)));
  },
);

test.each(['ACCESS SHARE', 'ROW SHARE'])(
  'a lock in %s mode keeps no publisher waiting',
  async (mode) => {
    const url = await createDatabase(`locks-${mode}`);
    await using _holder = await holdOpen(url, `LOCK TABLE ${TABLES.join(', ')} IN ${mode} MODE`);
    await succeed(['publish'], { DATABASE_URL: url });
  },
);

test('a command says early who keeps it waiting, and goes on when that session ends', async () => {
  const url = await createDatabase('locks-released');
  const holder = await holdOpen(url, 'LOCK TABLE pgmigrations IN ACCESS EXCLUSIVE MODE');
  const command = startCommand(['migrate'], { DATABASE_URL: url });
  let said = '';
  command.child.stdout?.on('data', (part) => {
    said += part;
  });
  await waitUntil(async () =>
    said.includes(`Waiting for PostgreSQL’s tables, locked by pid ${holder.pid}`),
  );
  await holder[Symbol.asyncDispose]();
  expect(await command.ended).toMatchObject({ status: 0 });
});

test.each([
  ['migrate', 'LOCK TABLE pgmigrations IN ACCESS EXCLUSIVE MODE', ['migrate']],
  // What node-pg-migrate holds while another program migrates.
  ['migrate beside another migration', 'SELECT pg_advisory_lock(7241865325823964)', ['migrate']],
  ['report', 'LOCK TABLE day_counts IN ACCESS EXCLUSIVE MODE', ['report', '--json']],
  ['missing', 'LOCK TABLE searched_words IN ACCESS EXCLUSIVE MODE', ['missing']],
  [
    'export',
    'LOCK TABLE posts IN ACCESS EXCLUSIVE MODE',
    ['export', '--from-database', '--format', 'json', '--to', '/nonexistent/never-written.json'],
  ],
])('%s names the session that it waits for', async (name, sql, args) => {
  const url = await createDatabase(`locks of ${name}`);
  await using holder = await holdOpen(url, sql);
  expectNamed(
    await runCommand(args, { DATABASE_URL: url, DATABASE_LOCK_SECONDS }),
    holder.pid,
    name,
  );
});

test('a node keeps serving while another session locks tables, and says in its health and log who it is', async () => {
  const url = await createDatabase('locks-of-a-node');
  await using node = await createSiteNode({ DATABASE_URL: url });
  await waitForDatabase(node, /^PostgreSQL$/);
  await using _readers = startReaders([node]);
  for (const table of ['posts', 'other_records', 'content_changes']) {
    const holder = await holdOpen(url, `LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
    await waitForDatabase(
      node,
      new RegExp(
        `^Fallback since .*: Another program’s open transaction keeps PostgreSQL’s tables locked: pid ${holder.pid}, a forgotten session, since `,
      ),
    );
    expect(node.output()).toMatch(
      new RegExp(
        String.raw`can’t be followed: [^\n]*locked by pid ${holder.pid} \(a forgotten session, user postgres`,
      ),
    );
    expect((await node.get('/one/two/three/four')).text).toContain(NOTICE);
    await holder[Symbol.asyncDispose]();
    await waitForDatabase(node, /^PostgreSQL$/);
  }
  await using holder = await holdOpen(url, 'LOCK TABLE post_views IN ACCESS EXCLUSIVE MODE');
  const { id } = await readPost(node);
  await view(node, id, { from: 0, to: 1 });
  await waitUntil(async () =>
    node
      .output()
      .includes(
        `Views can’t be sent and wait on this machine’s disk: locked by pid ${holder.pid} (`,
      ),
  );
});

test('a publisher and a node say that PostgreSQL has no free connection', async () => {
  const superuser = await createDatabase('locks-full');
  const url = superuser.replace('//postgres:', '//workbench:');
  await runSql(superuser, 'ALTER DATABASE "locks-full" CONNECTION LIMIT 1');
  await using _holder = await holdOpen(url, 'SELECT');
  const { status, output } = await runCommand(['publish'], { DATABASE_URL: url });
  expect({ status, output }).toMatchObject({
    status: 1,
    output: expect.stringContaining('PostgreSQL has no free connection: see max_connections'),
  });
  await using node = await createSiteNode({ DATABASE_URL: url });
  await waitForDatabase(node, 'PostgreSQL has no free connection: see max_connections');
});

test('a publisher says that PostgreSQL is read-only, by a setting or as a replica, and nodes follow', async () => {
  const url = await createDatabase('locks-read-only');
  await runSql(url, 'ALTER DATABASE "locks-read-only" SET default_transaction_read_only = on');
  const says = 'PostgreSQL is read-only: a replica, or default_transaction_read_only is on';
  const refused = await runCommand(['publish'], { DATABASE_URL: url });
  expect(refused).toMatchObject({ status: 1, output: expect.stringContaining(says) });
  await using node = await createSiteNode({ DATABASE_URL: url });
  await waitForDatabase(node, /^PostgreSQL$/);

  const primary = await createCluster();
  onTestFinished(() => primary.remove());
  const replica = await primary.createReplica();
  onTestFinished(() => replica.remove());
  const onReplica = await runCommand(['publish'], { DATABASE_URL: replica.url('published') });
  expect(onReplica).toMatchObject({ status: 1, output: expect.stringContaining(says) });
});

test('a publisher and a node say that a paused PostgreSQL does not answer, and the node follows again', async () => {
  const cluster = await createCluster();
  onTestFinished(() => cluster.remove());
  const url = cluster.url('published');
  await using node = await createSiteNode({ DATABASE_URL: url });
  await waitForDatabase(node, /^PostgreSQL$/);
  await using _readers = startReaders([node]);
  const pids = (
    await runSql(
      url,
      "SELECT pid FROM pg_stat_activity UNION ALL SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::integer",
    )
  ).map(({ pid }) => Number(pid));
  const send = (signal: 'SIGSTOP' | 'SIGCONT') => {
    for (const pid of pids) if (isRunning(pid)) process.kill(pid, signal);
  };
  onTestFinished(() => send('SIGCONT'));
  send('SIGSTOP');
  const { status, output } = await runCommand(['publish'], { DATABASE_URL: url });
  expect(status).toBe(1);
  expect(output).toContain('PostgreSQL does not answer: it is paused or overloaded');
  await waitForDatabase(node, 'PostgreSQL does not answer: it is paused or overloaded');
  send('SIGCONT');
  await changeByHand(url, 'After the pause');
  await waitForTitle([node], 'After the pause');
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
