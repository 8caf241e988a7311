import { expect, test, vi } from 'vitest';
import type { Post } from '../../packages/marketing-workbench/src/site/entities.ts';
import { createTestSite, READER, type TestSite } from '../support/test-site.ts';

const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

test('a view answers 204 without a body, uncached', async () => {
  await using site = await createTestSite();
  const { statusCode, headers, body } = await view(site);
  expect([statusCode, body, headers['cache-control']]).toEqual([204, '', 'no-store']);
  for (const name of ['etag', 'set-cookie']) expect(headers).not.toHaveProperty(name);
});

test('visitors differ by address and by browser, and their views are kept through a restart', async () => {
  await using site = await createTestSite();
  await view(site, { remoteAddress: '192.0.2.1' });
  await view(site, { remoteAddress: '192.0.2.2' });
  await view(site, { remoteAddress: '192.0.2.2', userAgent: `${READER} Other/1.0` });
  expect(await countViews(site)).toBe(3);
  await site.restart();
  expect(await countViews(site)).toBe(3);
});

test('views wait while they can’t be written, one line is logged, and they count once they can', async () => {
  await using site = await createTestSite();
  site.store.state.exec('PRAGMA query_only = ON');
  for (const id of [1, 1, 2]) expect((await view(site, { id })).statusCode).toBe(204);
  expect(site.takeLog()).toEqual([
    'Views, searches and dead addresses wait in memory: attempt to write a readonly database. Check the disk of DATA_DIR, and that this account may write there; counting goes on by itself.',
  ]);
  site.store.state.exec('PRAGMA query_only = OFF');
  await vi.waitFor(async () => expect(await countViews(site)).toBe(1));
  expect((await view(site, { id: 3 })).statusCode).toBe(204);
  expect(site.takeLog()).toEqual(['Views, searches and dead addresses are written again.']);
});

test('an event that the state refuses is named, and does not keep others from being counted', async () => {
  await using site = await createTestSite();
  site.store.state.exec(`CREATE TRIGGER refuse BEFORE INSERT ON day_counts WHEN new.name = 'google.com'
    BEGIN SELECT raise(ABORT, 'not this one'); END`);
  const answers = ['?from=https://google.com', '?from='].map((query) =>
    site.request({
      url: `/api/posts/1/view${query}`,
      headers: { 'user-agent': `${READER} Other/${query.length}` },
    }),
  );
  expect((await Promise.all(answers)).map(({ statusCode }) => statusCode)).toEqual([204, 204]);
  expect(await countViews(site)).toBe(1);
  expect(site.takeLog()).toEqual(['A view is not counted: not this one.']);
});

test.for<
  [name: string, headers: Record<string, string>, views: number | undefined, method?: 'HEAD']
>([
  ['a bot', { 'user-agent': GOOGLEBOT }, undefined],
  ['a prefetch', { 'sec-purpose': 'prefetch' }, undefined],
  ['a prerender', { 'sec-purpose': 'prefetch;prerender' }, undefined],
  ['a prefetch with the old header', { purpose: 'prefetch' }, undefined],
  ['a HEAD request', {}, undefined, 'HEAD'],
  ['a cross-site request', { 'sec-fetch-site': 'cross-site' }, undefined],
  ['a same-site request', { 'sec-fetch-site': 'same-site' }, undefined],
  ['a request typed by the user', { 'sec-fetch-site': 'none' }, undefined],
  ['an empty Sec-Fetch-Site', { 'sec-fetch-site': '' }, undefined],
  ['a same-origin request', { 'sec-fetch-site': 'same-origin' }, 1],
])('%s gets 204 and counts as expected', async ([, headers, views, method]) => {
  await using site = await createTestSite();
  const { statusCode } = await site.request({
    method: method ?? 'GET',
    url: '/api/posts/1/view',
    headers: { 'user-agent': READER, ...headers },
  });
  expect(statusCode).toBe(204);
  expect(await countViews(site)).toBe(views);
});

test.for([
  [0, 1],
  [1, 3],
  [2, 2],
  [['10.0.0.0/8'], 3],
  [['10.0.0.0/8', '192.0.2.0/24'], 2],
  [['10.0.0.2'], 1],
] as const)(
  'with TRUST_PROXY %j, X-Forwarded-For shows %i visitors',
  async ([trustProxy, views]) => {
    await using site = await createTestSite({ trustProxy });
    for (const pair of ['1, 192.0.2.1', '2, 192.0.2.2', '2, 192.0.2.3'])
      await view(site, { remoteAddress: '10.0.0.1', forwarded: `203.0.113.${pair}` });
    expect(await countViews(site)).toBe(views);
  },
);

test('the number of views is in every list and in the sidebar; a page request is no view', async () => {
  await using site = await createTestSite();
  await site.get('/google-ads/google-search/keyword-match-types');
  expect(await countViews(site)).toBeUndefined();
  await view(site);
  for (const url of [
    '/api/posts',
    '/api/posts?categoryId=1',
    '/api/posts/popular',
    '/api/search?q=match',
  ])
    expect((await site.read<readonly Post[]>(url)).find(({ id }) => id === 1)?.popular).toBe(1);
  expect((await site.get('/seo/local-seo/ask-for-reviews')).body).toContain('>1 view<');
});

type View = {
  readonly id?: number;
  readonly remoteAddress?: string;
  readonly userAgent?: string;
  readonly forwarded?: string;
};

function view(site: TestSite, { id = 1, remoteAddress = '192.0.2.1', ...said }: View = {}) {
  const { userAgent = READER, forwarded } = said;
  const headers = {
    'user-agent': userAgent,
    ...(forwarded !== undefined && { 'x-forwarded-for': forwarded }),
  };
  return site.request({ url: `/api/posts/${id}/view`, remoteAddress, headers });
}

/** Undefined for an article never viewed. */
async function countViews(site: TestSite): Promise<number | undefined> {
  return (await site.read<Post>('/api/posts/keyword-match-types')).popular;
}
