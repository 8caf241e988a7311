import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test, vi } from 'vitest';
import { FIXTURE_CONTENT, ROOT } from '../support/fixture-content.ts';

/** The server checks once a second whether npm runs. */
const PATIENCE = { timeout: 60_000, interval: 50 };

test.for(['SIGTERM', 'SIGKILL'] as const)('the server exits when npm was ended by %s', async (signal) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'workbench-npm-'));
  onTestFinished(() => rm(dataDir, { recursive: true, maxRetries: 5 }));
  const variables = [`CONTENT_DIR=${FIXTURE_CONTENT}`, `DATA_DIR=${dataDir}`, 'HOST=127.0.0.1', 'PORT=0'];
  const npm = spawn('env', [...variables, 'npm', 'run', 'dev'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const origin = await new Promise<string>((found, fail) => {
    npm.once('exit', () => fail(new Error('npm ended before the site was there.')));
    createInterface({ input: npm.stdout }).on('line', (line) => {
      const address = /is at (http:\S+)$/.exec(line)?.[1];
      if (address !== undefined) found(address);
    });
  });
  expect((await fetch(origin)).status).toBe(200);
  npm.kill(signal);
  await vi.waitFor(() => expect(fetch(origin)).rejects.toThrow('fetch failed'), PATIENCE);
});
