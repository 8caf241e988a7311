import { spawnSync } from 'node:child_process';
import { readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createDataDir } from '../../../../tests/support/temporary-store.ts';
import { drawOnce } from './draw-once.ts';

/** A file to draw, and a function that draws it once and counts. */
function createPicture() {
  const folder = createDataDir();
  const path = join(folder, 'a.png');
  let count = 0;
  const draw = () =>
    drawOnce(path, async () => {
      count += 1;
      await writeFile(path, '');
    });
  return { folder, path, draw, count: () => count };
}

test('a card is drawn once, even if several servers that share the folder ask at the same time', async () => {
  const { folder, draw, count } = createPicture();
  await Promise.all([draw(), draw(), draw()]);
  expect(count()).toBe(1);
  expect(await readdir(folder)).toEqual(['a.png']);
});

test('a card is drawn although the lock of a process that has exited is there', async () => {
  const { folder, path, draw, count } = createPicture();
  const { pid } = spawnSync(process.execPath, ['--version']);
  await writeFile(`${path}.lock`, String(pid));
  await draw();
  expect(count()).toBe(1);
  expect(await readdir(folder)).toEqual(['a.png']);
});

test('a card is drawn although the clock has gone back since its lock was taken, and its process id exists', async () => {
  const { folder, path, draw, count } = createPicture();
  const later = Date.now() / 1_000 + 86_400;
  await writeFile(`${path}.lock`, String(process.pid));
  await utimes(`${path}.lock`, later, later);
  await draw();
  expect(count()).toBe(1);
  expect(await readdir(folder)).toEqual(['a.png']);
});
