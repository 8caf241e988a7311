import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { type TestSite, test } from '../support/test-site.ts';

/** The same inputs in every run. */
const SEED = 20_261_120;

/** The syntax of the search engine's query language and of SQL, and unusual letters. */
const SYNTAX = [
  ...'"\'`*^+-:(){}[];%_\\\0',
  ...'-- /* AND OR NOT NEAR( title: rowid MATCH ads reviews é ٣ 🦜 \u202e \u0301'.split(' '),
];
const syntax = fc.array(fc.constantFrom(...SYNTAX), { maxLength: 30 }).map((parts) => parts.join(''));
const spacedSyntax = fc.array(fc.constantFrom(...SYNTAX), { maxLength: 30 }).map((parts) => parts.join(' '));
const anyText = fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), syntax, spacedSyntax);
const number = fc.oneof(
  fc.integer().map(String),
  fc.double().map(String),
  fc.bigInt().map(String),
  fc.constantFrom('', ' ', '٣', '0x10', '1e3', '9'.repeat(500), '-0', 'NaN', 'Infinity', '1;2', '1,2', '1\0'),
);

describe('whatever a call is asked, it answers what it is or says what it takes', () => {
  test('in the text to search for', async ({ site }) => {
    await check(site, anyText, (text) => `/api/search?q=${encode(text)}`, [200, 400]);
  });

  test.for([
    '/api/posts?categoryId=',
    '/api/posts?subcategoryId=',
    '/api/posts?page=',
    '/api/posts?limit=',
    '/api/posts/popular?limit=',
    '/api/subcategories?categoryId=',
    '/api/search?q=ads&page=',
    '/api/search?q=ads&limit=',
  ])('in the value of %s', async (url, { site }) => {
    await check(site, fc.oneof(number, anyText), (value) => url + encode(value), [200, 400]);
  });

  test.for([
    '/api/categories/',
    '/api/subcategories/',
    '/api/posts/',
    '/api/legacy-posts/',
    '/api/posts/1/',
    '/api/',
  ])('in the path after %s', async (url, { site }) => {
    await check(site, anyText, (name) => url + encode(name), [200, 404]);
  });

  test.for(['related', 'view'])('in the id of an article to be asked for its %s', async (what, { site }) => {
    await check(
      site,
      fc.oneof(number, anyText),
      (id) => `/api/posts/${encode(id)}/${what}`,
      [200, 204, 400, 404],
    );
  });

  test('in the names and number of its parameters', async ({ site }) => {
    const query = fc.array(fc.tuple(anyText, anyText), { maxLength: 20 });
    const format = (pairs: readonly (readonly [string, string])[]) =>
      `/api/posts?${pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')}`;
    await check(site, query, format, [200, 400]);
  });
});

describe('whatever address a reader comes to, it is a page, a redirect within the site, or not there', () => {
  test.for(['/', '/category/', '/seo/', '/seo/local-seo/', '/digitalmarketingnews/', '//', '/2013/05/'])(
    'with anything after %s',
    async (start, { site }) => {
      await check(site, anyText, (rest) => start + encode(rest), [200, 301, 404]);
    },
  );

  test('with anything, encoded or not', async ({ site }) => {
    const raw = fc.oneof(
      fc.webPath(),
      fc.webUrl().map((url) => url.replace(/^https?:/, '')),
      anyText,
    );
    await check(
      site,
      raw,
      (rest) => `/${encodeURI(rest.toWellFormed()).replaceAll('#', '')}`,
      [200, 301, 404],
    );
  });

  test.for(['/?page=', '/articles?page=', '/seo?page=', '/search?q=ads&page=', '/search?q=', '/SEO?q='])(
    'with anything as the value of %s',
    async (url, { site }) => {
      await check(site, fc.oneof(number, anyText), (value) => url + encode(value), [200, 301, 404]);
    },
  );
});

/** Asks with every value; an answer outside of `expected` fails, and so does a redirect that leaves the site. */
async function check<Value>(
  site: TestSite,
  values: fc.Arbitrary<Value>,
  formatUrl: (value: Value) => string,
  expected: readonly number[],
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(values, async (value) => {
      const { statusCode, headers } = await site.get(formatUrl(value));
      expect(expected).toContain(statusCode);
      if (statusCode === 301) expect(String(headers.location)).toMatch(/^\/(?![/\\])/);
    }),
    { seed: SEED, numRuns: 60 },
  );
}

/** Percent-encoded, as browsers send it. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
