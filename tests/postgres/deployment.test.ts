import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseConfig } from '../../src/config.ts';
import { endpoints } from '../../src/contract/endpoints.ts';
import { files } from '../../src/site/addresses.ts';
import { ROOT } from '../support/fixture-content.ts';
import { findProgram, startProxy } from '../support/proxies.ts';
import { createSiteNode, type SiteNode } from '../support/site-node.ts';
import { findFreePort } from './support/postgres-server.ts';
import { startReaders } from './support/readers.ts';

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

test('both proxies of a cluster have the same nodes, and Caddy checks their readiness and retries', () => {
  const [nginx, caddy] = [readDeployment('cluster/nodes.conf'), readDeployment('cluster/Caddyfile')];
  const nodes = [...nginx.matchAll(/server (\d+\.\d+\.\d+\.\d+:\d+)/g)].map(([, address]) => address);
  expect(nodes).toHaveLength(2);
  expect(caddy).toContain(`reverse_proxy ${nodes.join(' ')}`);
  expect(caddy).toContain(`health_uri ${files.readiness()}`);
  expect(caddy).toMatch(/lb_try_duration [1-9]/);
});

test('the units pass the check of systemd, if that is installed', () => {
  const program = findProgram('systemd-analyze');
  if (program === undefined) return;
  const units = ['workbench.service', 'workbench-publish.service'].map((name) => join(ROOT, 'deploy', name));
  const { status, stderr } = spawnSync(program, ['verify', ...units], { encoding: 'utf8' });
  expect(status, stderr).toBe(0);
});

/** Goes through nginx if it is installed, otherwise to the nodes directly. */
test('readers notice nothing when one of two nodes is killed, and cached pages survive the loss of both', async () => {
  await using first = await createSiteNode({}, { isPublished: true });
  await using second = await createSiteNode({}, { isPublished: true });
  if (findProgram('nginx') === undefined) {
    await using _readers = startReaders([second]);
    await first.kill();
    expect((await second.get('/seo')).status).toBe(200);
    return;
  }
  // Readers of this test don't know the certificate.
  const port = await findFreePort();
  const addresses = [first, second].map(({ origin }) => new URL(origin()).host);
  await using _nginx = await startProxy('nginx', addresses, () => `listen 127.0.0.1:${port};`);
  const origin = `http://127.0.0.1:${port}`;
  const proxied: SiteNode = { ...first, origin: () => origin };
  {
    await using _readers = startReaders([proxied]);
    await first.kill();
    for (let request = 0; request < 30; request += 1) {
      expect((await fetch(`${origin}/search?q=${request}`)).status).toBe(200);
    }
  }
  const { headers } = await fetch(`${origin}/seo`);
  const isKept = /s-maxage=[1-9]/.test(headers.get('cache-control') ?? '');
  await second.kill();
  expect((await fetch(`${origin}/seo`)).status).toBe(isKept ? 200 : 502);
  expect((await fetch(`${origin}${endpoints.health.address()}`)).status).toBe(502);
});
