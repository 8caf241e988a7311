import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { listPurgeTags, purge } from './purge.ts';

const NOTHING = { added: [], changed: [], removed: [] };
const posts = [
  { slug: 'one', category: 'seo' },
  { slug: 'two', category: 'seo' },
  { slug: 'three', category: 'google-ads' },
];

describe('what is to be forgotten', () => {
  test('is nothing where nothing changed', () => {
    expect(listPurgeTags(NOTHING, posts)).toEqual([]);
  });

  test('is what shows the posts that changed or are new', () => {
    const difference = {
      ...NOTHING,
      added: ['post:two', 'media:new.svg'],
      changed: ['post:one'],
      removed: ['media:old.svg'],
    };
    expect(listPurgeTags(difference, posts).toSorted()).toEqual([
      'category-seo',
      'lists',
      'post-one',
      'post-two',
    ]);
  });

  test.each([
    { ...NOTHING, removed: ['post:gone'] },
    { ...NOTHING, changed: ['category:seo', 'post:one'] },
    { ...NOTHING, added: ['legacy:/old.html'] },
  ])('is everything where a change may show anywhere: %j', (difference) => {
    expect(listPurgeTags(difference, posts)).toEqual(['site']);
  });
});

describe('purging', () => {
  test('sends the names, and says what was answered', async () => {
    const { url, received } = await startCache(204);
    expect(await purge(url, ['lists', 'post-one'])).toBe('Purge: 2 names, answered 204.');
    expect(received).toEqual(['POST application/json {"tags":["lists","post-one"]}']);
  });

  test('asks nobody where there is nothing to forget', async () => {
    const { url, received } = await startCache(204);
    expect(await purge(url, [])).toBe('Purge: nothing to forget.');
    expect(received).toEqual([]);
  });

  test('that is refused, or reaches nobody, is a line and no failure', async () => {
    const { url } = await startCache(403);
    expect(await purge(url, ['site'])).toMatch(/^Purge: PURGE_URL answered 403; shared caches/);
    expect(await purge('http://127.0.0.1:1/', ['site'])).toMatch(/^Purge: PURGE_URL .*failed; shared caches/);
  });
});

async function startCache(status: number) {
  const received: string[] = [];
  const server = createServer(async (request, response) => {
    received.push(`${request.method} ${request.headers['content-type']} ${await text(request)}`);
    response.writeHead(status).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return { url: `http://127.0.0.1:${port}/purge`, received };
}
