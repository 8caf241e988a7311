import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What the deployment tests deploy, besides the program and its texts, and the tests themselves.
 * Every version changes the package's package.json.
 */
const INPUTS = [
  'package.json',
  'package-lock.json',
  'packages/*/package.json',
  'packages/marketing-workbench/{bin,deploy,templates}/**/*',
  'packages/marketing-workbench/docs/{cluster,one-server,upgrading}.md',
  'packages/marketing-workbench/src/desk/site-frame.ts',
  'packages/marketing-workbench/vite.config.ts',
  'scripts/bootstrap.mjs',
  'scripts/{build,build-desk,compress-files,supported-browsers,write-modules}.ts',
  'site/{Dockerfile,package.json}',
  'tests/deployment/*.ts',
  'tests/support/{container-builder,copy-repository,debian-machine,followed-guide,machine-network,npm-registry,site-repository,started-site,vendored-site}.ts',
];
/**
 * Committed: for each test file, the hash of the inputs for which it last passed where all of its
 * tests could run.
 */
const RECORD = 'tests/deployment/passed.txt';
const TESTS = 'tests/deployment/*.test.ts';

/** What a deployment test says in its title if this machine can't run it. */
export const NOT_POSSIBLE = 'is not possible here, because';

/** Lists the deployment tests that have not passed for the files as they are now. */
export function listDueDeploymentTests(folder = '.'): readonly string[] {
  const record = readPassed(folder);
  const hash = hashInputs(folder);
  return listDeploymentTests(folder).filter((test) => record.get(test) !== hash);
}

/**
 * Records that these tests passed; the file is to be committed. Returns its path, or undefined if
 * the record is up to date.
 */
export function recordPassedTests(passed: readonly string[], folder = '.'): string | undefined {
  const record = readPassed(folder);
  const hash = hashInputs(folder);
  if (passed.every((test) => record.get(test) === hash)) return undefined;
  const lines = listDeploymentTests(folder).flatMap((test) => {
    const own = passed.includes(test) ? hash : record.get(test);
    return own === undefined ? [] : [`${test} ${own}\n`];
  });
  writeFileSync(join(folder, RECORD), lines.join(''));
  return RECORD;
}

export function listDeploymentTests(folder = '.'): readonly string[] {
  return globSync(TESTS, { cwd: folder }).toSorted();
}

function readPassed(folder: string): ReadonlyMap<string, string> {
  const record = join(folder, RECORD);
  const text = existsSync(record) ? readFileSync(record, 'utf8') : '';
  const lines = text.split('\n').map((line) => line.split(' '));
  return new Map(lines.map(([test = '', hash = '']) => [test, hash]));
}

function hashInputs(folder: string): string {
  const inputs = createHash('sha256');
  for (const path of globSync(INPUTS, { cwd: folder }).toSorted()) {
    const file = join(folder, path);
    if (statSync(file).isFile()) inputs.update(`${path}\0`).update(readFileSync(file)).update('\0');
  }
  return inputs.digest('hex');
}
