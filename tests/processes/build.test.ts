import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ROOT } from '../support/fixture-content.ts';

const INPUTS = ['packages', 'scripts', 'package.json', 'package-lock.json', 'tsconfig.json'];
/** What builds write; the bundle of the desk stays, because it takes longer than all else. */
const BUILT = /[\\/](?:lib|dist[\\/](?:client|server|built-from))$/;
const ENGINE = 'packages/marketing-workbench';
const DAY_SECONDS = 86_400;

test('a build keeps the assets of builds of the last days, and the last build if it fails', () => {
  const folder = mkdtempSync(join(tmpdir(), 'workbench-build-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const name of INPUTS)
    cpSync(join(ROOT, name), join(folder, name), {
      recursive: true,
      filter: (place) => !BUILT.test(place),
    });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const build = () =>
    spawnSync(process.execPath, ['scripts/build.ts'], { cwd: folder, encoding: 'utf8' });
  const assets = join(folder, ENGINE, 'dist/client/assets');
  const addAsset = (name: string, days: number) => {
    writeFileSync(join(assets, name), 'earlier();');
    const builtAt = Date.now() / 1_000 - days * DAY_SECONDS;
    utimesSync(join(assets, name), builtAt, builtAt);
  };
  mkdirSync(assets, { recursive: true });
  addAsset('browser-of-yesterday.js', 1);
  addAsset('browser-of-last-month.js', 30);

  expect(build().stdout).toContain('Built in');
  expect(existsSync(join(assets, 'browser-of-yesterday.js'))).toBe(true);
  expect(existsSync(join(assets, 'browser-of-last-month.js'))).toBe(false);
  expect(build().stdout).toBe('');

  const readBuild = () => [
    readFileSync(join(folder, ENGINE, 'dist/client/.vite/manifest.json'), 'utf8'),
    readFileSync(join(folder, ENGINE, 'dist/server/render-page.js'), 'utf8'),
    existsSync(join(assets, 'browser-of-yesterday.js')),
  ];
  const built = readBuild();
  const source = join(folder, ENGINE, 'src/browser.tsx');
  const text = readFileSync(source, 'utf8');
  appendFileSync(source, 'this is no code(');
  expect(build().status).toBe(1);
  expect(readBuild()).toEqual(built);
  writeFileSync(source, text);
  expect(build().stdout).toContain('Built in');
});
