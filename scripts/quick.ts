import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { selectTests } from './select-tests.ts';

/**
 * A first answer for a change: lint, rules, types and a few tests of the parts that changed since
 * the last commit, or since the commit given. `npm test` runs all of them.
 */
const changed = listChanged(process.argv[2] ?? 'HEAD');
const tests = selectTests(changed);
console.log(`${changed.length} changed files select ${tests.length} test files.`);
const lint = ['biome', 'check', '--error-on-warnings', '--no-errors-on-unmatched', ...changed];
const vitest = ['vitest', 'run', '--reporter=dot', ...tests];
const needsBuild = tests.some((test) => /^tests\/(?:processes|postgres)\//.test(test));
const lanes = [
  [['tsc']],
  [
    ...(changed.length === 0 ? [] : [lint]),
    ['node', 'checks/run.ts'],
    ...(needsBuild ? [['node', 'scripts/build.ts']] : []),
    ...(tests.length === 0 ? [] : [vitest]),
  ],
];
const results = await Promise.all(lanes.map(runLane));
if (results.includes(false)) process.exitCode = 1;

/** Paths of files that exist, as Git names them. */
function listChanged(base: string): readonly string[] {
  const list = (...args: readonly string[]) =>
    execFileSync('git', [...args, '-z'], { encoding: 'utf8' }).split('\0');
  const names = [
    ...list('diff', '--name-only', base),
    ...list('ls-files', '--others', '--exclude-standard'),
  ];
  return [...new Set(names)].filter((name) => name !== '' && existsSync(name)).toSorted();
}

/** Runs all commands, also after one that failed. */
async function runLane(commands: readonly (readonly string[])[]): Promise<boolean> {
  let isGood = true;
  for (const command of commands) isGood = (await runProgram(command)) && isGood;
  return isGood;
}

function runProgram([program = '', ...args]: readonly string[]): Promise<boolean> {
  const path = program === 'node' ? process.execPath : join('node_modules', '.bin', program);
  const child = spawn(path, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  return new Promise((resolve) => {
    child.once('error', ({ message }) => {
      console.error(message);
      resolve(false);
    });
    child.once('close', (status) => {
      const name = program === 'node' ? args[0] : program;
      console.log(status === 0 ? `ok ${name}` : `${output.trimEnd()}\nFAILED ${name}`);
      resolve(status === 0);
    });
  });
}
