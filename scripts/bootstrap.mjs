// Runs on Node 20 or later: installs the packages, which include Node 24 (the package `node`), then
// runs a task on that Node.
import { spawn, spawnSync } from 'node:child_process';
import { constants as access, accessSync, existsSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const MODULES = join(ROOT, 'node_modules');
const NODE = join(MODULES, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

// Limits V8's young generation to semi-spaces of 8 MB. By default it would grow by more than a
// hundred megabytes.
const YOUNG_GENERATION = '--max-semi-space-size=8';
const PUBLISHER = {
  args: [YOUNG_GENERATION, 'src/content-cli.ts'],
  env: {
    // The image encoders use many threads. With an arena for each, glibc would retain a hundred
    // megabytes of freed memory.
    MALLOC_ARENA_MAX: '2',
    // The program's own fonts, for pictures that contain text. A machine may have none.
    FONTCONFIG_FILE: join(ROOT, 'src', 'cards', 'fonts.conf'),
  },
};
const ARGUMENTS = process.argv.slice(3);
const BUILD = {
  args: ['scripts/build.ts'],
  onFailure: 'The build failed; the lines above say where.',
};

const TASKS = {
  start: [
    BUILD,
    {
      ...PUBLISHER,
      args: [...PUBLISHER.args, 'publish', '--at-start'],
      onFailure: 'The site was not started; the lines above say why.',
    },
    { args: [YOUNG_GENERATION, 'src/server.ts'] },
  ],
  dev: [{ args: ['--watch', '--watch-preserve-output', 'src/dev-server.ts'] }],
  desk: [{ args: ['src/dev-server.ts', '--desk'] }],
  content: [
    // An audit renders pages. Its standard output may be JSON.
    { ...BUILD, stdout: 2, isSkipped: ARGUMENTS[0] !== 'audit' },
    { ...PUBLISHER, args: [...PUBLISHER.args, ...ARGUMENTS] },
  ],
  build: [{ args: ['scripts/build.ts'] }],
  test: [{ args: ['scripts/test.ts', ...ARGUMENTS] }],
};

/**
 * Serving and publishing need no development packages, and neither does building while the build is
 * up to date.
 */
const NEEDS_DEVELOPMENT = ['dev', 'desk', 'test'];

const task = process.argv[2] ?? '';
const steps = TASKS[task];
if (steps === undefined) fail(`Tasks: ${Object.keys(TASKS).join(', ')}`);
if (!isInstalled()) install();
for (const step of steps) if (!step.isSkipped) await run(step);

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
    ([path, { optional, devOptional }]) => path !== '' && !optional && !devOptional,
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

async function run({ args, env, onFailure, stdout = 'inherit' }) {
  const child = spawn(NODE, args, {
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
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => child.kill(signal));
  const hasNpmEnded = watchNpm();
  const timer = setInterval(() => hasNpmEnded() && child.kill('SIGTERM'), 1_000);
  const code = await new Promise((resolve) => {
    child.on('error', (error) => fail(`${NODE} can't be started: ${error.message}`));
    child.on('exit', (status, signal) => resolve(status ?? 128 + constants.signals[signal]));
  });
  clearInterval(timer);
  if (code !== 0) fail(onFailure, code);
}

/**
 * npm may start this script through a shell, which neither forwards signals nor exits when npm is
 * killed.
 */
function watchNpm() {
  if (process.env.npm_lifecycle_event === undefined) return () => false;
  const { ppid } = process;
  const parent = `/proc/${ppid}/stat`;
  const npm = existsSync(parent) && /sh\) \S+ (\d+)/.exec(readFileSync(parent, 'utf8'))?.[1];
  return () => process.ppid !== ppid || (npm && !existsSync(`/proc/${npm}`));
}

function fail(message, code = 1) {
  if (message) console.error(message);
  process.exit(code);
}
