import fc from 'fast-check';
import { expect } from 'vitest';
import { type TestSite, test } from '../support/test-site.ts';

const SEED = 20_261_120;

/** The syntax of the search engine's query language and of SQL, and unusual letters. */
const SYNTAX = [
  ...'"\'`*^+-:(){}[];%_\\\0',
  ...'-- /* AND OR NOT NEAR( title: rowid MATCH ads reviews é ٣ 🦜 \u202e \u0301'.split(' '),
];
const syntax = fc
  .array(fc.constantFrom(...SYNTAX), { maxLength: 30 })
  .map((parts) => parts.join(''));
const spacedSyntax = fc
  .array(fc.constantFrom(...SYNTAX), { maxLength: 30 })
  .map((parts) => parts.join(' '));
const anyText = fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), syntax, spacedSyntax);
const number = fc.oneof(
  fc.integer().map(String),
  fc.double().map(String),
  fc.bigInt().map(String),
  fc.constantFrom(
    '',
    ' ',
    '٣',
    '0x10',
    '1e3',
    '9'.repeat(500),
    '-0',
    'NaN',
    'Infinity',
    '1;2',
    '1,2',
    '1\0',
  ),
);

const value = fc.oneof(number, anyText);

/** The place of the input, the input, and the expected statuses. */
const CASES: readonly (readonly [
  place: string,
  input: fc.Arbitrary<string>,
  statuses: readonly number[],
])[] = [
  ...[
    '/api/posts?categoryId=*',
    '/api/posts?subcategoryId=*',
    '/api/posts?page=*',
    '/api/posts?limit=*',
    '/api/posts/popular?limit=*',
    '/api/subcategories?categoryId=*',
    '/api/search?q=ads&page=*',
    '/api/search?q=ads&limit=*',
  ].map((place) => [place, value, [200, 400]] as const),
  ['/api/search?q=*', anyText, [200, 400]],
  ...['categories/', 'subcategories/', 'posts/', 'legacy-posts/', 'posts/1/', ''].map(
    (call) => [`/api/${call}*`, anyText, [200, 404]] as const,
  ),
  ['/api/posts/*/related', value, [200, 400, 404]],
  ['/api/posts/*/view', value, [204, 400, 404]],
  ...[
    '/',
    '/category/',
    '/seo/',
    '/seo/local-seo/',
    '/digitalmarketingnews/',
    '//',
    '/2013/05/',
  ].map((start) => [`${start}*`, anyText, [200, 301, 404]] as const),
  ...[
    '/?page=',
    '/articles?page=',
    '/seo?page=',
    '/search?q=ads&page=',
    '/search?q=',
    '/SEO?q=',
  ].map((start) => [`${start}*`, value, [200, 301, 404]] as const),
];

test.for(CASES)(
  'any input in %s gets an expected status',
  async ([place, input, statuses], { site }) => {
    await check(site, input, (text) => place.replace('*', () => encode(text)), statuses);
  },
);

const LONG_SEARCHES = [
  '"'.repeat(1_000),
  '*'.repeat(200),
  `((((${'('.repeat(80)}reviews) OR (`,
  '🦓'.repeat(100),
  'שלום עולם مرحبا '.repeat(12),
  Array.from({ length: 200 }, (_, place) => `word${place}`).join(' '),
  'a '.repeat(100),
  'the of and to a in is that for it you on with as are your this or at by not from',
  'reviews -a -b -c -"the of" -"of the" -"and to" -d -e -f -g -h -i -j -k -l -m -n',
  '"a" "b" "the of" "of the" "and a" "to the" "in the" "for the" "on the"',
  'antidisestablishmentarianismic'.repeat(6),
  'babbx cebbx dibbx fobbx gubbx habbx kebbx libbx mobbx nubbx pabbx rebbx sibbx tobbx',
  `zebra${'\u0301'.repeat(190)}`,
];

test.for(LONG_SEARCHES)(
  '%j gets an expected status from every part of the search',
  async (text, { site }) => {
    for (const path of ['/api/search', '/api/search/summary', '/api/search/suggestions', '/search'])
      expect([200, 400], path).toContain((await site.get(`${path}?q=${encode(text)}`)).statusCode);
  },
);

test('any names and number of parameters get an expected status', async ({ site }) => {
  const query = fc.array(fc.tuple(anyText, anyText), { maxLength: 20 });
  const format = (pairs: readonly (readonly [string, string])[]) =>
    `/api/posts?${pairs.map(([name, text]) => `${encode(name)}=${encode(text)}`).join('&')}`;
  await check(site, query, format, [200, 400]);
});

test('any path, encoded or not, gets an expected status', async ({ site }) => {
  const webUrl = fc.webUrl().map((url) => url.replace(/^https?:/, ''));
  const format = (rest: string) => `/${encodeURI(rest.toWellFormed()).replaceAll('#', '')}`;
  await check(site, fc.oneof(fc.webPath(), webUrl, anyText), format, [200, 301, 404]);
});

/** Requests every value; fails on another status and on a redirect to another site. */
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
