import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createTemporaryTree } from './temporary-tree.ts';

const RUN = join(import.meta.dirname, 'run.ts');

describe('node checks/run.ts', () => {
  it('prints every finding with its place, in order, and exits 1', () => {
    const root = createTemporaryTree({
      'src/ui/README.md': '# Blocks\n',
      'src/ui/card.tsx':
        'export function Card() {\n  return <a href="/articles">All</a>;\n}\nimport \'../server.ts\';\n',
      'src/server.ts': 'const port = process.env.PORT as string;\n',
    });
    expect(runChecks(root)).toEqual({
      status: 1,
      stdout: [
        'src/server.ts:1 reads process.env; only src/config.ts may, pass it in',
        'src/server.ts:1 casts with "as"; check the value where it enters',
        'src/ui/card.tsx:2 spells "/articles"; build it with src/site/addresses.ts',
        'src/ui/card.tsx:4 imports src/server.ts; ui may import only site',
        '',
      ].join('\n'),
      stderr: '',
    });
  });

  it('says in one line that there is nothing to report, and exits 0', () => {
    const root = createTemporaryTree({
      'src/server.ts': 'export const x = 1;\n',
      'README.md': 'See `src/server.ts`.\n',
    });
    expect(runChecks(root)).toEqual({
      status: 0,
      stdout: expect.stringMatching(/^\d+ checks, 2 files: nothing to report\.\n$/),
      stderr: '',
    });
  });

  it('names the file that can’t be parsed, and fails', () => {
    const root = createTemporaryTree({ 'src/server.ts': 'const = 1;\n' });
    const { status, stderr } = runChecks(root);
    expect(status).toBe(1);
    expect(stderr).toContain("src/server.ts can't be parsed");
  });
});

function runChecks(root: string) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [RUN, root], { encoding: 'utf8' });
  return { status, stdout, stderr };
}
