import { describe, expect, it } from 'vitest';
import { checkPackageHomes } from './package-homes.ts';

const BROWSER = 'this file is loaded by browsers';
const PURE = 'src/site holds pure rules, which know no view';
const STORE = 'databases are opened in src/store alone';

describe('checkPackageHomes', () => {
  it.each([
    ['src/contract/posts.ts', 'zod', BROWSER],
    ['src/ui/card.tsx', 'node:path', BROWSER],
    ['src/ui/card.tsx', 'fs/promises', BROWSER],
    ['src/screens/home/home-screen.tsx', 'unified', BROWSER],
    ['src/app/document.tsx', 'rehype-sanitize', BROWSER],
    ['src/routes.ts', 'fastify', BROWSER],
    ['src/browser.tsx', 'node:url', BROWSER],
    ['src/site/dates.ts', 'zod', BROWSER],
    ['src/site/dates.ts', 'react', PURE],
    ['src/site/dates.ts', '@tanstack/react-query', PURE],
    ['src/server/health.ts', 'node:sqlite', STORE],
    ['src/ui/card.tsx', 'pg', STORE],
    ['src/content-cli.ts', 'pg', STORE],
  ])('keeps %s free of %s', (path, specifier, reason) => {
    const message = `imports ${specifier}; ${reason}`;
    expect(checkPackageHomes([{ path, text: `import { x } from '${specifier}';` }])).toEqual([
      { path, line: 1, message },
    ]);
  });

  it.each([
    ['src/contract/posts.ts', '@tanstack/react-query'],
    ['src/ui/card.tsx', 'react-icons/si'],
    ['src/content/front-matter.ts', 'zod'],
    ['src/content/markdown.ts', 'unified'],
    ['src/store/index-file.ts', 'node:sqlite'],
    ['src/store/postgres.ts', 'pg'],
    ['src/server/pages.ts', 'node:zlib'],
    ['src/site/dates.ts', './limits.ts'],
    ['src/ui/card.test.tsx', 'node:fs'],
    ['scripts/build.ts', 'pg'],
  ])('lets %s import %s', (path, specifier) => {
    expect(checkPackageHomes([{ path, text: `import { x } from '${specifier}';` }])).toEqual([]);
  });
});
