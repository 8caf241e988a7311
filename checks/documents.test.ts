import { describe, expect, it } from 'vitest';
import { checkDocuments } from './documents.ts';

const TREE = [
  { path: '.gitignore', text: 'dist/\ndata/\n*.log\n' },
  {
    path: 'package.json',
    text: '{"scripts": {"start": "x", "dev": "x"}, "dependencies": {"react-dom": "1"}}',
  },
  { path: 'public/favicon.svg', text: '' },
  { path: 'src/site/addresses.ts', text: '' },
];

describe('checkDocuments', () => {
  it.each([
    ['README.md', '`src/site/adresses.ts`', 'src/site/adresses.ts'],
    ['README.md', '`src/sight/`', 'src/sight/'],
    ['README.md', '`addresses.ts`', 'addresses.ts'],
    ['README.md', '`content/seo/x.md:4`', 'content/seo/x.md'],
    ['README.md', '| `src/nowhere` |\n| - |', 'src/nowhere'],
    ['README.md', '[the map](ARCHITECTURE.md#ranks)', 'ARCHITECTURE.md'],
    ['README.md', '![a picture](docs/picture.png)', 'docs/picture.png'],
    ['docs/decisions/001-x.md', '[code](src/site/addresses.ts)', 'src/site/addresses.ts'],
    ['src/site/README.md', '`../store/sync.ts`', '../store/sync.ts'],
  ])('reports in %s: %s', (path, text, name) => {
    expect(checkDocuments([...TREE, { path, text: `# Title\n\n${text}\n` }])).toEqual([
      { path, line: 3, message: `names ${name}, which does not exist` },
    ]);
  });

  it('reports a script that package.json does not have', () => {
    const text = '```sh\nnpm start\nnpm run dev\nnpm run deploy\nnpm test\n```\n';
    expect(checkDocuments([...TREE, { path: 'README.md', text }])).toEqual([
      { path: 'README.md', line: 4, message: 'names the script "deploy", which does not exist' },
      { path: 'README.md', line: 5, message: 'names the script "test", which does not exist' },
    ]);
  });

  it.each([
    ['README.md', '`src/site/addresses.ts`, `src/site/addresses.ts:4`, `src/site/`, `src`, `package.json`'],
    ['README.md', '[code](src/site/addresses.ts#L4), [folder](./src/site/), ![icon](public/favicon.svg)'],
    ['src/site/README.md', '`addresses.ts`, `../site/addresses.ts`, [code](addresses.ts)'],
    ['docs/decisions/001-x.md', '[code](../../src/site/addresses.ts), `src/site/addresses.ts`'],
    [
      'README.md',
      '`content/{category}/x.md`, `docs/NNN-title.md`, `src/*.ts`, `<slug>.md`, `a/…`, `src/.../x.ts`',
    ],
    [
      'README.md',
      '`/articles`, `GET /api/posts`, `text/html`, `react-dom/server`, `node:fs/promises`, `@a/b`',
    ],
    [
      'README.md',
      '`dist/server.js`, `data/index.sqlite`, `SITE_URL`, `and`, [site](https://a.example/b.md), [up](#top)',
    ],
    ['README.md', 'src/nowhere.ts in plain words'],
    ['content/articles/seo/x.md', '`src/nowhere.ts`'],
    ['src/site/notes.ts', '`src/nowhere.ts`'],
  ])('has nothing to say of %s: %s', (path, text) => {
    expect(checkDocuments([...TREE, { path, text }])).toEqual([]);
  });
});
