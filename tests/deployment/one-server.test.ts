import { execFile } from 'node:child_process';
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test, vi } from 'vitest';
import { NOT_POSSIBLE } from '../../scripts/deployment-inputs.ts';
import {
  type DebianMachine,
  findMachineObstacle,
  startDebianMachine,
} from '../support/debian-machine.ts';
import { ROOT } from '../support/fixture-content.ts';
import { READER } from '../support/test-site.ts';
import { createVendoredSite } from '../support/vendored-site.ts';

const MINUTES = 60_000;
const PATIENCE = { timeout: MINUTES, interval: 200 };
/** Caddy signs certificates of this domain itself. */
const SITE = 'www.site.localhost';
const ORIGIN = `https://${SITE}`;
const INSTALLS_PACKAGES = /^(?:apt-get|npm) .*install /;
const CADDY_AUTHORITY = 'var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt';
const CERTIFICATE = `etc/letsencrypt/live/${SITE}/fullchain.pem`;
/** Replaces certbot: a certificate authority can't reach the machine. */
const CERTBOT = `#!/bin/sh
install -d /etc/letsencrypt/live/${SITE} && cd /etc/letsencrypt/live/${SITE}
exec openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=${SITE} -addext subjectAltName=DNS:${SITE} -keyout privkey.pem -out fullchain.pem
`;
const page = await readFile(join(ROOT, 'packages/marketing-workbench/docs/one-server.md'), 'utf8');
const obstacle = await findMachineObstacle();

test('the site needs at most ten commands', () => {
  expect(listCommands('Ten commands').length).toBeLessThanOrEqual(10);
});

if (obstacle === undefined) {
  test('each command of docs/one-server.md works on a fresh Debian', followPage, 20 * MINUTES);
} else {
  test(`running the commands of docs/one-server.md ${NOT_POSSIBLE} ${obstacle}`, () => {
    expect(obstacle).toMatch(/./);
  });
}

async function followPage(): Promise<void> {
  const source = await createRepository();
  const [install, nginx] = [
    listCommands('Ten commands'),
    listCommands('With nginx in place of Caddy'),
  ];
  // The builder of the machine's image runs them, and caches the packages for the next test.
  const preparation = [...install, ...nginx].filter((command) => INSTALLS_PACKAGES.test(command));
  const machine = await startDebianMachine({ preparation, source });
  await machine.run('systemctl disable --now nginx; systemctl start caddy');

  await follow(machine, install);
  await vi.waitFor(() => read(machine, '/seo', CADDY_AUTHORITY), PATIENCE);
  expect(await curl(machine, '--head', ...connect(80), `http://${SITE}/seo`)).toMatch(
    new RegExp(`^HTTP/1.1 308 .*location: ${ORIGIN}/seo\r$`, 'ims'),
  );
  expect(await read(machine, '/seo', CADDY_AUTHORITY)).toContain(
    `<link rel="canonical" href="${ORIGIN}/seo"`,
  );
  expect(await listListeners(machine)).toContain('0100007F:0BB8');
  expect(await listListeners(machine)).not.toContain('00000000:0BB8');
  expect(await machine.run('systemctl is-active workbench-backup.timer')).toBe('active\n');

  const { id } = JSON.parse(await read(machine, '/api/posts/ad-rank', CADDY_AUTHORITY));
  await read(machine, `/api/posts/${id}/view`, CADDY_AUTHORITY);
  await follow(machine, listCommands('Backup and restore'));
  await vi.waitFor(async () => {
    const [popular] = JSON.parse(await read(machine, '/api/posts/popular', CADDY_AUTHORITY));
    expect(popular.slug).toBe('ad-rank');
  }, PATIENCE);

  await publish(machine, source);
  await restart(machine);

  expect(await machine.run('journalctl --unit workbench')).not.toContain('Fontconfig');
  await machine.run('systemctl stop caddy');
  await writeFile(join(machine.root, 'usr/local/bin/certbot'), CERTBOT, { mode: 0o755 });
  await follow(machine, nginx);
  await vi.waitFor(() => read(machine, '/seo', CERTIFICATE), PATIENCE);
  await follow(machine, listCommands('Uninstall'));
  expect(await machine.run('ls /var/backups/workbench')).toMatch(/^\d\d\.zip\n$/);
}

