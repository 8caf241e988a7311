import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
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

/** Starts the shared server with the fixture content before the first test, and prints the table of faults after the last. */

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
    /** Each tested fault appends a line of JSON. */
    readonly faultFile: string;
  }
}

let folder = '';
let server: PostgresServer | undefined;

export async function setup(project: TestProject): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), 'workbench-postgres-'));
  try {
    await prepare(project);
  } catch (error) {
    await removeAll();
    throw error;
  }
}

export async function teardown(): Promise<void> {
  const table = formatFaultTable(await readFile(join(folder, 'faults'), 'utf8'));
  await mkdir('test-results', { recursive: true });
  await writeFile('test-results/faults.md', table);
  process.stdout.write(`\n${table}\n`);
  await removeAll();
}

async function prepare(project: TestProject): Promise<void> {
  await chmod(folder, 0o755);
  await writeFile(join(folder, 'faults'), '');
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
  project.provide('faultFile', join(folder, 'faults'));
}

/** Owned by a role without other rights, as the runbook says. */
async function createPublished(port: number): Promise<string> {
  const superuser = formatUrl(port, 'postgres');
  await runSql(superuser, "CREATE ROLE workbench LOGIN PASSWORD 'secret'");
  await runSql(superuser, 'CREATE DATABASE published OWNER workbench TEMPLATE template0');
  return formatUrl(port, 'published').replace('//postgres:', '//workbench:');
}

async function removeAll(): Promise<void> {
  await server?.end('SIGKILL');
  await rm(folder, { recursive: true, force: true });
}

export type Fault = {
  readonly fault: string;
  /** Of readers during the fault. */
  readonly requests: number;
  readonly failed: number;
  readonly slowestMs: number;
  /** A duration, or a remark. */
  readonly agreedAfter: string;
};

const HEADINGS = ['fault', 'requests', 'failed', 'slowest', 'agreed again after'];

function formatFaultTable(lines: string): string {
  const rows = lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line): string[] => {
      const { fault, requests, failed, slowestMs, agreedAfter }: Fault = JSON.parse(line);
      return [fault, String(requests), String(failed), `${slowestMs} ms`, agreedAfter];
    })
    .toSorted(([a = ''], [b = '']) => a.localeCompare(b));
  const cells = [HEADINGS, HEADINGS.map(() => '---'), ...rows];
  return cells.map((row) => `| ${row.join(' | ')} |\n`).join('');
}
