import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listSourceFiles } from './source-tree.ts';
import { createTemporaryTree } from './temporary-tree.ts';

describe('listSourceFiles', () => {
  const TREE = {
    '.gitignore': 'dist/\nnode_modules/\n*.log\n',
    '.ci/run': 'npm test\n',
    'src/site/dates.ts': 'export {};\n',
    'src/site/debug.log': 'x\n',
    'dist/server.js': 'x\n',
    'node_modules/a/index.js': 'x\n',
  };
  const OWN = ['.ci/run', '.gitignore', 'src/site/dates.ts'];

  it('walks a tree without git past what is ignored', () => {
    const root = createTemporaryTree(TREE);
    expect(listSourceFiles(root).map(({ path }) => path)).toEqual(OWN);
  });

  it('asks git where there is one: tracked and new files, less ignored and deleted ones', () => {
    const root = createTemporaryTree({ ...TREE, 'src/site/gone.ts': 'export {};\n' });
    execFileSync('git', ['init', '--quiet'], { cwd: root });
    execFileSync('git', ['add', 'src'], { cwd: root });
    rmSync(join(root, 'src/site/gone.ts'));
    expect(listSourceFiles(root).map(({ path }) => path)).toEqual(OWN);
  });

  it('gives the text of texts, and none of pictures', () => {
    const root = createTemporaryTree({ 'a.md': '# Ä\n', 'b.png': '\u0089PNG\0\0' });
    expect(listSourceFiles(root)).toEqual([
      { path: 'a.md', text: '# Ä\n' },
      { path: 'b.png', text: '' },
    ]);
  });
});
