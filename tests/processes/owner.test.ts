/** The site of an owner who has the two packed packages, and nothing of this repository. */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createChildEnvironment } from '../../packages/marketing-workbench/src/config.ts';
import { ROOT } from '../support/fixture-content.ts';
import { type PackedPackage, packPackage, startNpmRegistry } from '../support/npm-registry.ts';
import { startSite } from '../support/started-site.ts';

const MINUTES = 60_000;
const run = promisify(execFile);
const FLAGS = [
  ['--language', 'en'],
  ['--name', 'Bean There'],
  ['--domain', 'www.beanthere.example'],
  ['--description', 'Coffee at home.'],
  ['--categories', 'Coffee, Gear'],
].flat();

const REMOVE = { recursive: true, force: true, maxRetries: 5 };
const createTemporary = () => mkdtemp(path.join(tmpdir(), 'workbench-owner-'));

async function createFolder(): Promise<string> {
  const folder = await createTemporary();
  onTestFinished(() => rm(folder, REMOVE));
  return folder;
}

let packages = '';
let packed: PackedPackage;
let registry: Awaited<ReturnType<typeof startNpmRegistry>>;

// One registry, so that npm caches the other packages for the second test.
beforeAll(async () => {
  packages = await createTemporary();
  packed = await packPackage(path.join(ROOT, 'packages/marketing-workbench'), packages);
  const importer = await packPackage(
    path.join(ROOT, 'packages/marketing-workbench-import'),
    packages,
  );
  registry = await startNpmRegistry([packed, importer]);
});

afterAll(async () => {
  registry.close();
  await rm(packages, REMOVE);
});

/** Runs a program as an owner would, whose registry has the packages. */
function createShell(registryOrigin: string) {
  const environment = {
    npm_config_registry: registryOrigin,
    npm_config_replace_registry_host: 'always',
    // Another run of this test would leave packages there that came from another registry.
    npm_config_cache: path.join(packages, 'cache'),
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_yes: 'true',
    CONTENT_DIR: '',
    DATA_DIR: '',
  };
  const call = async (cwd: string, program: string, ...args: readonly string[]) =>
    (await run(program, args, { cwd, env: createChildEnvironment(environment), maxBuffer: 1e7 }))
      .stdout;
  return { environment, call };
}

/** Another version, whose archive differs only in that. */
async function packVersion(original: PackedPackage, version: string): Promise<PackedPackage> {
  const folder = await createFolder();
  await run('tar', ['-xzf', original.archive, '-C', folder]);
  const place = path.join(folder, 'package');
  const manifest = { ...original.manifest, version, scripts: {} };
  await writeFile(path.join(place, 'package.json'), JSON.stringify(manifest));
  return packPackage(place, folder);
}

async function readAll(folder: string): Promise<ReadonlyMap<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .filter((file) => !/^(?:node_modules|data|package-lock\.json)/.test(file));
  return new Map(
    await Promise.all(
      files.map(async (file) => [file, await readFile(path.join(folder, file), 'utf8')] as const),
    ),
  );
}

