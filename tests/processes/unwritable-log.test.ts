import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, openSync, writeFileSync } from 'node:fs';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { findFreePort } from '../postgres/support/postgres-server.ts';
import { FIXTURE_CONTENT, ROOT } from '../support/fixture-content.ts';
import { SOURCE_ENVIRONMENT } from '../support/server-process.ts';
import { createDataDir } from '../support/temporary-store.ts';

const PATIENCE = { timeout: 60_000, interval: 50 };

test('a server that can neither draw cards nor write to its log, as on a full disk, keeps answering', async () => {
  const dataDir = createDataDir();
  for (const name of ['index.sqlite', 'index.sqlite-seal', 'state.sqlite'])
    copyFileSync(join(inject('publishedDir'), name), join(dataDir, name));
  // In the place of the folder of cards; each card that is not drawn is a warning in the log.
  writeFileSync(join(dataDir, 'cards'), '');
  const port = await findFreePort();
  const server = spawn(process.execPath, ['packages/marketing-workbench/src/server.ts'], {
    cwd: ROOT,
    env: {
      ...SOURCE_ENVIRONMENT,
      CONTENT_DIR: FIXTURE_CONTENT,
      DATA_DIR: dataDir,
      HOST: '127.0.0.1',
      PORT: String(port),
    },
    // Every write to it fails.
    stdio: ['ignore', openSync(devNull, 'r'), 'inherit'],
  });
  onTestFinished(() => void server.kill('SIGKILL'));
  const get = (path: string) =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(20_000),
    });
  const page = await vi.waitFor(async () => (await get('/')).text(), PATIENCE);
  const [card = ''] = /\/social\/[^"]+\.png/.exec(page) ?? [];
  for (let time = 0; time < 3; time += 1) expect([302, 404]).toContain((await get(card)).status);
  expect((await get('/seo')).status).toBe(200);
  server.kill('SIGTERM');
  expect(await once(server, 'exit')).toEqual([0, null]);
});
