import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { Script } from 'node:vm';
import { expect, it } from 'vitest';

it('says under an old Node in one line what to run, and is a script that it can read', async () => {
  expect(() => new Script(readFileSync('checks/run.ts', 'utf8'))).not.toThrow();
  const old =
    "data:text/javascript,Object.defineProperty(process.versions, 'node', { value: '20.19.0' })";
  const run = promisify(execFile)(process.execPath, ['--import', old, 'checks/run.ts']);
  await expect(run).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: `The checks need Node 24, and this is ${process.version}. Run: npm run check\n`,
  });
});
