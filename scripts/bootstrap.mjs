// Runs on Node 20 or later: installs the packages, which include Node 24 (the package `node`), then
// runs a task on that Node.
import { spawnSync } from 'node:child_process';
import { constants as access, accessSync, existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { runChild } from '../packages/marketing-workbench/bin/run-child.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const MODULES = join(ROOT, 'node_modules');
const NODE = join(MODULES, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
const ENGINE_SOURCE = join(ROOT, 'packages/marketing-workbench/src');
const COMMAND = join(ROOT, 'packages/marketing-workbench/bin/marketing-workbench.mjs');

const ARGUMENTS = process.argv.slice(3);
const BUILD = {
  args: ['scripts/build.ts'],
  // The standard output of a content command may be JSON.
  stdout: process.argv[2] === 'content' ? 2 : 'inherit',
  onFailure: 'The build failed; the lines above say where.',
};
/** CONTENT_DIR is `site/content` by default; relative paths start at the root of the repository. */
const runForSite = (...args) => ({
  args: [COMMAND, ...args],
  env: { CONTENT_DIR: process.env.CONTENT_DIR?.trim() || 'site/content' },
});

const TASKS = {
  start: [BUILD, runForSite('start')],
  dev: [
    {
      ...runForSite(),
      args: [`--watch-path=${ENGINE_SOURCE}`, '--watch-preserve-output', 'scripts/dev.ts'],
    },
  ],
  desk: [BUILD, runForSite('desk')],
  // Measuring the search is no task of a site.
  content:
    ARGUMENTS[0] === 'search-eval'
      ? [{ args: ['bench/bench.ts', ...ARGUMENTS] }]
      : [BUILD, runForSite(...ARGUMENTS)],
  build: [BUILD],
  test: [{ args: ['scripts/test.ts', ...ARGUMENTS] }],
};

/**
 * Serving, editing and publishing need no development packages, and neither does building while the
 * build is up to date.
 */
const NEEDS_DEVELOPMENT = ['dev', 'test'];

const task = process.argv[2] ?? '';
const steps = TASKS[task];
if (steps === undefined) fail(`Tasks: ${Object.keys(TASKS).join(', ')}`);
if (!isInstalled()) install();
for (const step of steps) await runStep(step);

/**
 * Whether the installed packages have the versions of the lock file. `npm ci --omit=dev` and `npm
 * prune --omit=dev` leave the development packages out.
 */
function isInstalled() {
  const [installed, wanted] = [
    join(MODULES, '.package-lock.json'),
    join(ROOT, 'package-lock.json'),
  ].map((path) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : {}));
  // npm may install a package that is `devOptional` either way.
  const packages = Object.entries(wanted).filter(
    ([path, { optional, devOptional }]) =>
      path.startsWith('node_modules/') && !optional && !devOptional,
  );
  const omitsDevelopment =
    !NEEDS_DEVELOPMENT.includes(task) &&
    packages.every(([path, { dev }]) => !dev || !(path in installed));
  const needed = packages.filter(([, { dev }]) => !dev || !omitsDevelopment);
  return (
    existsSync(NODE) && needed.every(([path, { version }]) => installed[path]?.version === version)
  );
}

/**
 * Not `npm ci`, which deletes the installed packages first: without a network nothing would be
 * left.
 */
function install() {
  const folder = existsSync(MODULES) ? MODULES : ROOT;
  if (!isWritable(folder))
    fail(
      `This account can't install the packages, because it can't write to ${folder}. They are missing or outdated, or it can't read them. As the owner of that folder, run: umask 022 && npm ci --include=dev && npm run build`,
    );
  console.log('Installing packages …');
  const start = performance.now();
  // Also where NODE_ENV=production would leave out the development packages: the site is built
  // here.
  const command = 'npm install --no-save --include=dev --no-audit --no-fund --loglevel=error';
  if (spawnSync(command, { cwd: ROOT, stdio: 'inherit', shell: true }).status !== 0)
    fail(
      'The packages could not be installed. That needs the npm registry; run npm ci --include=dev to see more.',
    );
  if (!existsSync(NODE))
    fail(
      'The package "node" has no program: npm skipped its install script. Run: npm rebuild node',
    );
  console.log(`Installed in ${((performance.now() - start) / 1_000).toFixed(1)} s.`);
}

function isWritable(folder) {
  try {
    accessSync(folder, access.W_OK);
    return true;
  } catch {
    return false;
  }
}

async function runStep({ args, env, onFailure, stdout = 'inherit' }) {
  const status = await runChild(NODE, args, {
    cwd: ROOT,
    stdio: ['inherit', stdout, 'inherit'],
    env: {
      // Halves the time that a program takes to start.
      NODE_COMPILE_CACHE: join(MODULES, '.cache', 'node'),
      ...process.env,
      ...env,
      PATH: `${join(MODULES, '.bin')}${delimiter}${process.env.PATH ?? ''}`,
    },
  });
  if (status !== 0) fail(onFailure, status);
}

function fail(message, code = 1) {
  if (message) console.error(message);
  process.exit(code);
}
