import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { mayShip } from '../checks/rules/licenses.ts';
import { BUNDLED, listShippedParts, listUnnamedData, SHIPPED_DATA } from './shipped-licenses.ts';

const ROOT = join(import.meta.dirname, '..');

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sbom-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test('npm run sbom lists each package and each kind of data that ships, and no development package', () => {
  const folder = createFolder();
  const { status, stdout, stderr } = spawnSync('npm', ['run', '--silent', 'sbom', '--', folder], {
    cwd: ROOT,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  expect(stderr).toBe('');
  expect(status, stdout).toBe(0);
  const read = (file: string) => readFileSync(join(folder, file), 'utf8');
  const [cyclonedx, spdx] = ['sbom.cdx.json', 'sbom.spdx.json'].map((file) =>
    JSON.parse(read(file)),
  );
  const { dependencies, name, version } = JSON.parse(
    readFileSync(join(ROOT, 'packages/marketing-workbench/package.json'), 'utf8'),
  );
  expect(cyclonedx.metadata.component).toMatchObject({ name, version });
  expect(spdx.name).toBe(`${name}@${version}`);
  const listed = (parts: readonly { readonly name: string }[]) => parts.map((part) => part.name);
  const locked: readonly (readonly [string, { readonly dev?: boolean }])[] = Object.entries(
    JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')).packages,
  );
  const installed = locked.flatMap(([place, { dev = false }]) =>
    dev || !/^node_modules\/(?!marketing-)/.test(place)
      ? []
      : [place.replace(/^.*node_modules\//, '')],
  );
  for (const sbom of [cyclonedx.components, spdx.packages]) {
    // Also what scripts in browsers contain, and what that depends on.
    expect(listed(sbom)).toEqual(
      expect.arrayContaining([...installed, 'zod', 'pg', 'react', 'scheduler', 'zrender']),
    );
    for (const tool of ['vitest', 'knip', 'typescript']) expect(listed(sbom)).not.toContain(tool);
  }
  for (const sbom of [cyclonedx.components, spdx.packages])
    expect(listed(sbom).filter((one) => /Source Sans 3|GloVe/.test(one))).toHaveLength(2);
  const licenses = read('THIRD-PARTY-LICENSES.txt');
  for (const one of Object.keys(dependencies)) expect(licenses).toContain(`${one} `);
  expect(licenses).toContain('SIL OPEN FONT LICENSE Version 1.1');
  expect(licenses).toContain('Copyright (c) Meta Platforms, Inc. and affiliates.');
  expect(licenses).toMatch(/^tailwindcss [\d.]+ \(MIT\)$/m);
}, 60_000);

test('every file of data in the source tree is named with its license', () => {
  expect(listUnnamedData(ROOT)).toEqual([]);
  const folder = createFolder();
  const search = 'packages/marketing-workbench/src/search';
  mkdirSync(join(folder, search), { recursive: true });
  for (const name of ['english-words.txt', 'german-words.txt'])
    writeFileSync(join(folder, search, name), 'a');
  expect(listUnnamedData(folder)).toEqual([join(search, 'german-words.txt')]);
});

test('every package that ships, also in scripts for browsers, has a license that allows it', () => {
  const packages = listShippedParts(ROOT).slice(0, -SHIPPED_DATA.length);
  expect(packages.length).toBeGreaterThan(200);
  expect(packages.filter(({ name, license }) => !mayShip(name, license))).toEqual([]);
});

test('every package that the code of pages and screens imports is bundled', () => {
  const parts = 'packages/marketing-workbench/src/{app,ui,screens,contract}/**/*.{ts,tsx}';
  const imported = globSync(parts, { cwd: ROOT }).flatMap((file) =>
    /\.test\./.test(file)
      ? []
      : Array.from(
          readFileSync(join(ROOT, file), 'utf8').matchAll(
            /^import (?!type )[^;]*?from '((?:@[\w-]+\/)?[a-z][\w-]*)/gm,
          ),
          ([, name = '']) => name,
        ),
  );
  expect([...BUNDLED, ...listRunning()]).toEqual(expect.arrayContaining(imported));
});

/** The packages that npm installs for a running site. */
function listRunning(): readonly string[] {
  const engine = join(ROOT, 'packages/marketing-workbench/package.json');
  return Object.keys(JSON.parse(readFileSync(engine, 'utf8')).dependencies);
}
