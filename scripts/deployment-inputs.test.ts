import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { isDeploymentTested, recordDeploymentTests } from './deployment-inputs.ts';

it('the deployment tests are due again once what they deploy changes, and with every version', () => {
  const folder = mkdtempSync(join(tmpdir(), 'inputs-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const name of ['deploy/container', 'tests/deployment', 'scripts', 'src'])
    mkdirSync(join(folder, name), { recursive: true });
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  write('package.json', '{ "version": "1.1.0" }');
  expect(isDeploymentTested(folder)).toBe(false);
  expect(recordDeploymentTests(folder)).toBe('tests/deployment/passed.txt');
  expect(isDeploymentTested(folder)).toBe(true);
  expect(recordDeploymentTests(folder)).toBeUndefined();
  write('src/server.ts', '');
  expect(isDeploymentTested(folder)).toBe(true);
  for (const name of [
    'package.json',
    'Dockerfile',
    'deploy/container/start.sh',
    'deploy/container/Caddyfile',
    'deploy/workbench.service',
    'compose.cluster.yaml',
    'scripts/bootstrap.mjs',
    'tests/deployment/container.test.ts',
  ]) {
    write(name, '{ "version": "1.2.0" }');
    expect(isDeploymentTested(folder), name).toBe(false);
    recordDeploymentTests(folder);
    expect(isDeploymentTested(folder), name).toBe(true);
  }
});
