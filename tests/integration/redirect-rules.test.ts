import { describe, expect } from 'vitest';
import { protectAddresses } from '../../packages/marketing-workbench/src/publishing/vanished-addresses.ts';
import type { ContentRecord } from '../../packages/marketing-workbench/src/site/records.ts';
import { compileFolder } from '../support/compile-folder.ts';
import {
  COMPILED_AT as CONTENT_NOW,
  formatArticle,
  listContentFindings,
  writeContentFolder,
} from '../support/content-folder.ts';
import { readPage } from '../support/page.ts';
import { createContent, daysAgo, NOW } from '../support/records.ts';
import { REDIRECT_ROWS } from '../support/redirect-rows.ts';
import { syncStore } from '../support/sync-store.ts';
import { createTestSite, test } from '../support/test-site.ts';

async function compile(files: Readonly<Record<string, string>>): Promise<readonly ContentRecord[]> {
  const { records, problems } = await compileFolder(await writeContentFolder(files), CONTENT_NOW);
  expect(problems).toEqual([]);
  return records;
}

test('every row redirects in one hop, in any spelling', async () => {
  await using site = await createTestSite({
    records: await compile({ 'redirects.yaml': REDIRECT_ROWS }),
  });
  for (const [url, status, location] of [
    ['/old-page', 301, '/google-ads-coupon-codes'],
    ['/OLD-page/', 301, '/google-ads-coupon-codes'],
    ['/old-page?utm_source=x', 301, '/google-ads-coupon-codes?utm_source=x'],
    ['/old-for-now.html', 302, '/seo'],
    ['/old-blog', 301, '/articles'],
    ['/old-blog/2014/05/anything', 301, '/articles'],
    ['/old-blog/kept', 301, '/seo/local-seo'],
    ['/old-ads/Google-Search/', 301, '/google-ads/google-search'],
    ['/elsewhere?a=1', 301, 'https://shop.example/new?a=1#top'],
    ['/old-shop/bags/red', 301, 'https://shop.example/bags/red'],
    ['/old-feed', 301, '/feed.xml'],
  ] as const) {
    const answer = await site.get(url);
    expect([url, answer.statusCode, answer.headers.location]).toEqual([url, status, location]);
    if (location.startsWith('/')) expect((await site.get(location)).statusCode).toBe(200);
  }
  const gone = await site.get('/old-course');
  expect([gone.statusCode, readPage(gone).robots]).toEqual([410, 'noindex, follow']);
});

test('a row with a query redirects that query alone, and the target gets what else was asked', async () => {
  const rows = `
- { from: "/?p=123", to: /seo }
- { from: "/?p=124", to: /articles }
- { from: "/index.php?id=7&option=com_content", to: "/seo/local-seo#top" }
- { from: "/blog?page_id=9", status: 410 }
- { from: /blog, to: /articles }`;
  await using site = await createTestSite({ records: await compile({ 'redirects.yaml': rows }) });
  // The page at that path is in the cache before its queries are asked for.
  for (const url of ['/', '/?utm_source=x']) expect((await site.get(url)).statusCode).toBe(200);
  for (const [url, status, location] of [
    ['/?p=123', 301, '/seo'],
    ['/?p=123', 301, '/seo'],
    ['/?utm_source=x&p=124', 301, '/articles?utm_source=x'],
    ['/?p=125', 200, undefined],
    ['/?p=', 200, undefined],
    ['/index.php?option=com_content&id=7', 301, '/seo/local-seo#top'],
    ['/index.php?id=7', 404, undefined],
    ['/Blog/?page_id=9', 410, undefined],
    ['/blog?page_id=10', 301, '/articles?page_id=10'],
  ] as const) {
    const answer = await site.get(url);
    expect([url, answer.statusCode, answer.headers.location]).toEqual([url, status, location]);
  }
  expect(await site.read(`/api/redirects?path=${encodeURIComponent('/?p=123')}`)).toEqual([
    { status: 301, to: '/seo' },
  ]);
});

test('the browser’s router gets a rule by a call', async () => {
  await using site = await createTestSite({
    records: await compile({ 'redirects.yaml': REDIRECT_ROWS }),
  });
  expect(await site.read('/api/redirects?path=%2Fold-page')).toEqual([
    { status: 301, to: '/google-ads-coupon-codes' },
  ]);
  expect(await site.read('/api/redirects?path=%2Fseo')).toEqual([]);
  expect((await site.get('/api/redirects')).statusCode).toBe(400);
});

test('an article’s aliases redirect to it from its publication on', async () => {
  const later = formatArticle({
    title: 'Later',
    publishedAt: '2025-07-01',
    aliases: undefined,
  }).replace('---\n', '---\naliases: ["/was-here"]\n');
  const records = await compile({ 'articles/seo/local-seo/later.md': later });
  await using site = await createTestSite({ records, now: '2025-06-30T23:59:59.999Z' });
  expect((await site.get('/was-here')).statusCode).toBe(404);
  site.setTime('2025-07-01T00:00:00.000Z');
  const { statusCode, headers } = await site.get('/was-here');
  expect([statusCode, headers.location]).toEqual([301, '/seo/local-seo/later']);
});

