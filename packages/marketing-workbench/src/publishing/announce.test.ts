import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { createContent, daysAgo, NOW } from '../../../../tests/support/records.ts';
import { syncStore } from '../../../../tests/support/sync-store.ts';
import { createTestStore } from '../../../../tests/support/temporary-store.ts';
import {
  listChangedPaths,
  listPurgeTags,
  purgeCaches,
  submitToIndexNow,
  takeSnapshot,
} from './announce.ts';

const KEY = '8f14e45fceea167a';
const ORIGIN = 'https://www.example.com';
const NOTHING = { added: [], changed: [], removed: [] };
const POSTS = [
  { slug: 'one', category: 'seo' },
  { slug: 'two', category: 'seo' },
  { slug: 'three', category: 'google-ads' },
];

test('only new, updated and removed articles are announced', () => {
  const store = createTestStore(
    createContent({ slug: 'same' }, { slug: 'edited' }, { slug: 'gone' }),
  );
  const before = takeSnapshot(store, NOW);
  syncStore(
    store,
    createContent(
      { slug: 'same', excerpt: 'In other words.' },
      { slug: 'edited', updatedAt: daysAgo(1) },
      { slug: 'new' },
      { slug: 'later', publishedAt: daysAgo(-1) },
    ),
    NOW,
  );
  expect(listChangedPaths(before, takeSnapshot(store, NOW)).toSorted()).toEqual([
    '/seo/local-seo/edited',
    '/seo/local-seo/gone',
    '/seo/local-seo/new',
  ]);
});

test('an announcement has the key, its location and absolute addresses', async () => {
  const { url: endpoint, received } = await startReceiver(202);
  const { line } = await submitToIndexNow({
    key: KEY,
    origin: ORIGIN,
    paths: ['/seo/local-seo/new'],
    endpoint,
  });
  expect(line).toBe('IndexNow: announced 1 addresses, answered 202.');
  expect(received).toEqual([
    {
      host: 'www.example.com',
      key: KEY,
      keyLocation: `${ORIGIN}/${KEY}.txt`,
      urlList: [`${ORIGIN}/seo/local-seo/new`],
    },
  ]);
});

test.each([
  ['no change purges nothing', NOTHING, []],
  [
    'new and changed posts purge what shows them, pictures nothing',
    {
      added: ['post:two', 'media:new.svg'],
      changed: ['post:one'],
      removed: ['media:old.svg'],
    },
    ['category-seo', 'lists', 'post-one', 'post-two'],
  ],
  ['a removed post purges everything', { ...NOTHING, removed: ['post:gone'] }, ['site']],
  [
    'a changed category purges everything',
    { ...NOTHING, changed: ['category:seo', 'post:one'] },
    ['site'],
  ],
  ['a new legacy post purges everything', { ...NOTHING, added: ['legacy:/old.html'] }, ['site']],
])('%s', (_, difference, tags) => {
  expect(listPurgeTags(difference, POSTS).toSorted()).toEqual(tags);
});

test('a purge sends the tags and reports the answer; without tags it sends nothing', async () => {
  const { url, received } = await startReceiver(204);
  expect((await purgeCaches(url, ['lists', 'post-one'])).line).toBe('Purge: 2 tags, answered 204.');
  expect((await purgeCaches(url, [])).line).toBe('Purge: nothing to purge.');
  expect(received).toEqual([{ tags: ['lists', 'post-one'] }]);
});

test('failures are reported in a line and never thrown', async () => {
  const unreachable = 'http://127.0.0.1:1/';
  const { url } = await startReceiver(403);
  const announcement = { key: KEY, origin: ORIGIN, paths: ['/seo'], endpoint: unreachable };
  expect((await submitToIndexNow(announcement)).line).toMatch(/^IndexNow: could not be reached/);
  expect((await purgeCaches(url, ['site'])).line).toMatch(
    /^Purge: PURGE_URL answered 403; shared caches/,
  );
  expect((await purgeCaches(unreachable, ['site'])).line).toMatch(
    /^Purge: PURGE_URL could not be .*; shared caches/,
  );
});

/** A server that answers with this status and keeps the JSON that is posted to it. */
async function startReceiver(status: number) {
  const received: unknown[] = [];
  const server = createServer(async (request, response) => {
    const isJson = request.method === 'POST' && request.headers['content-type']?.includes('/json');
    received.push(isJson ? JSON.parse(await text(request)) : request.method);
    response.writeHead(status).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  return { url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`, received };
}
