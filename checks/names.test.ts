import { describe, expect, it } from 'vitest';
import { checkNames } from './names.ts';

const COMPONENT = 'export function ArticleScreen() {}';

describe('checkNames', () => {
  it.each(['utils', 'lib', 'helpers', 'common', 'misc', 'shared', 'core', 'services'])(
    'reports a folder and a file called %s',
    (name) => {
      const message = `"${name}" says nothing of what is inside; name the subject`;
      const paths = [`src/${name}/dates.ts`, `src/site/${name}.ts`];
      expect(checkNames(paths.map((path) => ({ path, text: '' })))).toEqual(
        paths.map((path) => ({ path, message })),
      );
    },
  );

  it.each([
    ['src/ui/ArticleCard.ts', '"ArticleCard.ts" is not kebab-case'],
    ['src/store/page_cache.ts', '"page_cache.ts" is not kebab-case'],
    ['docs/decisions/001-Why SQLite.md', '"001-Why SQLite.md" is not kebab-case'],
    ['src/screens/home/hero/hero.ts', 'is 3 folders deep under src/; at most 2'],
  ])('reports %s', (path, message) => {
    expect(checkNames([{ path, text: '' }])).toEqual([{ path, message }]);
  });

  it('reports a component file that exports something else', () => {
    const path = 'src/screens/article/article-page.tsx';
    expect(checkNames([{ path, text: COMPONENT }])).toEqual([
      { path, message: 'exports no ArticlePage; name the file after its main export' },
    ]);
  });

  it.each([
    ['src/screens/article/article-screen.tsx', COMPONENT],
    ['src/screens/article/article-screen.test.tsx', ''],
    ['src/ui/use-toasts.tsx', 'export const useToasts = () => [];'],
    ['src/ui/page-404.tsx', 'function Page404() {}\nexport { Page404 };'],
    ['src/browser.tsx', ''],
    ['src/site/texts.ts', 'export const x = 1;'],
    ['src/site/README.md', ''],
    ['docs/decisions/001-why-sqlite.md', ''],
    ['tests/fixtures/Import/Some Post.md', ''],
    ['content/articles/seo/core/utils.md', ''],
    ['ARCHITECTURE.md', ''],
  ])('has nothing to say of %s', (path, text) => {
    expect(checkNames([{ path, text }])).toEqual([]);
  });
});
