import { describe, expect, it } from 'vitest';
import { checkEnvironment } from './environment.ts';

const MESSAGE = 'reads process.env; only src/config.ts may, pass it in';

describe('checkEnvironment', () => {
  it.each([
    'const port = process.env.PORT;',
    "const port = process['env'].PORT;",
    'const port = process?.env.PORT;',
    'const port = globalThis.process.env.PORT;',
    'const { env } = process;',
    "import { env } from 'node:process';",
    "import { env as variables } from 'process';",
  ])('reports %s', (statement) => {
    const path = 'src/server/health.ts';
    expect(checkEnvironment([{ path, text: `// one\n${statement}\n` }])).toEqual([
      { path, line: 2, message: MESSAGE },
    ]);
  });

  it.each([
    'vite.config.ts',
    'playwright.config.ts',
    'tests/support/server.ts',
    'checks/run.ts',
    'src/server.ts',
  ])('reports it in %s', (path) => {
    expect(checkEnvironment([{ path, text: 'start(process.env);' }])).toEqual([
      { path, line: 1, message: MESSAGE },
    ]);
  });

  it('lets src/config.ts read it on one line, and reports a second', () => {
    const path = 'src/config.ts';
    const text = 'export const readConfig = () => parseConfig(process.env);\n';
    expect(checkEnvironment([{ path, text }])).toEqual([]);
    expect(checkEnvironment([{ path, text: `${text}const port = process.env.PORT;` }])).toEqual([
      { path, line: 2, message: 'reads process.env a second time' },
    ]);
  });

  it.each([
    ['scripts/bootstrap.mjs', 'spawn(node, { env: process.env });'],
    ['src/server.ts', 'const { argv, exitCode } = process; process.exit(env);'],
    ['src/server.ts', "const text = 'process.env'; // process.env"],
    ['content/example.ts', 'process.env'],
  ])('has nothing to say of %s: %s', (path, text) => {
    expect(checkEnvironment([{ path, text }])).toEqual([]);
  });
});
