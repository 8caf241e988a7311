import { expect, test } from 'vitest';
import {
  listDayCounts,
  mapSearchedWords,
} from '../../packages/marketing-workbench/src/store/counts/day-counts.ts';
import { formatArticle } from '../support/content-folder.ts';
import { compileFiles } from '../support/content-shapes.ts';
import { createTestSite, READER, type TestSite } from '../support/test-site.ts';

const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

type Reader = { readonly address?: string; readonly headers?: Readonly<Record<string, string>> };

/** Sends the call that counts; resolves to its status. */
async function send(
  site: TestSite,
  of: number | 'none',
  query = '',
  reader: Reader = {},
): Promise<number> {
  const { address = '192.0.2.1', headers = {} } = reader;
  const { statusCode } = await site.request({
    url: `/api/posts/${of}/view${query}`,
    remoteAddress: address,
    headers: { 'user-agent': READER, ...headers },
  });
  return statusCode;
}

/** The counts of all days, such as `view seo-audit 3`. */
function listCounts(site: TestSite): readonly string[] {
  return listDayCounts(site.store, 0).map(({ kind, name, host, count }) =>
    [kind, name, host, count].filter((part) => part !== '').join(' '),
  );
}

test('a view counts for its article and its source, and a visitor once for each source', async () => {
  await using site = await createTestSite();
  const from = `?from=${encodeURIComponent('https://www.Google.com/')}`;
  await send(site, 1, from);
  await send(site, 2, from);
  await send(site, 1, from, { address: '192.0.2.2' });
  await send(site, 3, '?from=');
  await send(site, 4);
  await send(site, 4, '?from=&source=June%20%20News', { address: '192.0.2.2' });
  expect(listCounts(site)).toEqual([
    'source-view direct 1',
    'source-view google.com 3',
    'source-view utm:june news 1',
    'source-visitor direct 1',
    'source-visitor google.com 2',
    'source-visitor utm:june news 1',
    ...listViews(site),
  ]);
  expect(listViews(site)).toContain('view keyword-match-types 2');
});

function listViews(site: TestSite): readonly string[] {
  return listCounts(site).filter((line) => line.startsWith('view '));
}

test('the words of a search are stored once three visitors asked for them, the results last seen with them', async () => {
  await using site = await createTestSite();
  for (const [number, words] of ['Café  Ads', 'café ads', 'CAFÉ ADS'].entries()) {
    expect([...mapSearchedWords(site.store).values()]).toEqual([]);
    const query = `?q=${encodeURIComponent(words)}&results=${number}`;
    await send(site, 'none', query, { address: `192.0.2.${number}` });
    await send(site, 'none', query, { address: `192.0.2.${number}` });
  }
  await send(site, 'none', `?q=${encodeURIComponent('café ads')}&opened=true`);
  const [[hash, words] = []] = mapSearchedWords(site.store);
  expect(words).toEqual({ words: 'café ads', results: 2 });
  expect(listCounts(site)).toEqual([`search ${hash} 3`, `search-opened ${hash} 1`]);
});

test('a visitor of three days is three visitor-days', async () => {
  await using site = await createTestSite({ now: '2026-06-01T12:00:00Z' });
  for (const day of [1, 2, 3]) {
    site.setTime(`2026-06-0${day}T12:00:00Z`);
    await send(site, 'none', '?q=budget&results=4');
  }
  expect([...mapSearchedWords(site.store).values()]).toEqual([{ words: 'budget', results: 4 }]);
});

test('days beyond those that are kept are deleted, and a clock that jumps ahead deletes no more', async () => {
  await using site = await createTestSite({
    records: await compileFiles({ ...FILES, 'site.yaml': 'counting: { daysKept: 1 }' }),
    now: '2026-06-01T12:00:00Z',
  });
  for (const day of [1, 2, 3]) {
    site.setTime(`2026-06-0${day}T12:00:00Z`);
    await send(site, 'none', `?missing=/${day}`);
  }
  expect(listCounts(site)).toEqual(['missing /2 1', 'missing /3 1']);
  site.setTime('2036-06-04T12:00:00Z');
  for (const path of ['/4', '/5']) await send(site, 'none', `?missing=${path}`);
  expect(listCounts(site)).toEqual(['missing /3 1', 'missing /4 1', 'missing /5 1']);
});

test('an address without a page counts with the host that led there, robots apart', async () => {
  await using site = await createTestSite();
  const query = `?missing=/old-page?x=1&from=${encodeURIComponent('https://forum.example/t/1')}`;
  await send(site, 'none', query);
  await send(site, 'none', '?missing=/old-page', { address: '192.0.2.2' });
  await send(site, 'none', '?missing=/old-page', { headers: { 'user-agent': GOOGLEBOT } });
  expect(listCounts(site)).toEqual([
    'missing /old-page 1',
    'missing /old-page forum.example 1',
    'missing-robot /old-page 1',
  ]);
});

