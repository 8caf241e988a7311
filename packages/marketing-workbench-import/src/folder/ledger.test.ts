import { expect, test } from 'vitest';
import { createSource, createSourceImport } from '../../../../tests/support/imported-site.ts';
import { formatHtmlReport } from '../report.ts';

const CATEGORIES = [
  { slug: 'bread', name: 'Bread' },
  { slug: 'rye', name: 'Rye & Spelt', parent: 'bread' },
  { slug: 'shop', name: 'Our shop' },
];

function createBakery() {
  const source = createSource(
    [
      {
        id: 'a',
        categories: ['rye', 'bread', 'shop'],
        tags: ['C++', 'C#', 'C', '.NET', 'NET', '!!!'],
        authors: ['ann'],
        comments: 3,
        body: '<p>See <a href="/nowhere/">this</a>.</p><form>Write</form>',
      },
      { id: 'b', categories: ['shop'], tags: ['C#'], status: 'draft' },
    ],
    {},
    {
      redirects: [
        { from: '/x/', to: '/2015/a/' },
        { from: '/y/', to: '/gone/' },
      ],
      losses: [{ what: 'menus', count: 2, example: 'Top' }],
    },
  );
  return { ...source, site: { ...source.site, categories: CATEGORIES } };
}

test('everything that came in is counted, and what was not carried over has an example', async () => {
  const { load, read } = createSourceImport();
  const report = await load(createBakery());
  const rows = report.ledger.map(({ what, came, carried, example }) => [
    what,
    came,
    carried,
    example,
  ]);
  expect(rows).toEqual([
    ['articles that are no drafts', 2, 0, 'articles/bread/rye/a.md'],
    ['further categories, which became tags', 1, 0, 'Our shop of “Text a”'],
    ['tags of articles', 8, 7, '!!! of “Text a”'],
    ['authors', 1, 1, undefined],
    ['redirects', 2, 0, '/x/ → /2015/a/'],
    ['comments', 3, 0, undefined],
    ['words in texts', 4, 4, undefined],
    ['links in texts', 1, 0, 'articles/bread/rye/a.md'],
    ['menus', 2, 0, 'Top'],
  ]);
  expect(read('articles/bread/rye/a.md')).toContain(
    'tags:\n  - C plus plus\n  - C sharp\n  - C\n  - dot NET\n  - NET\n  - Our shop\n',
  );
  const html = [...formatHtmlReport(report)].join('');
  expect(html).toContain('<th scope="row">menus<td>2<td>0<td>2<td class="words">Top');
});
