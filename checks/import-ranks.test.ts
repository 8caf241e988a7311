import { describe, expect, it } from 'vitest';
import { checkImportRanks } from './import-ranks.ts';

describe('checkImportRanks', () => {
  it.each([
    ['src/site/dates.ts', '../config.ts', 'imports src/config.ts; site may import no other part of src/'],
    ['src/config.ts', './store/store.ts', 'imports src/store/store.ts; config may import only site'],
    ['src/ui/card.tsx', '../contract/posts.ts', 'imports src/contract/posts.ts; ui may import only site'],
    [
      'src/ui/card.tsx',
      '../screens/home/home.tsx',
      'imports src/screens/home/home.tsx; ui may import only site',
    ],
    [
      'src/content/compile.ts',
      '../store/sync.ts',
      'imports src/store/sync.ts; content may import only site, config',
    ],
    [
      'src/screens/home/home-screen.tsx',
      '../../store/queries.ts',
      'imports src/store/queries.ts; screens may import only contract, ui, site',
    ],
    [
      'src/api/posts.ts',
      '../content/compile.ts',
      'imports src/content/compile.ts; api may import only contract, store, site, config',
    ],
    [
      'src/routes.ts',
      './store/queries.ts',
      'imports src/store/queries.ts; routes may import only screens, contract, ui, site',
    ],
    [
      'src/server/pages.ts',
      '../routes.ts',
      'imports src/routes.ts; server may import only api, cards, store, contract, site, config',
    ],
    [
      'src/app/document.tsx',
      '../server/pages.ts',
      'imports src/server/pages.ts; app may import only routes, screens, ui, contract, site',
    ],
    ['src/server.ts', './browser.tsx', "imports src/browser.tsx; entry files don't import each other"],
    [
      'src/server.ts',
      '../scripts/build.mjs',
      'imports scripts/build.mjs; nothing in src/ may import from outside of it',
    ],
  ])('reports that %s imports %s', (path, specifier, message) => {
    const text = `import { x } from '${specifier}';\n`;
    expect(checkImportRanks([{ path, text }])).toEqual([{ path, line: 1, message }]);
  });

  it.each([
    ['a type', "import type { X } from '../store/x.ts';"],
    ['a side effect', "import '../store/x.ts';"],
    ['a re-export', "export { x } from '../store/x.ts';"],
    ['a dynamic import', "const x = await import('../store/x.ts');"],
    ['an inline type', "type X = import('../store/x.ts').X;"],
  ])('sees %s', (_, statement) => {
    const path = 'src/ui/card.ts';
    const message = 'imports src/store/x.ts; ui may import only site';
    expect(checkImportRanks([{ path, text: `\n${statement}\n` }])).toEqual([{ path, line: 2, message }]);
  });

  it('demands a rank for a new folder', () => {
    expect(checkImportRanks([{ path: 'src/feeds/rss.ts', text: '' }])).toEqual([
      { path: 'src/feeds/rss.ts', message: 'src/feeds has no rank; give it one in checks/import-ranks.ts' },
    ]);
  });

  it.each([
    ['src/site/dates.ts', './limits.ts'],
    ['src/screens/home/home-screen.tsx', '../article/article-card.tsx'],
    ['src/screens/home/home-screen.tsx', '../../ui/card.tsx'],
    ['src/ui/card.tsx', 'react'],
    ['src/api/posts.ts', '../store/queries.ts'],
    ['src/server/pages.ts', '../config.ts'],
    ['src/server.ts', './app/document.tsx'],
    ['src/api/posts.test.ts', '../../tests/support/index.ts'],
    ['tests/e2e/search.test.ts', '../../src/store/sync.ts'],
    ['scripts/build.ts', '../src/server/pages.ts'],
  ])('lets %s import %s', (path, specifier) => {
    expect(checkImportRanks([{ path, text: `import { x } from '${specifier}';` }])).toEqual([]);
  });
});
