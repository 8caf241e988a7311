import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { listDueDeploymentTests, recordPassedTests } from './deployment-inputs.ts';

it('the deployment tests are due again once what they deploy changes, and with every version', () => {
  const folder = mkdtempSync(join(tmpdir(), 'inputs-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const engine = 'packages/marketing-workbench';
  const folders = ['bin', 'deploy/container', 'docs', 'src', 'templates'];
  for (const name of [...folders.map((one) => `${engine}/${one}`), 'tests/deployment', 'scripts'])
    mkdirSync(join(folder, name), { recursive: true });
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  const due = () => listDueDeploymentTests(folder);
  const record = (...tests: readonly string[]) => recordPassedTests(tests, folder);
  const container = 'tests/deployment/container.test.ts';
  const install = 'tests/deployment/install.test.ts';
  write(`${engine}/package.json`, '{ "version": "1.1.0" }');
  write(container, '');
  write(install, '');
  expect(due()).toEqual([container, install]);
  expect(record(install)).toBe('tests/deployment/passed.txt');
  expect(due()).toEqual([container]);
  expect(record(install)).toBeUndefined();
  record(container);
  expect(due()).toEqual([]);
  write(`${engine}/src/server.ts`, '');
  write(`${engine}/docs/writing.md`, '');
  expect(due()).toEqual([]);
  for (const name of [
    `${engine}/package.json`,
    `${engine}/bin/marketing-workbench.mjs`,
    `${engine}/deploy/container/start.sh`,
    `${engine}/deploy/workbench.service`,
    `${engine}/docs/one-server.md`,
    `${engine}/templates/Dockerfile`,
    'package.json',
    'scripts/bootstrap.mjs',
    'tests/deployment/container.test.ts',
  ]) {
    write(name, '{ "version": "1.2.0" }');
    expect(due(), name).toEqual([container, install]);
    record(install);
    expect(due(), name).toEqual([container]);
    record(container);
    expect(due(), name).toEqual([]);
  }
});
