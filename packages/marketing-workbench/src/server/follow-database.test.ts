import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createDataDir, openTestStore } from '../../../../tests/support/temporary-store.ts';
import { followDatabase } from './follow-database.ts';

test('a process that can’t be started is reported and started again', async () => {
  const folder = createDataDir();
  const store = openTestStore(folder);
  const program = writeFollower(folder, 'process.send({});');
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

function writeFollower(folder: string, code: string): string {
  const program = join(folder, 'follower.mjs');
  writeFileSync(
    program,
    `${code} process.on('message', () => process.exit()); setInterval(() => {}, 1e6);`,
  );
  return program;
}

test('a state that can’t be read is not fatal to the description of an outage', async () => {
  const folder = createDataDir();
  const store = openTestStore(folder);
  const program = writeFollower(folder, '');
  const database = followDatabase({ databaseUrl: 'postgres://nobody', program, store });
  onTestFinished(database.stop);
  store.state.exec('DROP TABLE agreement');
  expect(database.describe()).toMatch(
    /^Fallback since .*; this site serves content of an unknown time from SQLite \(embedded\)$/,
  );
});
