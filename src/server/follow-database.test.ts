import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createDataDir, openTestStore } from '../../tests/support/temporary-store.ts';
import { followDatabase } from './follow-database.ts';

test('a process that can’t be started is reported and started again', async () => {
  const folder = createDataDir();
  const store = openTestStore(folder);
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
  });
  await expect.poll(database.describe).toContain('is being started again');
  process.execPath = execPath;
  await expect.poll(database.describe, { timeout: 60_000 }).toBe('PostgreSQL');
});
