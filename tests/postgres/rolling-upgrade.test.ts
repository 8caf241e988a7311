import { execFile, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { appendFile, cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { machineFiles } from '../../packages/marketing-workbench/src/site/addresses.ts';
import { FIXTURE_CONTENT, ROOT } from '../support/fixture-content.ts';
import {
  type Environment,
  SOURCE_ENVIRONMENT,
  startServerProcess,
} from '../support/server-process.ts';
import { READER } from '../support/test-site.ts';
import { createDatabase } from './support/cluster.ts';
import { createLoad } from './support/load.ts';
import { createNodeProxy } from './support/node-proxy.ts';
import { countViews, waitUntil } from './support/readers.ts';
import { changeByHand } from './support/shared-site.ts';

const VERSION_BEFORE = '1.0.0';
/** The tag, and the commit that it names, for copies of the repository without tags. */
const EARLIER = [`v${VERSION_BEFORE}`, '5aabb91'].find(
  (name) => spawnSync('git', ['cat-file', '-e', `${name}^{commit}`], { cwd: ROOT }).status === 0,
);
const ENGINE = 'packages/marketing-workbench';
const VERSION_NOW = String(
  JSON.parse(readFileSync(join(ROOT, ENGINE, 'package.json'), 'utf8')).version,
);
/** What an upgrade replaces, in either version. Builds stay, for pages that are open. */
const REPLACED = [
  'src',
  'packages',
  'scripts',
  'migrations',
  'schemas',
  'package.json',
  'package-lock.json',
  'vite.config.ts',
  'tsconfig.json',
];
/** Where builds of both versions keep the scripts of pages. */
const ASSETS = ['dist/client/assets', `${ENGINE}/dist/client/assets`] as const;
/** The bundle of the desk takes longer to build than all else, so it is copied. */
const BUILT = /[\\/](?:lib|dist[\\/](?:client|server|built-from))$/;
const VIEWS_IN_A_PHASE = 10;

const run = promisify(execFile);

if (EARLIER === undefined) {
  test(`the rolling upgrade did not run: this copy of the repository has no history of ${VERSION_BEFORE}`, () => {
    expect(EARLIER).toBeUndefined();
  });
} else {
  test(
    `two nodes are upgraded from ${VERSION_BEFORE} in turn, and one goes back, without a failed read`,
    () => upgrade(EARLIER),
    15 * 60_000,
  );
}

async function upgrade(earlier: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'workbench-upgrade-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const DATABASE_URL = await createDatabase('rolling_upgrade', 'template0');
  const programs = {
    before: join(folder, 'before'),
    first: join(folder, 'first'),
    second: join(folder, 'second'),
  };
  await unpack(earlier, programs.before);
  await installDropped(programs.before, folder);
  await build(programs.before);
  for (const program of [programs.first, programs.second])
    await cp(programs.before, program, { recursive: true, verbatimSymlinks: true });
  const publisher = {
    DATABASE_URL,
    DATA_DIR: join(folder, 'publisher'),
    CONTENT_DIR: join(programs.before, 'tests/fixtures/content'),
  };
  await command(programs.before, ['migrate'], publisher);
  await command(programs.before, ['publish'], publisher);

  await using first = await startNode(programs.first, {
    DATABASE_URL,
    DATA_DIR: join(folder, 'data1'),
  });
  await using second = await startNode(programs.second, {
    DATABASE_URL,
    DATA_DIR: join(folder, 'data2'),
  });
  const nodes = [first, second];
  await using proxy = await createNodeProxy(nodes);
  await using load = createLoad(proxy.origin);
  let views = 0;
  const phases: object[] = [];
  /**
   * Reads and views until each reader had its turn, then notes what was served by which versions.
   */
  const observe = async (phase: string, versions: readonly string[]) => {
    const { id } = JSON.parse(await read(`${proxy.origin}/api/posts/ad-rank`));
    for (let view = 0; view < VIEWS_IN_A_PHASE; view += 1, views += 1)
      await countView(proxy.origin, { id, visitor: views });
    for (const node of nodes)
      await waitUntil(async () =>
        expect((await readHealth(node)).database, phase).toBe('PostgreSQL'),
      );
    await changeByHand(DATABASE_URL, phase);
    for (const node of nodes)
      await waitUntil(async () =>
        expect(await read(`${node.origin()}/api/posts/ad-rank`)).toContain(phase),
      );
    const { requests, assets, failures } = await load.finishRound();
    expect(failures, phase).toEqual([]);
    expect(assets, phase).toBeGreaterThan(0);
    expect(await Promise.all(nodes.map(readVersion)), phase).toEqual(versions);
    phases.push({
      phase,
      requests,
      assets,
      failed: failures.length,
      first: versions[0],
      second: versions[1],
    });
  };
  const replace = async (node: Node, change: () => Promise<void>) => {
    await node.stop();
    await change();
    await node.start();
  };

  await observe('before', [VERSION_BEFORE, VERSION_BEFORE]);
  await command(ROOT, ['migrate'], { ...publisher, CONTENT_DIR: FIXTURE_CONTENT });
  await observe('migrated by the new version', [VERSION_BEFORE, VERSION_BEFORE]);
  await replace(first, () => installPresent(programs.first));
  await observe('the first upgraded', [VERSION_NOW, VERSION_BEFORE]);
  const local = { DATA_DIR: join(folder, 'data2'), CONTENT_DIR: publisher.CONTENT_DIR };
  const backup = join(folder, 'before-upgrade.sqlite');
  await replace(second, async () => {
    await command(programs.before, ['backup', backup], local);
    await installPresent(programs.second);
  });
  await observe('both upgraded', [VERSION_NOW, VERSION_NOW]);
  await command(ROOT, ['publish'], { ...publisher, CONTENT_DIR: FIXTURE_CONTENT });
  await observe('published by the new version', [VERSION_NOW, VERSION_NOW]);
  await replace(second, async () => {
    await installEarlier(programs);
    // 1.0.0 refuses the state of 1.1.0. The views since then are in PostgreSQL.
    await command(programs.before, ['restore', backup], local);
  });
  await observe('the second back', [VERSION_NOW, VERSION_BEFORE]);
  await changeByHand(DATABASE_URL, 'Read by both versions');
  for (const node of nodes)
    await waitUntil(async () =>
      (await read(`${node.origin()}/api/posts/ad-rank`)).includes('Read by both versions'),
    );
  await waitUntil(async () => (await countViews(DATABASE_URL)) === views);
  console.table(phases);
}

/**
 * Both versions run with the present packages, the earlier one also with those that the present one
 * no longer has.
 */
async function unpack(revision: string, target: string): Promise<void> {
  await mkdir(target);
  const archive = join(target, 'archive.tar');
  await run('git', ['archive', `--output=${archive}`, revision], { cwd: ROOT });
  await run('tar', ['-xf', archive], { cwd: target });
  await rm(archive);
  await symlink(join(ROOT, 'node_modules'), join(target, 'node_modules'));
}

/** Node looks for packages that `program` lacks in the folder above. */
async function installDropped(program: string, above: string): Promise<void> {
  const isPresent = (name: string) => existsSync(join(ROOT, 'node_modules', name));
  const dropped = Object.entries(readDependencies(program)).filter(([name]) => !isPresent(name));
  const names = dropped.map(([name, version]) => `${name}@${version}`);
  await run('npm', [
    'install',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--prefix',
    above,
    ...names,
  ]);
}

function readDependencies(program: string): Readonly<Record<string, string>> {
  return JSON.parse(readFileSync(join(program, 'package.json'), 'utf8')).dependencies;
}

async function installPresent(program: string): Promise<void> {
  await replaceSources(ROOT, program);
  await cp(join(program, ASSETS[0]), join(program, ASSETS[1]), { recursive: true });
  // So that the script of the same name differs between the versions.
  await appendFile(
    join(program, ENGINE, 'src/browser.tsx'),
    "performance.mark('present version');\n",
  );
  await build(program);
}

async function installEarlier(programs: {
  readonly before: string;
  readonly second: string;
}): Promise<void> {
  const kept = join(programs.second, '..', 'kept-assets');
  await cp(join(programs.second, ASSETS[1]), kept, { recursive: true });
  await replaceSources(programs.before, programs.second);
  await cp(kept, join(programs.second, ASSETS[0]), { recursive: true });
  await build(programs.second);
}

async function replaceSources(from: string, to: string): Promise<void> {
  for (const name of REPLACED) {
    await rm(join(to, name), { recursive: true, force: true });
    if (!existsSync(join(from, name))) continue;
    const filter = (place: string) => !BUILT.test(place);
    await cp(join(from, name), join(to, name), { recursive: true, filter });
  }
}

const build = (program: string) => run(process.execPath, ['scripts/build.ts'], { cwd: program });

const command = (program: string, args: readonly string[], environment: Environment) =>
  run(process.execPath, [findSource(program, 'content-cli.ts'), ...args], {
    cwd: program,
    env: { ...SOURCE_ENVIRONMENT, ...environment },
  });

/** The engine was in the root of version 1. */
function findSource(program: string, name: string): string {
  const place = join(program, ENGINE, 'src', name);
  return existsSync(place) ? place : join(program, 'src', name);
}

type Node = Awaited<ReturnType<typeof startNode>>;

async function startNode(program: string, environment: Environment) {
  const settings = {
    ...environment,
    CONTENT_DIR: FIXTURE_CONTENT,
    TRUST_PROXY: '127.0.0.1',
    DATABASE_POLL_SECONDS: '1',
    DRAIN_SECONDS: '1',
  };
  // Another version may be there when it starts again.
  const start = () =>
    startServerProcess(settings, () => undefined, {
      program: findSource(program, 'server.ts'),
    });
  let server = await start();
  const origin = () => server.origin;
  const waitUntilReady = () =>
    waitUntil(
      async () => (await fetch(`${server.origin}${machineFiles.readiness()}`)).status === 200,
    );
  await waitUntilReady();
  return {
    origin,
    stop: () => server.stop(),
    start: async () => {
      server = await start();
      await waitUntilReady();
    },
    [Symbol.asyncDispose]: () => server.stop(),
  };
}

async function read(address: string): Promise<string> {
  const response = await fetch(address);
  expect(response.status, address).toBe(200);
  return response.text();
}

async function readHealth(
  node: Node,
): Promise<{ readonly version?: string; readonly database: string }> {
  return JSON.parse(await read(`${node.origin()}/api/system/health`));
}

/** 1.0.0 says no version. */
async function readVersion(node: Node): Promise<string> {
  return (await readHealth(node)).version ?? VERSION_BEFORE;
}

async function countView(
  origin: string,
  { id, visitor }: { readonly id: number; readonly visitor: number },
): Promise<void> {
  const headers = { 'user-agent': READER, 'x-forwarded-for': `10.1.0.${visitor}` };
  expect((await fetch(`${origin}/api/posts/${id}/view`, { headers })).status).toBe(204);
}
