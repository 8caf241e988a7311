import { once } from 'node:events';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { get as request, type ServerResponse } from 'node:http';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test, vi } from 'vitest';
import { omitDate } from '../support/omit-date.ts';
import { countOpenFiles } from '../support/open-files.ts';
import { createContent, NOW } from '../support/records.ts';
import { syncStore } from '../support/sync-store.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

/** The awaited change comes soon or never. */
const PATIENCE = { timeout: 30_000, interval: 20 };
const POSTS = 300;

/** The list of all posts has about so many bytes. */
function createLongContent(bytes: number) {
  const excerpt = 'word '.repeat(bytes / POSTS / 'word '.length);
  return createContent(
    ...Array.from({ length: POSTS }, (_, number) => ({
      slug: `post-${number}`,
      excerpt: `${number} ${excerpt}`,
    })),
  );
}

/** More than an answer may take in memory. */
const LONG = createLongContent(3_000_000);

describe('an answer in a file', () => {
  test('has the same forms and validators as any other', async () => {
    await using site = await createTestSite({ records: LONG });
    const plain = await site.get('/api/posts');
    expect(JSON.parse(plain.body)).toHaveLength(POSTS);
    const tag = String(plain.headers.etag);
    for (const coding of ['br', 'gzip', 'identity'] as const) {
      const accepting = { 'accept-encoding': coding };
      const answer = await site.get('/api/posts', accepting);
      expect(DECODERS[coding](answer.rawPayload).equals(plain.rawPayload)).toBe(true);
      expect(answer.headers['content-length']).toBe(String(answer.rawPayload.byteLength));
      expect(answer.headers.etag).toBe(coding === 'identity' ? tag : `W/${tag}`);
      const head = await site.request({ method: 'HEAD', url: '/api/posts', headers: accepting });
      expect([head.statusCode, head.body]).toEqual([200, '']);
      expect(omitDate(head.headers)).toEqual(omitDate(answer.headers));
      const known = await site.get('/api/posts', { ...accepting, 'if-none-match': tag });
      expect([known.statusCode, known.body]).toEqual([304, '']);
      const part = await site.get('/api/posts', { ...accepting, range: 'bytes=0-9' });
      expect([part.statusCode, part.rawPayload.equals(answer.rawPayload)]).toEqual([200, true]);
    }
    syncStore(site.store, LONG.slice(0, -1), NOW);
    const changed = await site.get('/api/posts', { 'if-none-match': tag });
    expect(changed.statusCode).toBe(200);
    expect(JSON.parse(changed.body)).toHaveLength(POSTS - 1);
  });

  test('is the same over the network, from the cache as when it is made', async () => {
    await using site = await createTestSite({ records: LONG });
    const origin = await site.app.listen({ host: '127.0.0.1', port: 0 });
    const expected = (await site.get('/api/posts?page=1&limit=100')).json();
    for (const coding of ['identity', 'br', 'br', 'gzip', 'identity']) {
      const response = await fetch(`${origin}/api/posts`, {
        headers: { 'accept-encoding': coding },
      });
      const posts = await response.json();
      expect(posts).toHaveLength(POSTS);
      expect(posts.slice(0, 100)).toEqual(expected);
      const head = await fetch(`${origin}/api/posts`, {
        method: 'HEAD',
        headers: { 'accept-encoding': coding },
      });
      expect(head.headers.get('content-length')).toBe(response.headers.get('content-length'));
      expect(await head.text()).toBe('');
    }
  });

  test('waits for a slow reader without filling the memory, and for no other', async () => {
    // Does not fit into the buffers of both sockets.
    await using site = await createTestSite({ records: createLongContent(30_000_000) });
    const origin = await site.app.listen({ host: '127.0.0.1', port: 0 });
    const responses: ServerResponse[] = [];
    site.app.server.on('request', (_, response) => responses.push(response));
    const expected = (await site.get('/api/posts')).body;
    const [answer] = await once(request(`${origin}/api/posts`), 'response');
    answer.pause();
    const [slow] = responses;
    await vi.waitFor(() => expect(slow?.writableNeedDrain).toBe(true), PATIENCE);
    expect(slow?.writableLength).toBeLessThan(1_000_000);
    expect(await (await fetch(`${origin}/api/posts`)).text()).toBe(expected);
    expect(slow?.writableFinished).toBe(false);
    expect(await text(answer)).toBe(expected);
  });

  test('leaves nothing open after clients that disconnect, an eviction and the end', async () => {
    await using site = await createTestSite({ records: LONG });
    const origin = await site.app.listen({ host: '127.0.0.1', port: 0 });
    // The connection of the first snapshot stays open for the next one.
    await site.get('/api/posts?categoryId=4');
    // With that of the answer, which stays in the cache.
    const files = (await settle(countOpenFiles)) + 1;
    await leaveEarly(site, `${origin}/api/posts`);
    await vi.waitFor(() => expect(countOpenFiles()).toBe(files), PATIENCE);
    for (let number = 0; number < 5; number += 1) await leaveEarly(site, `${origin}/api/posts`);
    await vi.waitFor(() => expect(countOpenFiles()).toBe(files), PATIENCE);
    syncStore(site.store, LONG.slice(0, -1), NOW);
    // The publisher can seal the index only if nobody reads the one before.
    expect(existsSync(`${site.store.indexPath}-seal`)).toBe(true);
    for (const url of ['/api/posts', '/api/posts?categoryId=4'])
      await site.get(url, { 'accept-encoding': 'identity' });
    await vi.waitFor(() => expect(countOpenFiles()).toBe(files), PATIENCE);
    expect(readdirSync(`${dirname(site.store.indexPath)}/answers`)).toEqual([]);
  });

  test('is made in memory where no file can be written', async () => {
    await using site = await createTestSite({ records: LONG });
    writeFileSync(join(dirname(site.store.indexPath), 'answers'), 'no folder');
    const { statusCode, headers, body } = await site.get('/api/posts');
    expect([statusCode, headers['x-total-count']]).toEqual([200, String(POSTS)]);
    expect(JSON.parse(body)).toHaveLength(POSTS);
    expect(
      (await site.get('/api/posts', { 'if-none-match': String(headers.etag) })).statusCode,
    ).toBe(304);
  });

  test.for([0, 100_000])(
    'is sent although a cache of %i bytes can not keep it',
    async (pageCacheBytes) => {
      await using site = await createTestSite({ records: LONG, pageCacheBytes });
      await site.get('/api/posts');
      const files = await settle(countOpenFiles);
      for (const coding of ['identity', 'br', 'gzip', 'br'] as const) {
        const { rawPayload } = await site.get('/api/posts', { 'accept-encoding': coding });
        expect(JSON.parse(DECODERS[coding](rawPayload).toString())).toHaveLength(POSTS);
      }
      await vi.waitFor(() => expect(countOpenFiles()).toBeLessThanOrEqual(files), PATIENCE);
    },
  );
});

const DECODERS = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  identity: (body: Buffer) => body,
} as const;

/** The value once it is the same twice in a row. */
async function settle(read: () => number): Promise<number> {
  let last = read();
  await vi.waitFor(() => {
    const before = last;
    last = read();
    expect(last).toBe(before);
  }, PATIENCE);
  return last;
}

/** Reads the beginning of the answer; resolves when the server knows that the client has left. */
async function leaveEarly({ app }: TestSite, url: string): Promise<void> {
  const asked = once(app.server, 'request');
  const client = request(url);
  const [, response] = await asked;
  const [answer] = await once(client, 'response');
  await once(answer, 'readable');
  const left = once(response, 'close');
  client.destroy();
  await left;
}
