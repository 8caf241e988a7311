import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, lchown, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PostgresPrograms } from './postgres-programs.ts';

/** A running PostgreSQL server. */
export type PostgresServer = {
  /** `SIGKILL` ends it at once, as a power failure would; `SIGINT` in order. Returns when nothing of it runs any more. */
  readonly end: (signal: 'SIGKILL' | 'SIGINT') => Promise<void>;
};

export const USER = 'postgres';
export const PASSWORD = 'secret';

const ENVIRONMENT = { LC_ALL: 'C' };
const FLAGS = [
  ...['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
  // What is killed here is a program, never the machine under it.
  ...['-c', 'fsync=off'],
];

/** Makes the files of an empty server. */
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

/** The files of a server that doesn't run, for another server. */
export async function copyFiles(programs: PostgresPrograms, from: string, to: string): Promise<void> {
  await cp(from, to, { recursive: true, preserveTimestamps: true });
  await chmod(to, 0o700);
  await giveAway(programs, to);
}

/** Makes files those of whoever runs PostgreSQL. */
export async function giveAway({ account }: PostgresPrograms, path: string): Promise<void> {
  const { uid, gid } = account;
  if (uid === undefined || gid === undefined) return;
  await lchown(path, uid, gid);
  const below = await readdir(path, { recursive: true }).catch(() => []);
  await Promise.all(below.map((name) => lchown(join(path, name), uid, gid)));
}

/** Starts the server whose files stand in this folder, and returns when it answers. */
export async function startServer(
  programs: PostgresPrograms,
  dataDir: string,
  port: number,
): Promise<PostgresServer> {
  const child = spawn(join(programs.folder, 'postgres'), ['-D', dataDir, '-p', String(port), ...FLAGS], {
    ...programs.account,
    env: ENVIRONMENT,
    cwd: dataDir,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const endWithTests = () => child.kill('SIGKILL');
  process.once('exit', endWithTests);
  child.once('exit', () => process.off('exit', endWithTests));
  await waitUntilReady(child);
  return {
    end: async (signal) => {
      // Its children hold its output open: it is closed when the last of them has gone.
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
