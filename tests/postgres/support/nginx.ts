import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../../support/fixture-content.ts';
import { waitUntil } from './readers.ts';

/** Its processes may still write while they end. */
const REMOVE = { recursive: true, force: true, maxRetries: 5 };

/** Our nginx.conf with the addresses and folders of this machine in the place of its examples. */
export type LocalNginxConf = AsyncDisposable & { readonly folder: string; readonly path: string };

export async function createLocalNginxConf(
  port: number,
  nodes: readonly [string, string],
): Promise<LocalNginxConf> {
  const folder = await mkdtemp(join(tmpdir(), 'workbench-nginx-'));
  // Root's nginx works as an account of its own, which has to get through to what it keeps.
  await chmod(folder, 0o755);
  const path = join(folder, 'nginx.conf');
  const conf = (await readFile(join(ROOT, 'deploy/nginx.conf'), 'utf8'))
    .replace('pid /run/nginx.pid;', `pid ${folder}/pid; error_log stderr; daemon off;`)
    .replace('listen 80;', `listen 127.0.0.1:${port};`)
    .replace('/var/cache/workbench', `${folder}/pages`)
    .replace('access_log off;', `access_log off; proxy_temp_path ${folder}/proxy;`)
    .replace('server 10.0.0.11:3000', `server ${nodes[0]}`)
    .replace('server 10.0.0.12:3000', `server ${nodes[1]}`);
  await writeFile(path, conf);
  return { folder, path, [Symbol.asyncDispose]: () => rm(folder, REMOVE) };
}

/** Runs it until it is disposed of; `origin` answers when this returns. */
export async function startNginx(
  program: string,
  { folder, path }: LocalNginxConf,
  origin: string,
): Promise<AsyncDisposable> {
  const child = spawn(program, ['-e', 'stderr', '-p', folder, '-c', path], { stdio: 'ignore' });
  await waitUntil(async () => (await fetch(`${origin}/`)).status === 200);
  return {
    [Symbol.asyncDispose]: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}
