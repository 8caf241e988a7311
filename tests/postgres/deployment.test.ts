import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseConfig } from '../../src/config.ts';
import { endpoints } from '../../src/contract/endpoints.ts';
import { files } from '../../src/site/addresses.ts';
import { ROOT } from '../support/fixture-content.ts';
import { createSiteNode, type SiteNode } from '../support/site-node.ts';
import { findFreePort } from './support/postgres-server.ts';
import { startReaders, waitUntil } from './support/readers.ts';

const SYSTEM_PATH = ['/usr/sbin', '/usr/bin', '/usr/local/bin', '/usr/local/sbin', '/sbin', '/bin'];

function findProgram(name: string): string | undefined {
  return SYSTEM_PATH.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

function readDeployment(name: string): string {
  return readFileSync(join(ROOT, 'deploy', name), 'utf8');
}

function listSettings(unit: string, key: string): readonly string[] {
  return [...unit.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value = '']) => value);
}

describe.for(['workbench.service', 'workbench-publish.service'])('%s', (name) => {
  test('starts an existing program with valid environment variables', () => {
    const unit = readDeployment(name);
    const [folder = ''] = listSettings(unit, 'WorkingDirectory');
    const command = (listSettings(unit, 'ExecStart')[0] ?? '').split(' ');
    const [, node = '', program = ''] = command.filter((part) => !part.startsWith('--'));
    expect(existsSync(join(ROOT, node.replace(folder, '')))).toBe(true);
    expect(existsSync(join(ROOT, program))).toBe(true);
    const assignments = listSettings(unit, 'Environment').flatMap((line) => line.split(' '));
    const environment = Object.fromEntries(assignments.map((assignment) => assignment.split('=')));
    expect(() => parseConfig(environment)).not.toThrow();
  });
});

test('systemd gives a node enough time to drain and to send its last views', () => {
  const unit = readDeployment('workbench.service');
  const drain = Number(/DRAIN_SECONDS=(\d+)/.exec(unit)?.[1]);
  expect(drain).toBeGreaterThan(0);
  expect(Number(listSettings(unit, 'TimeoutStopSec')[0])).toBeGreaterThan(drain + 5);
  expect(listSettings(unit, 'KillMode')).toEqual(['mixed']);
});

test('a node trusts the forwarded addresses of the proxies’ network only', () => {
  const [, trusted] = /TRUST_PROXY=(\S+)/.exec(readDeployment('workbench.service')) ?? [];
  expect(parseConfig({ TRUST_PROXY: trusted }).trustProxy).toEqual(['10.0.0.0/24']);
});

test('node and publisher have different writable data folders', () => {
  const folders = ['workbench.service', 'workbench-publish.service'].map((name) => {
    const unit = readDeployment(name);
    const [folder = ''] = listSettings(unit, 'StateDirectory');
    expect(unit).toContain(`DATA_DIR=/var/lib/${folder}`);
    return folder;
  });
  expect(new Set(folders).size).toBe(2);
});

test('both proxy configurations name the same nodes, check readiness and retry on the other node', () => {
  const [nginx, caddy] = [readDeployment('cluster/nginx.conf'), readDeployment('cluster/Caddyfile')];
  const nodes = [...nginx.matchAll(/server (\d+\.\d+\.\d+\.\d+:\d+)/g)].map(([, address]) => address);
  expect(nodes).toHaveLength(2);
  expect(caddy).toContain(`reverse_proxy ${nodes.join(' ')}`);
  expect(caddy).toContain(`health_uri ${files.readiness()}`);
  expect(caddy).toMatch(/lb_try_duration [1-9]/);
  expect(nginx).toContain(`location ${files.readiness()}`);
  expect(nginx).toMatch(/proxy_next_upstream error timeout/);
  expect(nginx).toMatch(/proxy_set_header Connection "";/);
  expect(nginx).toMatch(/proxy_set_header X-Forwarded-For \$remote_addr;/);
});

