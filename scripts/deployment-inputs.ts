import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What the deployment tests deploy, besides the program and its texts, and the tests themselves.
 * Every version changes package.json.
 */
const INPUTS = [
  '.dockerignore',
  'Dockerfile',
  'compose*.yaml',
  'deploy/**/*',
  'docs/one-server.md',
  'package.json',
  'package-lock.json',
  'scripts/{bootstrap.mjs,build.ts,compress-files.ts,supported-browsers.ts}',
  'tests/deployment/*.ts',
  'tests/support/{container-builder,copy-repository,debian-machine,started-site}.ts',
  'vite.config.ts',
];
/** Committed: the hash of the inputs for which all deployment tests last passed. */
const RECORD = 'tests/deployment/passed.txt';

/** What a deployment test says in its title if this machine can't run it. */
export const NOT_POSSIBLE = 'is not possible here, because';

/** Tells whether the deployment tests have passed for the files as they are now. */
export function isDeploymentTested(folder = '.'): boolean {
  const record = join(folder, RECORD);
  return existsSync(record) && readFileSync(record, 'utf8').trim() === hashInputs(folder);
}

/**
 * Records that they passed; the file is to be committed. Returns its path, or undefined if the
 * record is up to date.
 */
export function recordDeploymentTests(folder = '.'): string | undefined {
  if (isDeploymentTested(folder)) return undefined;
  writeFileSync(join(folder, RECORD), `${hashInputs(folder)}\n`);
  return RECORD;
}

function hashInputs(folder: string): string {
  const inputs = createHash('sha256');
  for (const path of globSync(INPUTS, { cwd: folder }).toSorted()) {
    const file = join(folder, path);
    if (statSync(file).isFile()) inputs.update(`${path}\0`).update(readFileSync(file)).update('\0');
  }
  return inputs.digest('hex');
}