describe('a row is refused', () => {
  test.for([
    [
      '{ from: /seo, to: /articles }',
      'from /seo is an existing page; remove the redirect or the page',
    ],
    ['{ from: /a, to: /a }', 'from /a leads to itself; write another to'],
    [
      '{ from: /a, to: /b }, { from: /b, to: /seo }',
      'from /a leads to /b, which is redirected itself; write /seo',
    ],
    [
      '{ from: /a, to: /b }, { from: /b, to: /c }, { from: /c, to: /seo }',
      'from /a leads to /b, which is redirected itself; write /seo',
    ],
    [
      '{ from: /a, to: /b }, { from: /b, to: /a }',
      'from /a leads to /b, which leads back to it; remove one of the rows',
    ],
    [
      '{ from: /a, to: /nothing }',
      'from /a leads to /nothing, which is not a page; write the address of one',
    ],
    [
      '{ from: /a, to: /seo }, { from: /A/, to: /seo }',
      'from /A/ is redirected already by content/redirects.yaml:1; remove one of the two',
    ],
    [
      '{ from: /a, to: /seo/locl-seo }',
      'from /a leads to /seo/locl-seo, which is not a page; did you mean /seo/local-seo?',
    ],
    ['{ from: /a }', 'from /a has no target; write to, or status: 410 if it is gone for good'],
    [
      '{ from: /a, to: /seo, status: 410 }',
      'from /a has a target and status 410; remove one of the two',
    ],
    [
      '{ from: /api/old, to: /seo }',
      'from /api/old is reserved for files and calls; remove the redirect',
    ],
    [
      '{ from: a, to: /seo }',
      'from in redirect 1 is not a path; write the old path, such as /old-page or /?p=123',
    ],
    [
      '{ from: "/a?p=1", to: /seo, match: prefix }',
      'from /a?p=1 has a query, so it can’t be a prefix; leave match out',
    ],
    [
      '{ from: "/?b=1&p=1", to: /seo }, { from: "/?p=1&b=1", to: /articles }',
      'from /?p=1&b=1 is redirected already by content/redirects.yaml:1; remove one of the two',
    ],
    [
      '{ from: /a, to: "javascript:x" }',
      'to in redirect 1 is not a valid address; write a path such as /seo/local-seo, or a whole address with https://',
    ],
  ] as const)('%s', async ([rows, message]) => {
    const problems = await listContentFindings({ 'redirects.yaml': `[${rows}]` });
    expect(problems.map((problem) => problem.replace(/^\S+ /, ''))).toContain(message);
  });
});

test('a misspelt key is one problem, which names its row', async () => {
  const rows = '{ from: /a, to: /seo },\n{ form: /b, to: /seo }';
  expect(await listContentFindings({ 'redirects.yaml': `[${rows}]` })).toEqual([
    'content/redirects.yaml:2 `form` in redirect 2: did you mean `from`?',
  ]);
});

test('all problems of the rows are reported at once', async () => {
  const rows = '{ from: a, to: /seo },\n{ from: /a, to: /nothing },\n{ from: /b, status: 303 }';
  expect(await listContentFindings({ 'redirects.yaml': `[${rows}]` })).toEqual([
    expect.stringContaining('from in redirect 1 is not a path'),
    expect.stringContaining('from /a leads to /nothing, which is not a page'),
    expect.stringContaining('status in redirect 3 is not a redirect status'),
  ]);
});

describe('an article that would disappear', () => {
  const before = createContent({ slug: 'kept' }, { slug: 'gone', publishedAt: daysAgo(3) });
  const after = createContent({ slug: 'kept', subcategory: 'link-building' });

  test('stops the publication with an instruction; a moved article does not', async () => {
    await using site = await createTestSite({ records: before });
    const { problems } = protectAddresses(site.store, after, { now: NOW, allowGone: false });
    expect(problems).toEqual([
      expect.stringContaining(
        'write "- from: /seo/local-seo/gone" with "to: …" below it in redirects.yaml',
      ),
    ]);
  });

  test('may disappear if a redirect replaces it', async () => {
    await using site = await createTestSite({ records: before });
    const redirects = [
      { from: '/seo/local-seo/gone', isPrefix: false, status: 301, to: '/seo', activeFrom: 0 },
    ] as const;
    const records = [...after, { kind: 'redirects', slug: 'redirects', redirects } as const];
    expect(protectAddresses(site.store, records, { now: NOW, allowGone: false })).toEqual({
      problems: [],
      records,
      retired: [],
      notices: [],
    });
  });

  test('answers 410 after it was allowed, and is not reported again', async () => {
    await using site = await createTestSite({ records: before });
    for (const allowGone of [true, false]) {
      const { problems, records } = protectAddresses(site.store, after, { now: NOW, allowGone });
      expect(problems).toEqual([]);
      syncStore(site.store, records, NOW);
      expect((await site.get('/seo/local-seo/gone')).statusCode).toBe(410);
    }
    expect((await site.get('/seo/local-seo/kept')).headers.location).toBe(
      '/seo/link-building/kept',
    );
  });
});

test('an empty file of redirects has none', async () => {
  const records = await compile({ 'redirects.yaml': '# nothing yet\n' });
  expect(records.filter(({ kind }) => kind === 'redirects')).toEqual([]);
});
