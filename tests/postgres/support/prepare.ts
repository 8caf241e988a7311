import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { spawnCommand } from '../../support/spawn-command.ts';
import {
  copyFiles,
  findFreePort,
  findPrograms,
  formatUrl,
  initialise,
  type PostgresPrograms,
  type PostgresServer,
  runSql,
  startServer,
} from './postgres-server.ts';

/** Starts the shared server with the fixture content before the first test. */

declare module 'vitest' {
  interface ProvidedContext {
    readonly postgres: {
      readonly programs: PostgresPrograms;
      /** Files of a stopped server, to be copied. */
      readonly modelDir: string;
      /** Of the server shared by the tests that break none. */
      readonly port: number;
    };
    /** Data folder of a publisher that serves nothing itself. */
    readonly publisherDir: string;
  }
}

let folder = '';
let server: PostgresServer | undefined;

export async function setup(project: TestProject): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), 'workbench-postgres-'));
  try {
    await prepare(project);
  } catch (error) {
    await teardown();
    throw error;
  }
}

async function prepare(project: TestProject): Promise<void> {
  await chmod(folder, 0o755);
  const programs = await findPrograms(join(folder, 'programs'));
  const [dataDir, modelDir] = [join(folder, 'data'), join(folder, 'model')];
  const port = await findFreePort();
  await initialise(programs, dataDir);
  server = await startServer(programs, dataDir, port);
  const publisherDir = join(folder, 'publisher');
  const environment = { DATABASE_URL: await createPublished(port), DATA_DIR: publisherDir };
  for (const command of ['migrate', 'publish']) {
    const { status, output } = await spawnCommand([command], environment).ended;
    if (status !== 0) throw new Error(`${command} failed: ${output}`);
  }
  await server.end('SIGINT');
  await copyFiles(programs, dataDir, modelDir);
  server = await startServer(programs, dataDir, port);
  project.provide('postgres', { programs, modelDir, port });
  project.provide('publisherDir', publisherDir);
}

/** Owned by a role without other rights, as the runbook says. */
async function createPublished(port: number): Promise<string> {
  const superuser = formatUrl(port, 'postgres');
  await runSql(superuser, "CREATE ROLE workbench LOGIN PASSWORD 'secret'");
  await runSql(superuser, 'CREATE DATABASE published OWNER workbench TEMPLATE template0');
  return formatUrl(port, 'published').replace('//postgres:', '//workbench:');
}

export async function teardown(): Promise<void> {
  await server?.end('SIGKILL');
  await rm(folder, { recursive: true, force: true });
}
