import { spawn, spawnSync } from 'node:child_process';
import { chmod, cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test, vi } from 'vitest';
import { FIXTURE_CONTENT, ROOT } from '../support/fixture-content.ts';

/** The server checks once a second whether npm runs. */
const PATIENCE = { timeout: 60_000, interval: 50 };

test.for(['SIGTERM', 'SIGKILL'] as const)(
  'the server exits when npm was ended by %s',
  async (signal) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'workbench-npm-'));
    onTestFinished(() => rm(dataDir, { recursive: true, maxRetries: 5 }));
    const variables = [
      `CONTENT_DIR=${FIXTURE_CONTENT}`,
      `DATA_DIR=${dataDir}`,
      'HOST=127.0.0.1',
      'PORT=0',
    ];
    const npm = spawn('env', [...variables, 'npm', 'run', 'dev'], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let errors = '';
    npm.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors += text;
    });
    const origin = await new Promise<string>((found, fail) => {
      const failWithErrors = () => fail(new Error(`The site did not start: ${errors}`));
      npm.once('exit', failWithErrors);
      createInterface({ input: npm.stdout }).on('line', (line) => {
        const address = /is at (http:\S+)$/.exec(line)?.[1];
        if (address !== undefined) found(address);
        // Node then waits for a change of the program.
        if (line.includes('Failed running')) failWithErrors();
      });
    });
    expect((await fetch(origin)).status).toBe(200);
    npm.kill(signal);
    await vi.waitFor(() => expect(fetch(origin)).rejects.toThrow('fetch failed'), PATIENCE);
  },
);

/** What runs before the packages are installed. */
const FIRST_STEP = [
  'scripts/bootstrap.mjs',
  'packages/marketing-workbench/bin/run-child.mjs',
  'package.json',
  'package-lock.json',
];
/** Root may write everywhere, so that the test needs another account. */
const OTHER_ACCOUNT = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
const isNodeReadable =
  spawnSync(process.execPath, ['--version'], { ...OTHER_ACCOUNT, cwd: '/' }).status === 0;

test.skipIf(!isNodeReadable)(
  'an account that may not write to the folder learns who has to install the packages',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'workbench-owner-'));
    onTestFinished(async () => {
      await chmod(folder, 0o755);
      await rm(folder, { recursive: true });
    });
    for (const name of FIRST_STEP) await cp(join(ROOT, name), join(folder, name));
    await chmod(folder, 0o555);
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['scripts/bootstrap.mjs', 'start'],
      {
        ...OTHER_ACCOUNT,
        cwd: folder,
        encoding: 'utf8',
      },
    );
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(
      /^This account can't install the packages.* npm ci --include=dev && npm run build\n$/,
    );
    expect(stderr).toContain(folder);
  },
);
