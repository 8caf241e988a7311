import { describe, expect, it } from 'vitest';
import { checkSizes } from './sizes.ts';

const SITE_README = { path: 'src/site/README.md', text: '# Site\n' };

describe('checkSizes', () => {
  it.each([
    ['src/site/dates.ts', 400],
    ['src/site/dates.test.ts', 400],
    ['src/site/theme.css', 400],
    ['scripts/bootstrap.mjs', 400],
    ['vite.config.ts', 400],
    ['README.md', 100],
    ['src/site/README.md', 12],
    ['checks/README.md', 12],
    ['docs/decisions/001-why-sqlite.md', 40],
  ])('lets %s have %d lines, and reports one more', (path, max) => {
    const others = path === SITE_README.path ? [] : [SITE_README];
    expect(checkSizes([...others, { path, text: 'x\n'.repeat(max) }])).toEqual([]);
    expect(checkSizes([...others, { path, text: 'x\n'.repeat(max + 1) }])).toEqual([
      { path, message: `has ${max + 1} lines; at most ${max}` },
    ]);
  });

  it('lets articles, fixtures and lock files be as long as they are', () => {
    const paths = ['content/articles/a.md', 'tests/fixtures/b.ts', 'package-lock.json', 'docs/guide.md'];
    expect(checkSizes(paths.map((path) => ({ path, text: 'x\n'.repeat(999) })))).toEqual([]);
  });

  it('reports the 31st file of a folder, tests and READMEs aside', () => {
    const files = Array.from({ length: 31 }, (_, index) => ({ path: `src/site/f${index}.ts`, text: '' }));
    const besides = [SITE_README, { path: 'src/site/f.test.ts', text: '' }];
    expect(checkSizes([...files.slice(1), ...besides])).toEqual([]);
    expect(checkSizes([...files, ...besides])).toEqual([
      { path: 'src/site', message: 'has 31 files; at most 30, split it by subject' },
    ]);
  });

  it('reports a folder of src without a README, once and not for those inside', () => {
    const paths = ['src/screens/home/hero.ts', 'src/screens/article/body.ts', 'src/server.ts'];
    expect(checkSizes(paths.map((path) => ({ path, text: '' })))).toEqual([
      {
        path: 'src/screens/README.md',
        message: 'is missing; say what lives there, what does not, what it may import',
      },
    ]);
  });
});
