import { describe, expect, it } from 'vitest';
import { checkAddresses } from './addresses.ts';

const PATH = 'src/server/headers.tsx';

describe('checkAddresses', () => {
  it.each([
    '/api/posts',
    '/category/seo',
    '/media/chart.png',
    '/social/seo.png',
    '/articles',
    '/articles?page=2',
    '/search',
    '/sitemap',
    '/sitemap.xml',
    '/digitalmarketingnews',
    '/digitalmarketingnews/inp',
    '/google-ads-coupon-codes',
    '/db-setup-help',
  ])('reports %s', (address) => {
    const message = `spells "${address}"; build it with src/site/addresses.ts`;
    expect(checkAddresses([{ path: PATH, text: `\nconst address = '${address}';` }])).toEqual([
      { path: PATH, line: 2, message },
    ]);
  });

  it.each([
    ['an attribute', 'const link = <a href="/api/posts">x</a>;'],
    ['a template', 'const url = `/api/posts`;'],
    ['a template after the origin', `const url = \`\${origin}/api/posts\`;`],
    ['a type', "type Path = '/api/posts';"],
    ['a key', "const handlers = { '/api/posts': listPosts };"],
  ])('sees %s', (_, text) => {
    const message = 'spells "/api/posts"; build it with src/site/addresses.ts';
    expect(checkAddresses([{ path: PATH, text }])).toEqual([{ path: PATH, line: 1, message }]);
  });

  it.each([
    'https://www.facebook.com/x',
    'https://twitter.com/x',
    'https://x.com/x',
    'see https://www.linkedin.com/',
  ])('reports %s outside of src/site', (url) => {
    const text = `const url = '${url}';`;
    expect(checkAddresses([{ path: 'src/site/site-info.ts', text }])).toEqual([]);
    expect(checkAddresses([{ path: 'src/ui/footer.tsx', text }])).toEqual([
      { path: 'src/ui/footer.tsx', line: 1, message: `spells "${url}"; take it from src/site` },
    ]);
  });

  it.each([
    ['src/site/addresses.ts', "const path = '/api/posts';"],
    ['src/site/legacy-paths.ts', "const path = '/category/seo';"],
    ['src/routes.ts', "const path = '/articles';"],
    ['src/contract/posts.ts', "const path = '/api/posts/:slug';"],
    ['src/server/pages.test.ts', "const path = '/articles';"],
    ['tests/e2e/search.test.ts', "const path = '/search?q=seo';"],
    [PATH, "import { x } from '../articles.ts'; const path = '/searching'; // '/api/posts'"],
    [PATH, "const isCall = /^\\/api\\//.test(path); const host = 'https://fox.com';"],
  ])('has nothing to say of %s: %s', (path, text) => {
    expect(checkAddresses([{ path, text }])).toEqual([]);
  });
});
