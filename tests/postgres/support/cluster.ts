import { appendFile, chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject } from 'vitest';
import type { Environment } from '../../support/server-process.ts';
import { type CommandResult, spawnCommand } from '../../support/spawn-command.ts';
import type { PostgresPrograms } from './postgres-server.ts';
import {
  copyFiles,
  findFreePort,
  formatUrl,
  giveAway,
  PASSWORD,
  type PostgresServer,
  runSql,
  startServer,
  USER,
} from './postgres-server.ts';

/** A separate PostgreSQL server; its database `published` holds the fixture content. */
export type Cluster = {
  readonly port: number;
  readonly url: (database: string) => string;
  readonly start: () => Promise<void>;
  readonly kill: () => Promise<void>;
  /** A streaming replica. */
  readonly createReplica: () => Promise<Cluster>;
  readonly remove: () => Promise<void>;
};

/** A server that a test may break; `prepare` may change its files before it starts. */
export async function createCluster(
  prepare?: (dataDir: string) => Promise<void>,
): Promise<Cluster> {
  const { programs, modelDir } = inject('postgres');
  const folder = await createFolder();
  await copyFiles(programs, modelDir, join(folder, 'data'));
  await prepare?.(join(folder, 'data'));
  await giveAway(programs, join(folder, 'data'));
  return startCluster(programs, folder);
}

async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'workbench-pg-'));
  // Lets the account that runs PostgreSQL reach its files.
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
      await appendFile(
        join(copy, 'data/postgresql.auto.conf'),
        `primary_conninfo = '${primary}'\n`,
      );
      return startCluster(programs, copy);
    },
    remove: async () => {
      await end('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A database on the shared server, with the fixture content or empty (`template0`). */
export async function createDatabase(
  name: string,
  template: 'published' | 'template0' = 'published',
): Promise<string> {
  const { port } = inject('postgres');
  await runSql(formatUrl(port, 'postgres'), `CREATE DATABASE "${name}" TEMPLATE ${template}`);
  return formatUrl(port, name);
}

/** A post of another program at `/seo/{slug}`. */
export function insertPost(slug: string, { title = 'T', publishedAt = '2025-01-01' } = {}): string {
  return `INSERT INTO posts (slug, category, title, excerpt, meta_description, content, published_at)
    VALUES ('${slug}', 'seo', '${title}', 'E', 'M', '<p>T</p>', '${publishedAt}');`;
}

/** Runs the command, which has to succeed; returns its output. */
export async function succeed(args: readonly string[], environment: Environment): Promise<string> {
  const { status, output } = await runCommand(args, environment);
  expect(status, output).toBe(0);
  return output;
}

export function runCommand(
  args: readonly string[],
  environment: Environment,
): Promise<CommandResult> {
  return startCommand(args, environment).ended;
}

/** Runs on the machine of a publisher that serves nothing, unless DATA_DIR is given. */
export function startCommand(args: readonly string[], environment: Environment) {
  return spawnCommand(args, { DATA_DIR: inject('publisherDir'), ...environment });
}
