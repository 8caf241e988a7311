import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { startServerProcess } from '../support/server-process.ts';
import { spawnCommand } from '../support/spawn-command.ts';
import { createDataDir } from '../support/temporary-store.ts';

test('without its state neither publishing nor the server starts, and one line says how to go on', async () => {
  const dataDir = createDataDir();
  cpSync(inject('publishedDir'), dataDir, { recursive: true });
  rmSync(join(dataDir, 'state.sqlite'));
  const line = expect.stringMatching(
    /^.*state\.sqlite is missing.*npm run content -- restore <file>\. .*delete state\.sqlite and.*\n?$/,
  );
  expect(await spawnCommand(['publish'], { DATA_DIR: dataDir }).ended).toEqual({ status: 1, output: line });
  const said: string[] = [];
  const starting = startServerProcess({ DATA_DIR: dataDir }, (text) => said.push(text));
  await expect(starting).rejects.toThrow('The server did not start');
  expect(said).toEqual([line]);
});