/**
 * A change reaches readers without a restart. A text with an error does not, and a restart serves
 * its last version.
 */
async function publish(machine: DebianMachine, source: string): Promise<void> {
  const about = join(source, 'content/pages/about.md');
  await appendFile(about, '\nA sentence that was added later.\n');
  await commit(source);
  await follow(machine, listCommands('Publish'));
  expect(await read(machine, '/about', CADDY_AUTHORITY)).toContain('added later');
  await appendFile(about, '\n[A link](/to/nowhere)\n');
  await commit(source);
  await expect(follow(machine, listCommands('Publish'))).rejects.toThrow(
    'Job for workbench.service failed',
  );
}

/**
 * The settings override those of the unit, as a cluster needs it. After a crash the site serves
 * again.
 */
async function restart(machine: DebianMachine): Promise<void> {
  await machine.run('echo HOST=0.0.0.0 >> /etc/workbench/environment; systemctl restart workbench');
  await vi.waitFor(
    async () => expect(await listListeners(machine)).toContain('00000000:0BB8'),
    PATIENCE,
  );
  const findServer = 'systemctl show workbench --property=MainPID --value';
  const server = await machine.run(findServer);
  await machine.run(`kill -KILL ${server}`);
  await vi.waitFor(async () => {
    expect(await read(machine, '/about', CADDY_AUTHORITY)).toContain('added later');
    expect(await machine.run(findServer)).not.toBe(server);
  }, PATIENCE);
  expect(await machine.run('journalctl --unit workbench')).toContain(
    'HELD BACK until corrected: content/pages/about.md (its last version stays)',
  );
}

/** The commands of the code blocks under this heading. */
function listCommands(heading: string): readonly string[] {
  const [section = ''] = (page.split(`\n## ${heading}\n`)[1] ?? '').split('\n## ');
  const blocks = [...section.matchAll(/^```\n(.*?)^```/gms)].map(([, block = '']) => block);
  return blocks.join('').trimEnd().split('\n');
}

/**
 * Runs commands in one shell, as a reader of the page does; those that install packages were run
 * before.
 */
function follow(machine: DebianMachine, commands: readonly string[]): Promise<string> {
  const script = commands.filter((command) => !INSTALLS_PACKAGES.test(command)).join('\n');
  const own = script.replace('SITE=www.example.com\n', '').replace('REPOSITORY', '/srv/source');
  return machine.run(`SITE=${SITE}; if [ -d /opt/my-site ]; then cd /opt/my-site; fi\n${own}`);
}

/**
 * The page that a reader gets who trusts this certificate of the machine; throws if the answer is a
 * failure.
 */
function read(machine: DebianMachine, path: string, certificate: string): Promise<string> {
  const settings = ['--fail', '--user-agent', READER, '--cacert', join(machine.root, certificate)];
  return curl(machine, ...settings, ...connect(443), ORIGIN + path);
}

function curl({ runInNetwork }: DebianMachine, ...args: readonly string[]): Promise<string> {
  return runInNetwork('curl', '--silent', '--show-error', ...args);
}

/** The IPv4 addresses and ports on which programs listen, in hexadecimal. */
async function listListeners({ runInNetwork }: DebianMachine): Promise<readonly string[]> {
  const table = await runInNetwork('cat', '/proc/net/tcp');
  return [...table.matchAll(/^ *\d+: (\S+) \S+ 0A /gm)].map(([, address = '']) => address);
}

const connect = (port: number) => ['--resolve', `${SITE}:${port}:127.0.0.1`];

/** A repository of an owner, with the fixture content. */
async function createRepository(): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), 'workbench-source-'));
  onTestFinished(() => rm(parent, { recursive: true, maxRetries: 5 }));
  const folder = join(parent, 'my-site');
  await createVendoredSite(folder);
  await git(folder, 'init', '--quiet');
  await commit(folder);
  return folder;
}

async function commit(folder: string): Promise<void> {
  await git(folder, 'add', '--all');
  await git(
    folder,
    '-c',
    'user.name=A',
    '-c',
    'user.email=a@example.com',
    'commit',
    '--quiet',
    '--message=Change',
  );
}

function git(folder: string, ...args: readonly string[]) {
  return promisify(execFile)('git', ['-C', folder, ...args], { maxBuffer: 10_000_000 });
}