test.each([
  ['Do Not Track', { dnt: '1' }],
  ['Global Privacy Control', { 'sec-gpc': '1' }],
])('nothing is counted of a reader with %s', async (_, headers) => {
  await using site = await createTestSite();
  for (const [of, query] of [
    [1, '?from='],
    ['none', '?q=budget'],
    ['none', '?missing=/x'],
  ] as const)
    expect(await send(site, of, query, { headers })).toBe(204);
  expect(listCounts(site)).toEqual([]);
});

test.each([
  '?q=ada@example.com',
  '?q=call%20%2B49%2030%20123456',
  '?missing=/unsubscribe/ada@example.com',
  '?missing=/unsubscribe/ada%252540example.com',
  '?missing=/preview/a-draft/1764500000/signature',
  '?missing=/a%00b',
  '?q=a%00b',
  `?missing=/${'x'.repeat(300)}`,
])('%s, which may hold something about a person, or is long, is not counted', async (query) => {
  await using site = await createTestSite();
  expect(await send(site, 'none', query)).toBe(204);
  expect(listCounts(site)).toEqual([]);
});

test.each([
  ['none', '', 'With none, the call takes what was searched for in q, or an address in missing.'],
  ['none', '?q=', 'q is missing or blank; it takes the words to search for.'],
  ['none', '?q=ads&results=-1', 'results is invalid; it takes a whole number from 0 to 1000000.'],
  ['none', '?q=ads&opened=yes', 'opened is invalid; it takes true, or is left out.'],
  ['none', '?missing=old', 'missing is missing; it takes a path such as /seo/local-seo.'],
  [
    '1',
    '?from=google',
    'from is invalid; it takes the address of the page that led here, such as https://www.example.com/, or nothing.',
  ],
  ['0', '', 'id is invalid; it takes a whole number from 1.'],
])('a call for %s with %j answers 400 and counts nothing', async (of, query, message) => {
  await using site = await createTestSite();
  const { statusCode, body } = await site.get(`/api/posts/${of}/view${query}`);
  expect([statusCode, body]).toEqual([400, expect.stringContaining(message)]);
  expect(listCounts(site)).toEqual([]);
});

test('an address that redirects, is gone on purpose or is that of an article is not counted as missing', async () => {
  const rows =
    '- { from: /old, to: /seo/local-seo/base-article }\n- { from: /gone, status: 410 }\n';
  await using site = await createTestSite({
    records: await compileFiles({ ...FILES, 'redirects.yaml': rows }),
  });
  for (const path of [
    '/old',
    '/gone',
    '/seo/local-seo/base-article',
    '/older',
    '/seo/a/base-article-2',
  ])
    await send(site, 'none', `?missing=${path}`);
  expect(listCounts(site)).toEqual(['missing /older 1', 'missing /seo/a/base-article-2 1']);
});

const FILES = {
  'articles/seo/local-seo/base-article.md': formatArticle(),
  'pages/privacy.md': '---\ntitle: Privacy\n---\n\n## Counted\n\n::what-is-counted\n',
};

test.each([
  [
    'only the views of one day',
    'counting: { daysKept: 1, sources: false, searches: false, missing: false }\nanalytics: { service: matomo, host: count.example, id: 1 }',
    ['view base-article 1'],
    [
      'deleted after 1 day, at the next count',
      'Besides, Matomo counts visits',
      'from count.example, which',
      'search for are answered and not stored',
    ],
    ['utm_source', 'Addresses without a page'],
  ],
  [
    'sources, searches and missing addresses, of which all but one of a day are added up',
    'counting: { rowsPerDay: 1 }',
    [
      'missing 1',
      'missing /a 1',
      `search 1`,
      expect.stringMatching(/^search [\da-f]{16} 1$/),
      'source-view google.com 1',
      'source-visitor google.com 1',
      'view base-article 1',
    ],
    ['deleted after 400 days', 'utm_source', 'Addresses without a page', 'stored as a checksum'],
    ['search for are answered and not stored', 'Besides, '],
  ],
])('the settings decide what is counted and what a page says of it: %s', async (...expected) => {
  const [, counting, counts, said, unsaid] = expected;
  await using site = await createTestSite({
    records: await compileFiles({ ...FILES, 'site.yaml': counting }),
  });
  for (const query of ['?q=budget', '?q=bids', '?missing=/a', '?missing=/b'])
    await send(site, 'none', query);
  await send(site, 1, '?from=https://google.com/');
  expect(listCounts(site)).toEqual(counts);
  const { body } = await site.get('/privacy');
  for (const words of said) expect(body).toContain(words);
  for (const words of unsaid) expect(body).not.toContain(words);
  expect(body).not.toContain('what-is-counted');
});
