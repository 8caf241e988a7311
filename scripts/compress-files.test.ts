import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { compressFiles } from './compress-files.ts';

const CODE = 'export const answer = 42;\n'.repeat(40);

test('each text file of a build has a Brotli and a gzip variant', async () => {
  const folder = await writeFolder({ 'page.js': CODE, 'page.css': CODE, 'mark.svg': CODE });
  await compressFiles(folder);
  for (const name of ['page.js', 'page.css', 'mark.svg']) {
    const brotli = await readFile(join(folder, 'assets', `${name}.br`));
    const gzip = await readFile(join(folder, 'assets', `${name}.gz`));
    expect(brotliDecompressSync(brotli).toString()).toBe(CODE);
    expect(gunzipSync(gzip).toString()).toBe(CODE);
    expect(Math.max(brotli.length, gzip.length)).toBeLessThan(CODE.length / 5);
  }
});

test('compressed formats and very short files get no variant', async () => {
  const folder = await writeFolder({ 'text.woff2': CODE, 'mark.png': CODE, 'short.js': 'a()' });
  await compressFiles(folder);
  expect(await readdir(join(folder, 'assets'))).toEqual(['mark.png', 'short.js', 'text.woff2']);
});

test('files whose variants are newer are left as they are', async () => {
  const folder = await writeFolder({ 'page.js': CODE });
  await compressFiles(folder);
  await writeFile(join(folder, 'assets/page.js.br'), 'of an earlier build');
  await compressFiles(folder);
  expect(await readFile(join(folder, 'assets/page.js.br'), 'utf8')).toBe('of an earlier build');
  await utimes(join(folder, 'assets/page.js'), new Date(), new Date(Date.now() + 1_000));
  await compressFiles(folder);
  expect(brotliDecompressSync(await readFile(join(folder, 'assets/page.js.br'))).toString()).toBe(
    CODE,
  );
});

async function writeFolder(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'workbench-build-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'assets'));
  for (const [name, text] of Object.entries(files))
    await writeFile(join(folder, 'assets', name), text);
  return folder;
}
