import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseConfig } from '../../packages/marketing-workbench/src/config.ts';
import { endpoints } from '../../packages/marketing-workbench/src/contract/endpoints.ts';
import { machineFiles } from '../../packages/marketing-workbench/src/site/addresses.ts';
import { ROOT } from '../support/fixture-content.ts';
import { findProgram, startProxy } from '../support/proxies.ts';
import { createSiteNode, type SiteNode } from '../support/site-node.ts';
import { findFreePort } from './support/postgres-server.ts';
import { startReaders } from './support/readers.ts';

function readDeployment(name: string): string {
  return readFileSync(join(ROOT, 'packages/marketing-workbench/deploy', name), 'utf8');
}

function listSettings(unit: string, key: string): readonly string[] {
  return [...unit.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value = '']) => value);
}

const UNITS = ['workbench.service', 'workbench-publish.service', 'workbench-backup.service'];
/** Of `systemd-analyze security`, from 0 to 10. */
const EXPOSURE_MAX = 2;

/** The variables of a unit. */
function readEnvironment(name: string): Readonly<Record<string, string>> {
  const assignments = listSettings(readDeployment(name), 'Environment').flatMap((line) =>
    line.split(' '),
  );
  return Object.fromEntries(assignments.map((assignment) => assignment.split('=')));
}

describe.for(UNITS)('%s', (name) => {
  test('starts existing programs with valid environment variables', () => {
    const unit = readDeployment(name);
    const commands = ['ExecStartPre', 'ExecStart', 'ExecStartPost', 'ExecReload'].flatMap((key) =>
      listSettings(unit, key),
    );
    expect(listSettings(unit, 'WorkingDirectory')).toEqual(['/opt/my-site']);
    const programs = [
      ...commands
        .join(' ')
        .matchAll(/\bnode (?:--\S+ )*node_modules\/(marketing-workbench)\/lib\/(\S+)\.js\b/g),
    ];
    expect(programs).toHaveLength(commands.length);
    for (const [program, name = '', entry = ''] of programs)
      expect(existsSync(join(ROOT, 'packages', name, `src/${entry}.ts`)), program).toBe(true);
    expect(() => parseConfig(readEnvironment(name))).not.toThrow();
  });

  test('has limits and, if systemd-analyze is installed to tell, an exposure under 2', () => {
    const unit = readDeployment(name);
    expect(listSettings(unit, 'MemoryMax')).toHaveLength(1);
    expect(listSettings(unit, 'TasksMax')).toHaveLength(1);
    const program = findProgram('systemd-analyze');
    if (program === undefined) return;
    const args = [
      'security',
      '--offline=true',
      '--no-pager',
      join(ROOT, 'packages/marketing-workbench/deploy', name),
    ];
    const { stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
    const exposure = /Overall exposure level .*: ([\d.]+)/.exec(stdout)?.[1];
    expect(Number(exposure), stderr).toBeLessThan(EXPOSURE_MAX);
  });
});

test('systemd gives a node of a cluster enough time to drain and to send its last views', () => {
  const drain = Number(
    /^DRAIN_SECONDS=(\d+)/m.exec(
      readFileSync(join(ROOT, 'packages/marketing-workbench/docs/cluster.md'), 'utf8'),
    )?.[1],
  );
  const unit = readDeployment('workbench.service');
  expect(drain).toBeGreaterThan(0);
  expect(Number(listSettings(unit, 'TimeoutStopSec')[0])).toBeGreaterThan(drain + 5);
  expect(listSettings(unit, 'KillMode')).toEqual(['mixed']);
});

test('a server is private and trusts the forwarded addresses of a proxy on the same machine only', () => {
  const { HOST, TRUST_PROXY } = readEnvironment('workbench.service');
  expect({ HOST, TRUST_PROXY }).toEqual({ HOST: '127.0.0.1', TRUST_PROXY: '127.0.0.1' });
});

test('node and publisher have different writable data folders, and the backup has that of the node', () => {
  const folders = UNITS.map((name) => {
    const [folder = ''] = listSettings(readDeployment(name), 'StateDirectory');
    expect(readEnvironment(name).DATA_DIR).toBe(`/var/lib/${folder}`);
    return folder;
  });
  expect(folders).toEqual(['workbench', 'workbench-publish', 'workbench']);
});

test('both proxies of a cluster have the same nodes, and Caddy checks their readiness and retries', () => {
  const [nginx, caddy] = [
    readDeployment('cluster/nodes.conf'),
    readDeployment('cluster/Caddyfile'),
  ];
  const nodes = [...nginx.matchAll(/server (\d+\.\d+\.\d+\.\d+:\d+)/g)].map(
    ([, address]) => address,
  );
  expect(nodes).toHaveLength(2);
  expect(caddy).toContain(`reverse_proxy ${nodes.join(' ')}`);
  expect(caddy).toContain(`health_uri ${machineFiles.readiness()}`);
  expect(caddy).toMatch(/lb_try_duration [1-9]/);
});

test('the units pass the check of systemd, if that is installed', () => {
  const program = findProgram('systemd-analyze');
  if (program === undefined) return;
  const units = [...UNITS, 'workbench-backup.timer'].map((name) =>
    join(ROOT, 'packages/marketing-workbench/deploy', name),
  );
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
