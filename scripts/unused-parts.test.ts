import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { expect, onTestFinished, test } from 'vitest';
import { createUnusedPartsPlugin } from './unused-parts.ts';

test('a build that has none of the parts left out fails and names them', async () => {
  await expect(buildSource('console.log(1);')).rejects.toThrow(
    /nothing was left out of .*: has the package changed/,
  );
});

test.each([
  { use: "import { ViewTransition } from 'react';", part: '<ViewTransition>' },
  { use: "createElement(Fragment, { key: 'all', ref: all });", part: 'a ref on a <Fragment>' },
])('a source that uses $part, left out of React, fails the build', async ({ use, part }) => {
  await expect(buildSource(use)).rejects.toThrow(
    `uses ${part}, which scripts/unused-parts.ts leaves out of React`,
  );
});

async function buildSource(code: string): Promise<unknown> {
  const root = await mkdtemp(join(tmpdir(), 'workbench-source-'));
  onTestFinished(() => rm(root, { recursive: true }));
  await mkdir(join(root, 'src'));
  await writeFile(join(root, 'src', 'page.ts'), code);
  return build({
    configFile: false,
    logLevel: 'silent',
    root,
    build: { write: false, rolldownOptions: { input: join(root, 'src', 'page.ts') } },
    plugins: [createUnusedPartsPlugin()],
  });
}