test(
  'new and upgrade make a site of version 1 one of this version, with its texts',
  async () => {
    const folder = await createFolder();
    const { environment, call } = createShell(registry.origin);
    const site = path.join(folder, 'my-site');
    const former = path.join(ROOT, 'tests/fixtures/site-of-version-1');
    await cp(former, path.join(site, 'content'), { recursive: true });

    await call(folder, 'npx', 'marketing-workbench', 'new', 'my-site');
    await call(site, 'npm', 'install');
    expect(await call(site, 'npm', 'run', 'check')).toMatch(
      /no problems\.\n.*site\.schema\.json is the schema of .*\. To change it, run: npm run content -- upgrade\n/,
    );
    const before = await readAll(site);
    await call(site, 'npx', 'marketing-workbench', 'upgrade');
    const after = await readAll(site);
    const settings = 'content/site.yaml';
    const [, schema = ''] = /\$schema=(\S+)/.exec(after.get(settings) ?? '') ?? [];
    await expect(readFile(path.join(site, 'content', schema), 'utf8')).resolves.toContain('title');
    const changed = [...before].flatMap(([file, text]) => (after.get(file) === text ? [] : [file]));
    expect(changed.toSorted()).toEqual(['content/.schemas/site.schema.json', settings]);
    expect(after.get(settings)?.split('\n').slice(1)).toEqual(
      before.get(settings)?.split('\n').slice(1),
    );
    expect(await call(site, 'npm', 'run', 'check')).toMatch(/no problems\.\n$/);
    const server = startSite({ cwd: site, command: ['npm', 'start'], environment });
    expect((await fetch(`${await server.origin}/coffee/first-text`)).status).toBe(200);
    await server.stop();
    expect(await call(site, 'npx', 'marketing-workbench', 'upgrade')).toBe(
      'content is up to date.\n',
    );
  },
  10 * MINUTES,
);

test(
  'npx imports a site of another program, and new makes it one that runs',
  async () => {
    const folder = await createFolder();
    const { call } = createShell(registry.origin);
    const source = path.join(folder, 'old-blog');
    await mkdir(path.join(source, '_posts'), { recursive: true });
    await writeFile(
      path.join(source, '_config.yml'),
      'title: Old blog\nurl: https://old.example\n',
    );
    const post = '---\ntitle: Hello\n---\n\nA first post.\n';
    await writeFile(path.join(source, '_posts/2024-05-06-hello.md'), post);
    const [program, target] = ['marketing-workbench-import', path.join('my-site', 'content')];
    expect(await call(folder, 'npx', program, 'old-blog', '--to', target)).toContain('1 text');
    expect(await call(folder, 'npx', program, '--help')).toMatch(
      /^Usage: npx marketing-workbench-import <source\.\.\.>/,
    );
    await call(folder, 'npx', 'marketing-workbench', 'new', 'my-site');
    const site = path.join(folder, 'my-site');
    await call(site, 'npm', 'install');
    expect(await call(site, 'npm', 'run', 'check')).toContain('1 live article');
    const needsPackage = call(site, 'npx', 'marketing-workbench', 'import', 'x.xml', '--to', 'y');
    await expect(needsPackage).rejects.toThrow(/Run: npx marketing-workbench-import/);
  },
  10 * MINUTES,
);

test(
  'npx creates a site in an empty folder, npm start serves it, and npm update leaves its files alone',
  async () => {
    const folder = await createFolder();
    const { environment, call } = createShell(registry.origin);

    const said = await call(folder, 'npx', 'marketing-workbench', 'new', 'my-site', ...FLAGS);
    expect(said).toContain('Look at the site with: cd my-site && npm install && npm start\n');
    const site = path.join(folder, 'my-site');
    await call(site, 'npm', 'install');
    const server = startSite({ cwd: site, command: ['npm', 'start'], environment });
    const home = await (await fetch(`${await server.origin}/`)).text();
    expect(home).toContain('Bean There');
    expect((await fetch(`${await server.origin}/coffee/first-text`)).status).toBe(200);
    await server.stop();
    expect(await readdir(path.join(site, 'data'))).toContain('state.sqlite');
    expect(await call(site, 'npm', 'run', 'check')).toContain('no problems.');
    expect(await call(site, 'npx', 'marketing-workbench', 'help')).toMatch(/^ {2}upgrade /m);

    const before = await readAll(site);
    registry.add(await packVersion(packed, '2.999.0'));
    await call(site, 'npm', 'update', '--prefer-online');
    expect(await call(site, 'npx', 'marketing-workbench', '--version')).toBe('2.999.0\n');
    expect(await readAll(site)).toEqual(before);
    expect(await call(site, 'npm', 'run', 'check')).toContain('no problems.');
  },
  10 * MINUTES,
);
