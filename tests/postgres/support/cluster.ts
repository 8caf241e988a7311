import { appendFile, chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { findFreePort } from './find-free-port.ts';
import type { PostgresPrograms } from './postgres-programs.ts';
import { copyFiles, giveAway, PASSWORD, type PostgresServer, startServer, USER } from './postgres-server.ts';
import { formatUrl, runSql } from './run-sql.ts';

/** A real PostgreSQL server of its own, with the database `published`, which holds the content for tests. */
export type Cluster = {
  readonly port: number;
  readonly url: (database: string) => string;
  readonly start: () => Promise<void>;
  /** Ends it at once, as a power failure would. */
  readonly kill: () => Promise<void>;
  /** A copy of it that follows it by streaming. */
  readonly createReplica: () => Promise<Cluster>;
  readonly remove: () => Promise<void>;
};

/** A server that a test may break; `prepare` may change its files before it starts. */
export async function createCluster(prepare?: (dataDir: string) => Promise<void>): Promise<Cluster> {
  const { programs, modelDir } = inject('postgres');
  const folder = await createFolder();
  await copyFiles(programs, modelDir, join(folder, 'data'));
  await prepare?.(join(folder, 'data'));
  await giveAway(programs, join(folder, 'data'));
  return startCluster(programs, folder);
}

async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'workbench-pg-'));
  // Whoever runs PostgreSQL gets through to its files.
  await chmod(folder, 0o755);
  return folder;
}

async function startCluster(programs: PostgresPrograms, folder: string): Promise<Cluster> {
  const dataDir = join(folder, 'data');
  const port = await findFreePort();
  let server: PostgresServer | undefined;
  const start = async () => {
    server = await startServer(programs, dataDir, port);
  };
  const end = async (signal: 'SIGKILL' | 'SIGINT') => {
    await server?.end(signal);
    server = undefined;
  };
  await start();
  return {
    port,
    start,
    url: (database) => formatUrl(port, database),
    kill: () => end('SIGKILL'),
    createReplica: async () => {
      const copy = await createFolder();
      await end('SIGINT');
      await copyFiles(programs, dataDir, join(copy, 'data'));
      await start();
      const primary = `host=127.0.0.1 port=${port} user=${USER} password=${PASSWORD}`;
      await writeFile(join(copy, 'data/standby.signal'), '');
      await appendFile(join(copy, 'data/postgresql.auto.conf'), `primary_conninfo = '${primary}'\n`);
      return startCluster(programs, copy);
    },
    remove: async () => {
      await end('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A database of its own on the server that tests share, with the content for tests unless it is to be empty. */
export async function createDatabase(
  name: string,
  template: 'published' | 'template0' = 'published',
): Promise<string> {
  const { port } = inject('postgres');
  await runSql(formatUrl(port, 'postgres'), `CREATE DATABASE "${name}" TEMPLATE ${template}`);
  return formatUrl(port, name);
}
