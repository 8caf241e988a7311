/**
 * Follows docs/cluster.md on five machines with a network of their own: two of PostgreSQL, two
 * nodes and a proxy. Nothing answers ssh there, so the proxy's copy of a node's files is made by the
 * test.
 */
import { appendFile, cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { NOT_POSSIBLE } from '../../scripts/deployment-inputs.ts';
import {
  type DebianMachine,
  findMachineObstacle,
  startDebianMachine,
} from '../support/debian-machine.ts';
import { INSTALLS_PACKAGES, readGuide, writeCertbot } from '../support/followed-guide.ts';
import { createMachineNetwork } from '../support/machine-network.ts';
import { commitSite, createSiteRepository } from '../support/site-repository.ts';
import { READER } from '../support/test-site.ts';

const MINUTES = 60_000;
const PATIENCE = { timeout: 2 * MINUTES, interval: 500 };
const SITE = 'www.site.localhost';
const ADDRESSES = {
  primary: '10.0.0.21',
  replica: '10.0.0.22',
  node1: '10.0.0.11',
  node2: '10.0.0.12',
  proxy: '10.0.0.10',
} as const;
const PASSWORD = 'secret';
const DATABASE = `cd /var/lib/postgresql; export PGPASSWORD=${PASSWORD} DATA=/var/lib/postgresql/17/main`;
const CADDY_AUTHORITY = 'var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt';
const CERTIFICATE = `etc/letsencrypt/live/${SITE}/fullchain.pem`;
const guide = await readGuide('cluster.md');
const oneServer = await readGuide('one-server.md');
const obstacle = await findMachineObstacle();

type Cluster = Readonly<Record<keyof typeof ADDRESSES, DebianMachine>>;

if (obstacle === undefined) {
  test(
    'each command of docs/cluster.md works on fresh machines of Debian',
    followPage,
    30 * MINUTES,
  );
} else {
  test(`running the commands of docs/cluster.md ${NOT_POSSIBLE} ${obstacle}`, () => {
    expect(obstacle).toMatch(/./);
  });
}

async function followPage(): Promise<void> {
  const source = await createSiteRepository();
  const cluster = await startCluster(source);
  await startDatabases(cluster);
  await startNodes(cluster);
  await readThroughProxies(cluster);
  await publishAgain(cluster, source);
  await failOver(cluster, source);
}

async function startCluster(source: string): Promise<Cluster> {
  const installed = [
    ...oneServer.listCommands('Ten commands'),
    ...guide.listCommands('5. The proxy'),
  ];
  const preparation = [
    ...installed.filter((command) => INSTALLS_PACKAGES.test(command)).map(addYes),
    'apt-get install --yes --no-install-recommends postgresql',
  ];
  const network = await createMachineNetwork();
  const start = async (name: keyof typeof ADDRESSES) => {
    const address = ADDRESSES[name];
    const machine = await startDebianMachine({ preparation, source, network, address });
    await machine.run('systemctl disable --now nginx caddy postgresql');
    return machine;
  };
  const cluster = {
    primary: await start('primary'),
    replica: await start('replica'),
    node1: await start('node1'),
    node2: await start('node2'),
    proxy: await start('proxy'),
  };
  for (const machine of Object.values(cluster)) await nameDatabase(machine, ADDRESSES.primary);
  return cluster;
}

const addYes = (command: string) => command.replace(/install (?!--yes)/, 'install --yes ');

/** Gives `db.internal` an address; the replica keeps its own. */
async function nameDatabase({ root }: DebianMachine, address: string): Promise<void> {
  const hosts = [
    '127.0.0.1 localhost',
    `${address} db.internal`,
    `${ADDRESSES.replica} replica.internal`,
  ];
  await writeFile(join(root, 'etc/hosts'), `${hosts.join('\n')}\n`);
}

async function startDatabases({ primary, replica }: Cluster): Promise<void> {
  const access = guide.listCommands('1. The primary').filter((line) => line.startsWith('printf'));
  await primary.run('systemctl start postgresql');
  await runAsPostgres(primary, guide.listBlocks('1. The primary'));
  await primary.run('systemctl restart postgresql');
  await replica.run('rm -r /var/lib/postgresql/17/main/*');
  await runAsPostgres(replica, guide.listBlocks('2. The replica'));
  await replica.run('systemctl start postgresql');
  await runAsPostgres(replica, [...access, "psql --command 'SELECT pg_reload_conf()'"]);
  await vi.waitFor(
    async () =>
      expect(
        await runAsPostgres(primary, ["psql --command 'SELECT state FROM pg_stat_replication'"]),
      ).toContain('streaming'),
    PATIENCE,
  );
}

function runAsPostgres(machine: DebianMachine, commands: readonly string[]): Promise<string> {
  const script = [DATABASE, ...commands].join('\n').replaceAll('…', PASSWORD);
  return machine.runInside(`runuser -u postgres -- bash -euc ${quote(script)}`);
}

const quote = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** The first node is the machine that publishes, too. */
async function startNodes({ node1, node2 }: Cluster): Promise<void> {
  const install = oneServer
    .listCommands('Ten commands')
    .slice(1, 5)
    .filter((command) => !INSTALLS_PACKAGES.test(command));
  for (const node of [node1, node2])
    await node.run(install.join('\n').replace('REPOSITORY', '/srv/source'));
  const [publish = '', unit = ''] = guide.listBlocks('3. The content');
  const output = await node1.runInside(publish.replaceAll('…', PASSWORD));
  expect(output).toMatch(/\nPublished \d+ live articles/);
  await node1.run(
    `cd /opt/my-site; ${unit.replace('YOUR-SITE', 'my-site')}systemctl daemon-reload`,
  );
  const [account = '', settings = ''] = guide.listBlocks('4. Each node');
  for (const node of [node1, node2]) {
    await node.run(account);
    const own = settings.replaceAll('…', PASSWORD).replace('www.example.com', SITE);
    await writeFile(join(node.root, 'etc/workbench/environment'), own);
    await node.run(
      'cd /opt/my-site; cp deploy/workbench.service /etc/systemd/system/ && systemctl enable --now workbench',
    );
  }
}

async function readThroughProxies({ node1, node2, proxy }: Cluster): Promise<void> {
  await cp(
    join(node1.root, 'opt/my-site/node_modules/marketing-workbench/deploy'),
    join(proxy.root, 'root/deploy'),
    { recursive: true },
  );
  await writeFile(join(proxy.root, 'usr/local/bin/certbot'), writeCertbot(SITE), { mode: 0o755 });
  const [nginx = '', caddy = ''] = guide.listBlocks('5. The proxy');
  await followAsProxy(proxy, nginx);
  await vi.waitFor(() => read(proxy, '/seo', CERTIFICATE), PATIENCE);
  await proxy.run('systemctl stop nginx; systemctl start caddy');
  await followAsProxy(proxy, caddy);
  await vi.waitFor(() => read(proxy, '/seo', CADDY_AUTHORITY), PATIENCE);
  for (const node of [node1, node2]) {
    await node.run('systemctl stop workbench');
    await vi.waitFor(() => read(proxy, '/seo', CADDY_AUTHORITY), PATIENCE);
    await node.run('systemctl start workbench');
  }
  await vi.waitFor(async () => {
    const [first, second] = await Promise.all(
      [ADDRESSES.node1, ADDRESSES.node2].map((address) => readHealth(proxy, address)),
    );
    expect(first).toMatchObject({ database: 'PostgreSQL', revision: second?.revision });
    expect(second?.database).toBe('PostgreSQL');
  }, PATIENCE);
}

function followAsProxy(proxy: DebianMachine, block: string): Promise<string> {
  const commands = block
    .split('\n')
    .filter((command) => !command.startsWith('scp') && !INSTALLS_PACKAGES.test(command));
  return proxy.runInside(`cd /root\n${commands.join('\n').replaceAll('YOUR.HOST', SITE)}`);
}

/** The unit of the publisher, which has a data folder of its own. */
async function publishAgain(cluster: Cluster, source: string): Promise<void> {
  await appendFile(join(source, 'content/pages/about.md'), '\nA sentence that was added later.\n');
  await commitSite(source);
  await cluster.node1.run('cd /opt/my-site; git pull && systemctl start workbench-publish');
  await waitForText(cluster, 'added later');
}

/** The primary is lost, the replica promoted, and content published to it. */
async function failOver(cluster: Cluster, source: string): Promise<void> {
  const { primary, replica, node1, node2, proxy } = cluster;
  await primary.run('systemctl kill --signal=SIGKILL postgresql@17-main');
  await read(proxy, '/about', CADDY_AUTHORITY);
  await runAsPostgres(replica, ["psql --command 'SELECT pg_promote()'"]);
  for (const node of [node1, node2]) await nameDatabase(node, ADDRESSES.replica);
  await appendFile(join(source, 'content/pages/about.md'), '\nThe replica has this sentence.\n');
  await commitSite(source);
  await node1.run('cd /opt/my-site; git pull && systemctl start workbench-publish');
  await waitForText(cluster, 'The replica has this sentence');
}

async function waitForText({ proxy }: Cluster, words: string): Promise<void> {
  for (const address of [ADDRESSES.node1, ADDRESSES.node2])
    await vi.waitFor(
      async () => expect(await curl(proxy, `http://${address}:3000/about`)).toContain(words),
      PATIENCE,
    );
}

async function readHealth(proxy: DebianMachine, address: string) {
  const health: { readonly database: string; readonly revision: string } = JSON.parse(
    await curl(proxy, `http://${address}:3000/api/system/health`),
  );
  return health;
}

/** The page that a reader gets from the proxy; throws if the answer is a failure. */
function read(proxy: DebianMachine, path: string, certificate: string): Promise<string> {
  return curl(
    proxy,
    '--cacert',
    join(proxy.root, certificate),
    '--resolve',
    `${SITE}:443:127.0.0.1`,
    `https://${SITE}${path}`,
  );
}

function curl({ runInNetwork }: DebianMachine, ...args: readonly string[]): Promise<string> {
  return runInNetwork(
    'curl',
    '--silent',
    '--show-error',
    '--fail',
    '--user-agent',
    READER,
    ...args,
  );
}
