import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createDataDir } from '../../../../../tests/support/temporary-store.ts';
import { createLogWriter } from './log-writer.ts';

/** More than a pipe holds. */
const LINES = Array.from({ length: 2_000 }, (_, line) => `${line} ${'x'.repeat(200)}`);

test('lines wait for the reader of a full pipe, whole and without a warning', async () => {
  const path = join(createDataDir(), 'log');
  execFileSync('mkfifo', [path]);
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  onTestFinished(() => closeSync(reader));
  const warn = vi.fn();
  const writer = createLogWriter({ path }, warn);
  for (const line of LINES) writer.add(line);
  await vi.waitFor(() => expect(writer.readCounts().written).toBeGreaterThan(100), 10_000);
  const full = writer.readCounts().written;
  expect(full).toBeLessThan(LINES.length);
  let text = '';
  const chunk = Buffer.alloc(65_536);
  await vi.waitFor(() => {
    text += chunk.toString('utf8', 0, readSync(reader, chunk));
    expect(text.split('\n')).toHaveLength(LINES.length + 1);
  }, 30_000);
  expect(text).toBe(`${LINES.join('\n')}\n`);
  expect(warn).not.toHaveBeenCalled();
  await writer.close();
});
