import { describe, expect } from 'vitest';
import type { Post } from '../../src/site/entities.ts';
import { takeConsoleLines } from '../support/console-lines.ts';
import { createContent, createPostRecord } from '../support/records.ts';
import { createTestSite, READER, type TestSite, test } from '../support/test-site.ts';

const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

describe('GET /api/posts/{id}/view', () => {
  test('answers 204 without a body, never to be kept', async () => {
    await using site = await createTestSite();
    const { statusCode, headers, body } = await view(site);
    expect(statusCode).toBe(204);
    expect(body).toBe('');
    expect(headers['cache-control']).toBe('no-store');
    expect(headers).not.toHaveProperty('etag');
    expect(headers).not.toHaveProperty('set-cookie');
  });

  test('counts a visitor once per article and day', async () => {
    await using site = await createTestSite({ now: '2026-11-20T00:00:00Z' });
    await view(site);
    await view(site);
    site.setTime('2026-11-20T23:59:59.999Z');
    await view(site);
    expect(await countViews(site)).toBe(1);
    site.setTime('2026-11-21T00:00:00Z');
    await view(site);
    expect(await countViews(site)).toBe(2);
  });

  test('counts each article by itself', async () => {
    await using site = await createTestSite();
    await view(site, { id: 1 });
    await view(site, { id: 2 });
    expect(await countViews(site, 'keyword-match-types')).toBe(1);
    expect(await countViews(site, 'google-ads-budget')).toBe(1);
  });

  test('tells visitors apart by their address and their browser', async () => {
    await using site = await createTestSite();
    await view(site, { remoteAddress: '192.0.2.1' });
    await view(site, { remoteAddress: '192.0.2.2' });
    await view(site, { remoteAddress: '192.0.2.2', userAgent: `${READER} Other/1.0` });
    expect(await countViews(site)).toBe(3);
  });

  test('counts a view that could not be written when it comes again, and says so in one line', async () => {
    await using site = await createTestSite();
    site.store.state.exec('PRAGMA query_only = ON');
    for (const id of [1, 1, 2]) expect((await view(site, { id })).statusCode).toBe(204);
    expect(takeConsoleLines()).toEqual([
      'Views are not counted: attempt to write a readonly database. Look at the disk of DATA_DIR; they count again by themselves.',
    ]);
    site.store.state.exec('PRAGMA query_only = OFF');
    expect((await view(site, { id: 1 })).statusCode).toBe(204);
    expect(await countViews(site)).toBe(1);
  });

  test.for([
    ['a bot', { 'user-agent': GOOGLEBOT }],
    ['a program without a name', { 'user-agent': '' }],
    ['a prefetch', { 'sec-purpose': 'prefetch' }],
    ['a prerender', { 'sec-purpose': 'prefetch;prerender' }],
    ['a prefetch in the old form', { purpose: 'prefetch' }],
  ] as const)('never counts %s, and answers 204 all the same', async ([, headers]) => {
    await using site = await createTestSite();
    const { statusCode } = await site.get('/api/posts/1/view', headers);
    expect(statusCode).toBe(204);
    expect(await countViews(site)).toBeUndefined();
  });

  test('never counts one who asks for the head alone', async () => {
    await using site = await createTestSite();
    const { statusCode } = await site.request({
      method: 'HEAD',
      url: '/api/posts/1/view',
      headers: { 'user-agent': READER },
    });
    expect(statusCode).toBe(204);
    expect(await countViews(site)).toBeUndefined();
  });

  test.for([
    ['cross-site', undefined],
    ['same-site', undefined],
    ['none', undefined],
    ['same-origin', 1],
    ['', undefined],
  ] as const)('of a browser that says %s, counts %s', async ([site, views]) => {
    await using own = await createTestSite();
    const { statusCode } = await own.get('/api/posts/1/view', { 'sec-fetch-site': site });
    expect(statusCode).toBe(204);
    expect(await countViews(own)).toBe(views);
  });

  test('counts no more than ten of one network for an article and day, whatever its browsers are called', async () => {
    await using site = await createTestSite();
    for (let browser = 0; browser < 30; browser += 1) {
      const userAgent = `${READER} Other/${browser}`;
      await view(site, { userAgent });
      await view(site, { userAgent, id: 2, remoteAddress: `2001:db8::${browser}` });
    }
    expect(await countViews(site)).toBe(10);
    expect(await countViews(site, 'google-ads-budget')).toBe(10);
  });

  test.for([
    [0, 1],
    [1, 3],
    [2, 2],
    [['10.0.0.0/8'], 3],
    [['10.0.0.0/8', '192.0.2.0/24'], 2],
    [['10.0.0.2'], 1],
  ] as const)(
    'with TRUST_PROXY %j, tells %i visitors apart by X-Forwarded-For',
    async ([trustProxy, views]) => {
      await using site = await createTestSite({ trustProxy });
      for (const forwarded of [
        '203.0.113.1, 192.0.2.1',
        '203.0.113.2, 192.0.2.2',
        '203.0.113.2, 192.0.2.3',
      ]) {
        await view(site, { remoteAddress: '10.0.0.1', forwarded });
      }
      expect(await countViews(site)).toBe(views);
    },
  );

  test('counts nothing for an article that does not exist yet', async () => {
    await using site = await createTestSite({
      now: '2026-11-20T12:00:00Z',
      records: createContent({}, createPostRecord({ slug: 'tomorrow', publishedAt: Date.UTC(2026, 10, 21) })),
    });
    expect((await view(site, { id: 2 })).statusCode).toBe(404);
    site.setTime('2026-11-21T00:00:00Z');
    expect(await countViews(site, 'tomorrow')).toBeUndefined();
    expect((await view(site, { id: 2 })).statusCode).toBe(204);
    expect(await countViews(site, 'tomorrow')).toBe(1);
  });
});

test('views are kept through a restart', async () => {
  await using site = await createTestSite();
  await view(site, { remoteAddress: '192.0.2.1' });
  await view(site, { remoteAddress: '192.0.2.2' });
  await site.restart();
  expect(await countViews(site)).toBe(2);
});

test('reading an article, on the page or by its call, is no view', async () => {
  await using site = await createTestSite();
  await site.get('/google-ads/google-search/keyword-match-types');
  expect(await countViews(site)).toBeUndefined();
});

test('a view stands on the article, in every list and in the sidebar', async () => {
  await using site = await createTestSite();
  await view(site);
  for (const url of ['/api/posts', '/api/posts?categoryId=1', '/api/posts/popular', '/api/search?q=match']) {
    const posts = await site.read<readonly Post[]>(url);
    expect(posts.find(({ id }) => id === 1)?.popular).toBe(1);
  }
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
async function countViews(site: TestSite, slug = 'keyword-match-types'): Promise<number | undefined> {
  return (await site.read<Post>(`/api/posts/${slug}`)).popular;
}