test('each file passes the check of its own program, if that is installed', async () => {
  await using conf = await createLocalNginxConf(await findFreePort(), ['127.0.0.1:1', '127.0.0.1:2']);
  const units = ['workbench.service', 'workbench-publish.service'].map((name) => join(ROOT, 'deploy', name));
  const checks: readonly (readonly [string, readonly string[]])[] = [
    ['systemd-analyze', ['verify', ...units]],
    ['nginx', ['-t', '-e', 'stderr', '-p', conf.folder, '-c', conf.path]],
    ['caddy', ['validate', '--adapter', 'caddyfile', '--config', join(ROOT, 'deploy/cluster/Caddyfile')]],
  ];
  for (const [name, args] of checks) {
    const program = findProgram(name);
    if (program === undefined) continue;
    const env = { PATH: SYSTEM_PATH.join(delimiter), HOME: conf.folder };
    const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', env });
    expect(`${name} ${status} ${status === 0 ? '' : `${stdout}${stderr}`}`.trim()).toBe(`${name} 0`);
  }
});

/** Goes through nginx if it is installed, otherwise to the nodes directly. */
test('readers notice nothing when one of two nodes is killed, and cached pages survive the loss of both', async () => {
  await using first = await createSiteNode({}, { isPublished: true });
  await using second = await createSiteNode({}, { isPublished: true });
  const program = findProgram('nginx');
  if (program === undefined) {
    await using _readers = startReaders([second]);
    await first.kill();
    expect((await second.get('/seo')).status).toBe(200);
    return;
  }
  const port = await findFreePort();
  const addresses = [first, second].map(({ origin }) => new URL(origin()).host);
  await using conf = await createLocalNginxConf(port, [addresses[0] ?? '', addresses[1] ?? '']);
  const origin = `http://127.0.0.1:${port}`;
  await using _nginx = await startNginx(program, conf, origin);
  const proxied: SiteNode = { ...first, origin: () => origin };
  {
    await using _readers = startReaders([proxied]);
    await first.kill();
    for (let request = 0; request < 40; request += 1) {
      expect((await fetch(`${origin}/search?q=${request}`)).status).toBe(200);
    }
  }
  const { headers } = await fetch(`${origin}/seo`);
  const isKept = /s-maxage=[1-9]/.test(headers.get('cache-control') ?? '');
  await second.kill();
  expect((await fetch(`${origin}/seo`)).status).toBe(isKept ? 200 : 502);
  expect((await fetch(`${origin}${endpoints.health.address()}`)).status).toBe(502);
});

/** nginx may still write to the folder while it exits. */
const REMOVE = { recursive: true, force: true, maxRetries: 5 };

/** `deploy/cluster/nginx.conf` with local addresses and folders. */
type LocalNginxConf = AsyncDisposable & { readonly folder: string; readonly path: string };

async function createLocalNginxConf(port: number, nodes: readonly [string, string]): Promise<LocalNginxConf> {
  const folder = await mkdtemp(join(tmpdir(), 'workbench-nginx-'));
  // Started as root, nginx runs its workers under another account.
  await chmod(folder, 0o755);
  const path = join(folder, 'nginx.conf');
  // Without the redirect to TLS and the certificate, which this machine lacks.
  const conf = (await readFile(join(ROOT, 'deploy/cluster/nginx.conf'), 'utf8'))
    .replace(/ {2}server \{\n {4}listen 80;[\s\S]*?\n {2}\}\n/, '')
    .replace(/ +ssl_certificate.*\n/g, '')
    .replace(/ +listen \[::\].*\n/g, '')
    .replace('pid /run/nginx.pid;', `pid ${folder}/pid; error_log stderr; daemon off;`)
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port};`)
    .replace('/var/cache/workbench', `${folder}/pages`)
    .replace('access_log off;', `access_log off; proxy_temp_path ${folder}/proxy;`)
    .replace('server 10.0.0.11:3000', `server ${nodes[0]}`)
    .replace('server 10.0.0.12:3000', `server ${nodes[1]}`);
  await writeFile(path, conf);
  return { folder, path, [Symbol.asyncDispose]: () => rm(folder, REMOVE) };
}

async function startNginx(
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
