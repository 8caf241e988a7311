// The only script that runs on any Node from 20 on: it installs the packages, the project's own Node among them (24, from
// the npm package `node`), then runs a task on that Node.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const BIN = join(ROOT, 'node_modules', '.bin');
const NODE = join(ROOT, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

// With compiled code cached, a program starts in half the time.
const COMPILE_CACHE = join(ROOT, 'node_modules', '.cache', 'node');

const BUILD = { args: ['scripts/build.ts'], onFailure: 'The build failed; the lines above say where.' };

// V8's young generation, in megabytes a half. Publisher and server allocate much and keep little; by default V8 would let it
// grow by over a hundred megabytes.
const MEMORY = '--max-semi-space-size=8';
const PUBLISHER = [MEMORY, 'src/content-cli.ts'];
// The image encoders run on many threads; with an arena for each, glibc's allocator would retain a hundred megabytes of freed memory.
const PUBLISHER_ENV = { MALLOC_ARENA_MAX: '2' };

const TASKS = {
  start: [
    BUILD,
    {
      args: [...PUBLISHER, 'publish'],
      env: PUBLISHER_ENV,
      onFailure: 'Nothing was published. Mend what the lines above name, then run npm start again.',
      // With PostgreSQL a machine that starts publishes nothing: it follows what is there.
      isSkipped: (process.env.DATABASE_URL ?? '').trim() !== '',
    },
    { args: [MEMORY, 'src/server.ts'] },
  ],
  dev: [{ args: ['--watch', '--watch-preserve-output', 'src/dev-server.ts'] }],
  content: [{ args: [...PUBLISHER, ...process.argv.slice(3)], env: PUBLISHER_ENV }],
  bench: [{ args: ['bench/bench.ts', ...process.argv.slice(3)] }],
  build: [BUILD],
  test: [{ args: ['scripts/test.ts', ...process.argv.slice(3)] }],
  e2e: [{ args: ['scripts/test.ts', 'build', 'browser'] }],
  screenshots: [BUILD, { args: ['scripts/screenshots.ts', ...process.argv.slice(3)] }],
};

// Not `npm ci`: it refuses a lock file without the optional packages of other systems.
// The log level hides warnings that packages need another Node version: they run on the one that is installed here.
const INSTALL = ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'];

const steps = TASKS[process.argv[2] ?? ''];
if (steps === undefined) fail(`Tasks: ${Object.keys(TASKS).join(', ')}`);
if (!isInstalled()) install();
for (const step of steps.filter(({ isSkipped }) => !isSkipped)) await run(step);

/** Whether the installed packages match the lock file. */
function isInstalled() {
  const installed = readLock(join(ROOT, 'node_modules', '.package-lock.json'));
  const wanted = readLock(join(ROOT, 'package-lock.json'));
  if (installed === undefined || wanted === undefined || !existsSync(NODE)) return false;
  return Object.entries(wanted).every(
    ([path, { version, optional }]) => path === '' || optional || installed[path]?.version === version,
  );
}

function readLock(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : undefined;
}

function install() {
  console.log('Installing packages …');
  const npm = process.env.npm_execpath;
  const [command, args] = npm ? [process.execPath, [npm, ...INSTALL]] : ['npm', INSTALL];
  const { status } = spawnSync(command, args, {
    cwd: ROOT,
    stdio: 'inherit',
    shell: !npm && process.platform === 'win32',
  });
  if (status !== 0)
    fail(
      'The packages could not be installed. That needs the npm registry; try again, or run npm install to see more.',
    );
  if (!existsSync(NODE)) {
    fail(
      'The package "node" is there without its program: npm did not run its install script. Run: npm rebuild node',
    );
  }
}

async function run({ args, env = {}, onFailure }) {
  const child = spawn(NODE, args, {
    cwd: ROOT,
    stdio: 'inherit',
    env: {
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      ...process.env,
      ...env,
      PATH: `${BIN}${delimiter}${process.env.PATH ?? ''}`,
    },
  });
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  const forward = (signal) => child.kill(signal);
  for (const signal of signals) process.on(signal, forward);
  const watch = watchNpm(() => forward('SIGTERM'));
  const code = await new Promise((resolve) => {
    child.on('error', (error) => fail(`${NODE} can't be started: ${error.message}`));
    child.on('exit', (status, signal) => resolve(status ?? 128 + constants.signals[signal]));
  });
  for (const signal of signals) process.off(signal, forward);
  clearInterval(watch);
  if (code !== 0) fail(onFailure, code);
}

/**
 * Calls `end` once npm has exited. npm starts this script through a shell, which neither forwards signals nor exits when npm
 * is killed. Does nothing without npm, or on Windows.
 */
function watchNpm(end) {
  if (process.env.npm_lifecycle_event === undefined || process.platform === 'win32') return undefined;
  const { ppid } = process;
  const { parent, name } = describeProcess(ppid);
  const npm = /sh$/.test(name) ? parent : ppid;
  return setInterval(() => {
    if (process.ppid !== ppid || !isRunning(npm)) end();
  }, 1_000);
}

/** The name and the parent's id of a process. Reads `/proc` on Linux, as not every Linux system has `ps`. */
function describeProcess(pid) {
  if (process.platform === 'linux') {
    const [, name, parent] = /^\d+ \((.*)\) \S+ (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'));
    return { name, parent: Number(parent) };
  }
  const [parent, name] = execFileSync('ps', ['-o', 'ppid=,comm=', '-p', String(pid)], { encoding: 'utf8' })
    .trim()
    .split(/\s+/);
  return { name, parent: Number(parent) };
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function fail(message, code = 1) {
  if (message) console.error(message);
  process.exit(code);
}
