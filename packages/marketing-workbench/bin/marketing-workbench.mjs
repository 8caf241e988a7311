#!/usr/bin/env node
// The command of the package: starts the site or its editor, or runs one of the content commands.
import { basename, dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { explainOldNode } from './explain-old-node.mjs';
import { runChild } from './run-child.mjs';

const PACKAGE = dirname(dirname(fileURLToPath(import.meta.url)));

// Limits V8's young generation to semi-spaces of 8 MB. By default it would grow by more than a
// hundred megabytes.
const YOUNG_GENERATION = '--max-semi-space-size=8';
// The image encoders use many threads. With an arena for each, glibc would retain a hundred
// megabytes of freed memory.
const PUBLISHER_ENVIRONMENT = { MALLOC_ARENA_MAX: '2' };

const runCommand = (...args) =>
  runNode([YOUNG_GENERATION, findProgramFile('content-cli'), ...args], PUBLISHER_ENVIRONMENT);

/** Each returns the exit status. */
const TASKS = new Map([
  ['start', start],
  ['dev', () => runNode([YOUNG_GENERATION, findProgramFile('dev-server')], PUBLISHER_ENVIRONMENT)],
  // Its button “Publish…” starts the publisher with these arguments and this environment.
  [
    'desk',
    () =>
      runNode([YOUNG_GENERATION, findProgramFile('dev-server'), '--desk'], PUBLISHER_ENVIRONMENT),
  ],
]);

const [name = 'help', ...args] = process.argv.slice(2);
process.exitCode = await runTask();

function runTask() {
  const problem = explainOldNode(join(PACKAGE, 'package.json'));
  if (problem !== undefined) {
    console.error(problem);
    return 1;
  }
  const task = args.length === 0 ? TASKS.get(name) : undefined;
  return task?.() ?? runCommand(name, ...args);
}

async function start() {
  const status = await runCommand('publish', '--at-start');
  if (status !== 0) {
    console.error('The site was not started; the lines above say why.');
    return status;
  }
  return runNode([YOUNG_GENERATION, findProgramFile('server')]);
}

function findProgramFile(program) {
  return join(PACKAGE, 'lib', `${program}.js`);
}

function runNode(programAndArguments, environment = {}) {
  return runChild(process.execPath, programAndArguments, {
    stdio: 'inherit',
    env: { ...findCompileCache(), ...process.env, ...environment },
  });
}

/** Halves the time that a program takes to start. Beside the packages, so that they share it. */
function findCompileCache() {
  const packages = dirname(PACKAGE);
  return basename(packages) === 'node_modules'
    ? { NODE_COMPILE_CACHE: join(packages, '.cache', 'node') }
    : {};
}
