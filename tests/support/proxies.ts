import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, watch } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../postgres/support/postgres-server.ts';
import { ROOT } from './fixture-content.ts';

const SYSTEM_PATH = ['/usr/sbin', '/usr/bin', '/usr/local/bin', '/usr/local/sbin', '/sbin', '/bin'];
export const HOST = 'localhost';
/** Certificate of a private authority for 127.0.0.1. */
const CERTIFICATE = join(ROOT, 'tests/fixtures/tls/server.crt');
const KEY = join(ROOT, 'tests/fixtures/tls/server.key');

export type ProxyName = 'nginx' | 'caddy';

export type StartedProxy = AsyncDisposable & {
  /** Origin with TLS. */
  readonly origin: string;
  /** Origin without TLS. */
  readonly plainOrigin: string;
  readonly readLog: () => Promise<string>;
};

type Settings = {
  readonly folder: string;
  /** Host and port of each. */
  readonly nodes: readonly string[];
  readonly port: number;
  readonly plainPort: number;
  readonly addition: string;
};

type Running = { readonly proxy: ChildProcess; readonly folder: string };

type Program = {
  /** The file of `deploy` with other addresses, names and paths. */
  readonly createConfig: (settings: Settings) => Promise<string>;
  readonly listArguments: (config: string, folder: string) => readonly string[];
  /** Calls `onReady` once the proxy listens. */
  readonly watch: (running: Running, onReady: () => void) => void;
};

const PROGRAMS: Readonly<Record<ProxyName, Program>> = {
  nginx: {
    createConfig: createNginxConfig,
    listArguments: (config, folder) => [
      '-e',
      'stderr',
      '-p',
      folder,
      '-g',
      'daemon off;',
      '-c',
      config,
    ],
    watch: ({ proxy, folder }, onReady) => {
      const watcher = watch(folder, (_, file) => file === 'pid' && onReady());
      proxy.once('exit', () => watcher.close());
    },
  },
  caddy: {
    createConfig: createCaddyfile,
    listArguments: (config) => ['run', '--adapter', 'caddyfile', '--config', config],
    watch: ({ proxy }, onReady) => {
      proxy.stderr?.on('data', (text) => /serving initial configuration/.test(text) && onReady());
    },
  },
};

export function findProgram(name: string): string | undefined {
  return SYSTEM_PATH.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

/**
 * Starts an installed proxy with its file of `packages/marketing-workbench/deploy/one-server`. `nodes` are hosts with ports;
 * with two, nginx includes the node list of a cluster. `createAddition` returns lines for the
 * server with TLS.
 */
export async function startProxy(
  name: ProxyName,
  nodes: readonly string[],
  createAddition: (folder: string) => string | Promise<string> = () => '',
): Promise<StartedProxy> {
  const folder = await mkdtemp(join(tmpdir(), `workbench-${name}-`));
  // Started as root, nginx runs its workers under another account.
  await chmod(folder, 0o755);
  const [port, plainPort] = [await findFreePort(), await findFreePort()];
  const program = PROGRAMS[name];
  const config = join(folder, 'config');
  const addition = await createAddition(folder);
  await writeFile(config, await program.createConfig({ folder, nodes, port, plainPort, addition }));
  const env = {
    PATH: SYSTEM_PATH.join(':'),
    HOME: folder,
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
  };
  const args = program.listArguments(config, folder);
  const proxy = spawn(name, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  await new Promise<void>((resolve, reject) => {
    let output = '';
    proxy.stderr.on('data', (text) => (output += text));
    proxy.once('exit', () => reject(new Error(`${name} did not start: ${output}`)));
    program.watch({ proxy, folder }, resolve);
  });
  return {
    plainOrigin: `http://${HOST}:${plainPort}`,
    origin: `https://${HOST}:${port}`,
    readLog: () => readFile(join(folder, 'access.log'), 'utf8').catch(() => ''),
    [Symbol.asyncDispose]: async () => {
      await stopProxy(proxy);
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function stopProxy(proxy: ChildProcess): Promise<void> {
  if (proxy.exitCode !== null || proxy.signalCode !== null) return;
  const ended = once(proxy, 'exit');
  proxy.kill('SIGTERM');
  await ended;
}

async function createNginxConfig({
  folder,
  nodes,
  port,
  plainPort,
  addition,
}: Settings): Promise<string> {
  const [first = '', second] = nodes;
  const list = await readDeployment('cluster/nodes.conf');
  await writeFile(
    join(folder, 'nodes.conf'),
    list.replace('10.0.0.11:3000', first).replace('10.0.0.12:3000', second ?? ''),
  );
  const server = second === undefined ? `server ${first};` : `include nodes.conf;`;
  return (await readNginxConfig(folder))
    .replace('server 127.0.0.1:3000;', server)
    .replace(/ +listen \[::\].*\n/g, '')
    .replace('listen 80;', `listen 127.0.0.1:${plainPort};`)
    .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
    .replace(/(\n +location \/ \{\n +proxy_pass)/, `\n${addition}$1`);
}

export function readDeployment(name: string): Promise<string> {
  return readFile(join(ROOT, 'packages/marketing-workbench/deploy', name), 'utf8');
}

/** Returns the file of `packages/marketing-workbench/deploy/one-server` with paths that exist here. */
export async function readNginxConfig(folder: string): Promise<string> {
  return (await readDeployment('one-server/nginx.conf'))
    .replaceAll('www.example.com', HOST)
    .replace('/run/nginx.pid', join(folder, 'pid'))
    .replaceAll('/var/log/nginx', folder)
    .replaceAll('/var/cache/workbench', join(folder, 'cache'))
    .replace('http {', `http {\n  proxy_temp_path ${folder}/proxy;`)
    .replace(/\/etc\/letsencrypt\S+fullchain\.pem/, CERTIFICATE)
    .replace(/\/etc\/letsencrypt\S+privkey\.pem/, KEY);
}

async function createCaddyfile({
  folder,
  nodes,
  port,
  plainPort,
  addition,
}: Settings): Promise<string> {
  return (await readDeployment('one-server/Caddyfile'))
    .replace(
      '{\n',
      `{\n\tadmin off\n\thttp_port ${plainPort}\n\thttps_port ${port}\n\tskip_install_trust\n`,
    )
    .replace(
      'www.example.com {',
      `${HOST} {\n\tbind 127.0.0.1\n\ttls ${CERTIFICATE} ${KEY}\n${addition}`,
    )
    .replaceAll('/var/log/caddy', folder)
    .replace('reverse_proxy 127.0.0.1:3000', `reverse_proxy ${nodes.join(' ')}`);
}
