import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createDataDir } from '../../../../tests/support/temporary-store.ts';
import { readBuiltAssets } from './built-site.ts';

const MANIFEST = {
  'src/browser.tsx': {
    file: 'assets/browser-a1.js',
    isEntry: true,
    imports: ['_react-b2.js'],
    css: ['assets/browser-c3.css'],
    assets: ['assets/text-common-d4.woff2', 'assets/text-rare-d5.woff2', 'assets/logo-e5.svg'],
  },
  'src/page-start.ts': { file: 'assets/page-start-f6.js', isEntry: true },
  '_react-b2.js': { file: 'assets/react-b2.js' },
  '_card-g7.js': {
    file: 'assets/card-g7.js',
    imports: ['_react-b2.js'],
    css: ['assets/browser-c3.css'],
  },
  'src/screens/home-screen.tsx': {
    file: 'assets/home-h8.js',
    imports: ['_card-g7.js', 'src/browser.tsx'],
    css: ['assets/home-i9.css'],
  },
};

const INTEGRITY = { '/assets/browser-a1.js': 'sha384-x' };

test('a page lists the files of the entry and of its screen, each once', async () => {
  const findAssets = readBuiltAssets(await writeBuild(JSON.stringify(MANIFEST)));
  expect(findAssets('home')).toEqual({
    integrity: INTEGRITY,
    startScript: '/assets/page-start-f6.js',
    styles: ['/assets/browser-c3.css', '/assets/home-i9.css'],
    fonts: ['/assets/text-common-d4.woff2'],
    rareFonts: ['/assets/text-rare-d5.woff2'],
    modules: [
      '/assets/react-b2.js',
      '/assets/browser-a1.js',
      '/assets/card-g7.js',
      '/assets/home-h8.js',
    ],
  });
});

test('a page whose screen has no file of its own lists those of the entry', async () => {
  const findAssets = readBuiltAssets(await writeBuild(JSON.stringify(MANIFEST)));
  expect(findAssets('unknown').modules).toEqual(['/assets/react-b2.js', '/assets/browser-a1.js']);
});

test.each([[undefined], ['{ "src/browser.tsx": '], ['{ "src/browser.tsx": {} }']])(
  'without a usable build (%s) the error says how to build',
  async (manifest) => {
    const clientDir = await writeBuild(manifest);
    expect(() => readBuiltAssets(clientDir)).toThrow(
      /^There is no usable build at .*; run: npm run build, or .*: npm ci$/,
    );
  },
);

async function writeBuild(manifest: string | undefined): Promise<string> {
  const clientDir = createDataDir();
  await mkdir(join(clientDir, '.vite'));
  await writeFile(join(clientDir, '.vite', 'integrity.json'), JSON.stringify(INTEGRITY));
  if (manifest !== undefined) await writeFile(join(clientDir, '.vite', 'manifest.json'), manifest);
  return clientDir;
}
