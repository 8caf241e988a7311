import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '../store/store.ts';
import { followDatabase } from './follow-database.ts';

test('a process that can’t be started is reported and started again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'workbench-follower-'));
  const store = openStore({ dataDir: folder });
  const program = join(folder, 'follower.mjs');
  writeFileSync(
    program,
    "process.send({}); process.on('message', () => process.exit()); setInterval(() => {}, 1e6);",
  );
  const { execPath } = process;
  process.execPath = join(folder, 'nothing');
  const database = followDatabase({ databaseUrl: 'postgres://nobody', program, store });
  onTestFinished(async () => {
    process.execPath = execPath;
    await database.stop();
    store.close();
    rmSync(folder, { recursive: true });
  });
  await expect.poll(database.describe).toContain('is being started again');
  process.execPath = execPath;
  await expect.poll(database.describe, { timeout: 60_000 }).toBe('PostgreSQL');
});
