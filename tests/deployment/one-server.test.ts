import { appendFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { NOT_POSSIBLE } from '../../scripts/deployment-inputs.ts';
import {
  type DebianMachine,
  findMachineObstacle,
  startDebianMachine,
} from '../support/debian-machine.ts';
import { INSTALLS_PACKAGES, readGuide, writeCertbot } from '../support/followed-guide.ts';
import { commitSite, createSiteRepository } from '../support/site-repository.ts';
import { READER } from '../support/test-site.ts';

const MINUTES = 60_000;
const PATIENCE = { timeout: MINUTES, interval: 200 };
/** Caddy signs certificates of this domain itself. */
const SITE = 'www.site.localhost';
const ORIGIN = `https://${SITE}`;
const CADDY_AUTHORITY = 'var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt';
const CERTIFICATE = `etc/letsencrypt/live/${SITE}/fullchain.pem`;
const page = await readGuide('one-server.md');
const upgrading = await readGuide('upgrading.md');
const obstacle = await findMachineObstacle();

test('the site needs at most ten commands', () => {
  expect(page.listCommands('Ten commands').length).toBeLessThanOrEqual(10);
});

if (obstacle === undefined) {
  test('each command of docs/one-server.md works on a fresh Debian', followPage, 20 * MINUTES);
} else {
  test(`running the commands of docs/one-server.md ${NOT_POSSIBLE} ${obstacle}`, () => {
    expect(obstacle).toMatch(/./);
  });
}

async function followPage(): Promise<void> {
  const source = await createSiteRepository();
  const [install, nginx] = [
    page.listCommands('Ten commands'),
    page.listCommands('With nginx in place of Caddy'),
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
  await follow(machine, page.listCommands('Backup and restore'));
  await vi.waitFor(async () => {
    const [popular] = JSON.parse(await read(machine, '/api/posts/popular', CADDY_AUTHORITY));
    expect(popular.slug).toBe('ad-rank');
  }, PATIENCE);

  await upgradeAndGoBack(machine, source);
  await publish(machine, source);
  await restart(machine);

  expect(await machine.run('journalctl --unit workbench')).not.toContain('Fontconfig');
  await machine.run('systemctl stop caddy');
  await writeFile(join(machine.root, 'usr/local/bin/certbot'), writeCertbot(SITE), { mode: 0o755 });
  await follow(machine, nginx);
  await vi.waitFor(() => read(machine, '/seo', CERTIFICATE), PATIENCE);
  await follow(machine, page.listCommands('Uninstall'));
  expect(await machine.run('ls /var/backups/workbench')).toMatch(/^\d\d\.zip\n$/);
}

/**
 * A change reaches readers without a restart. A text with an error does not, and a restart serves
 * its last version.
 */
async function publish(machine: DebianMachine, source: string): Promise<void> {
  const about = join(source, 'content/pages/about.md');
  await appendFile(about, '\nA sentence that was added later.\n');
  await commitSite(source);
  await follow(machine, page.listCommands('Publish'));
  expect(await read(machine, '/about', CADDY_AUTHORITY)).toContain('added later');
  await appendFile(about, '\n[A link](/to/nowhere)\n');
  await commitSite(source);
  await expect(follow(machine, page.listCommands('Publish'))).rejects.toThrow(
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

/** Follows docs/upgrading.md with a folder whose text has changed, and back. */
async function upgradeAndGoBack(machine: DebianMachine, source: string): Promise<void> {
  const added = 'A sentence of the next version.';
  await appendFile(join(source, 'content/pages/about.md'), `\n${added}\n`);
  await commitSite(source);
  const [prepare = '', backUp = '', swap = '', goBack = ''] =
    upgrading.listBlocks('A server with systemd');
  const readAbout = () => read(machine, '/about', CADDY_AUTHORITY);
  await follow(machine, [prepare, backUp]);
  expect(await readAbout()).not.toContain(added);
  await follow(machine, [swap]);
  await vi.waitFor(async () => expect(await readAbout()).toContain(added), PATIENCE);
  await follow(machine, [goBack]);
  await vi.waitFor(async () => expect(await readAbout()).not.toContain(added), PATIENCE);
  expect(await machine.run('ls /var/lib/workbench')).toContain('before-upgrade.sqlite\n');
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
