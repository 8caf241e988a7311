import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { createChildEnvironment } from '../../packages/marketing-workbench/src/config.ts';
import { FIXTURE_CONTENT, ROOT } from '../support/fixture-content.ts';
import { copyPublished } from '../support/published-data.ts';
import { startServerProcess } from '../support/server-process.ts';
import { spawnCommand } from '../support/spawn-command.ts';
import { createDataDir } from '../support/temporary-store.ts';

test('without its state neither publishing nor the server starts, and one line says how to go on', async () => {
  const dataDir = await createPublishedFolder();
  rmSync(join(dataDir, 'state.sqlite'));
  const line = expect.stringMatching(
    /^.*state\.sqlite is missing.*npm run content -- restore <file>\. .*delete state\.sqlite and.*\n?$/,
  );
  expect(await spawnCommand(['publish'], { DATA_DIR: dataDir }).ended).toEqual({
    status: 1,
    output: line,
  });
  const said: string[] = [];
  const starting = startServerProcess({ DATA_DIR: dataDir }, (text) => said.push(text));
  await expect(starting).rejects.toThrow('The server did not start');
  expect(said).toEqual([line]);
});

test('on a full disk publishing says so, and the start goes on with what was published before', async () => {
  const { status, stderr } = runOnFullDisk(
    'packages/marketing-workbench/src/content-cli.ts publish --at-start',
    await createPublishedFolder(),
  );
  expect(status).toBe(0);
  expect(stderr).toContain('The disk is full: free some space');
  expect(stderr).toContain('NOT PUBLISHED: readers get what was published before.');
  expect(stderr).not.toContain('delete');
});

test('on a full disk a server without content does not start, and says why', () => {
  const { status, stderr } = runOnFullDisk(
    'packages/marketing-workbench/src/server.ts',
    createDataDir(),
  );
  expect(status).toBe(1);
  expect(stderr).toContain('The disk is full: free some space');
  expect(stderr).not.toContain('delete');
});

/** No file may grow, as on a full disk. */
function runOnFullDisk(program: string, dataDir: string) {
  return spawnSync('sh', ['-c', `trap '' XFSZ; ulimit -f 0; exec "$NODE" ${program}`], {
    cwd: ROOT,
    env: createChildEnvironment({
      CONTENT_DIR: FIXTURE_CONTENT,
      DATA_DIR: dataDir,
      NODE: process.execPath,
    }),
    encoding: 'utf8',
  });
}

/**
 * Without the cards: the sites of other tests draw into their folder, and a file may vanish while
 * it is copied.
 */
async function createPublishedFolder(): Promise<string> {
  const dataDir = await copyPublished(inject('publishedDir'), 'published');
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }));
  return dataDir;
}
