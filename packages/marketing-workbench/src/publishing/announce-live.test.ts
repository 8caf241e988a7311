import { expect, onTestFinished, test, vi } from 'vitest';
import { startReceiver } from '../../../../tests/support/receiver.ts';
import { createContent } from '../../../../tests/support/records.ts';
import { syncStore } from '../../../../tests/support/sync-store.ts';
import { createDataDir, openTestStore } from '../../../../tests/support/temporary-store.ts';
import type { PostRecord } from '../site/records.ts';
import { createLocalNotices } from '../store/state/notices.ts';
import type { Store } from '../store/store.ts';
import { announceLive } from './announce-live.ts';

const HOUR_MS = 3_600_000;

test('an article is announced once when it goes live, again until a channel confirms it, and also after a restart', async () => {
  const start = Date.now() - 10 * HOUR_MS;
  const store = createStoreAt(
    start,
    { slug: 'old', publishedAt: start - HOUR_MS },
    { slug: 'soon', publishedAt: start + HOUR_MS },
    { slug: 'removed', publishedAt: start + HOUR_MS },
    { slug: 'moved', publishedAt: start + HOUR_MS },
  );
  const log: string[] = [];
  const { url, received, statuses } = await listen();
  const hub = await listen();
  const config = {
    indexNowKey: undefined,
    origin: 'https://a.example',
    purgeUrl: url,
    webSubHub: hub.url,
  };
  let now = start;
  // A new queue each time, as after a restart: it remembers nothing itself.
  const announceAt = (time: number) => {
    now = time;
    return announceLive(
      createLocalNotices(store, () => now),
      { config, store, log: (line) => log.push(line) },
    );
  };
  await announceAt(start);
  await announceAt(start + 1_000);
  expect([received, hub.received]).toEqual([[], []]);

  syncStore(
    store,
    createContent(
      { slug: 'old', publishedAt: start - HOUR_MS },
      { slug: 'soon', publishedAt: start + HOUR_MS },
      { slug: 'moved', publishedAt: start + 8 * HOUR_MS },
    ),
    start,
  );
  statuses.push(500, 503);
  await announceAt(start + HOUR_MS + 1);
  expect(log.splice(0)).toEqual([
    'Purge: PURGE_URL answered 500; shared caches may be stale for a minute. The next attempt for soon is in 2 seconds.',
    'WebSub: WEBSUB_HUB answered 204.',
  ]);
  await announceAt(start + HOUR_MS + 1_000);
  expect(received).toHaveLength(1);
  await announceAt(start + HOUR_MS + 3_000);
  await announceAt(start + HOUR_MS + 8_000);
  await announceAt(start + 2 * HOUR_MS);
  expect(received).toHaveLength(3);
  expect(JSON.parse(received[2] ?? '')).toEqual({ tags: ['lists', 'category-seo', 'post-soon'] });
  expect(hub.received).toHaveLength(1);
  const form = new URLSearchParams(hub.received[0]);
  expect(form.get('hub.mode')).toBe('publish');
  expect(form.getAll('hub.url')).toEqual(
    expect.arrayContaining(['https://a.example/feed.xml', 'https://a.example/seo/atom.xml']),
  );

  // The rescheduled article is news at its new time only.
  await announceAt(start + 2 * HOUR_MS + 1_000);
  await announceAt(start + 9 * HOUR_MS);
  expect(received).toHaveLength(4);
  expect(received[3]).toContain('post-moved');
});

test('notices are dropped with a line after twelve attempts, and an old article is no news after a month', async () => {
  const start = Date.now() - 60 * 24 * HOUR_MS;
  const store = createStoreAt(
    start,
    { slug: 'soon', publishedAt: start + HOUR_MS },
    { slug: 'missed', publishedAt: start + 5 * 24 * HOUR_MS },
    { slug: 'recent', publishedAt: start + 30 * 24 * HOUR_MS },
  );
  const log = vi.fn<(line: string) => void>();
  const { url, received } = await listen(500);
  const config = {
    indexNowKey: undefined,
    origin: 'https://a.example',
    purgeUrl: url,
    webSubHub: undefined,
  };
  let now = start;
  const queue = createLocalNotices(store, () => now);
  const announceAt = () => announceLive(queue, { config, store, log });
  await announceAt();
  for (let attempt = 0; attempt < 14; attempt += 1) {
    now = start + HOUR_MS + attempt * HOUR_MS * 2;
    await announceAt();
  }
  expect(received).toHaveLength(12);
  expect(log).toHaveBeenLastCalledWith(
    expect.stringContaining('12 attempts failed for soon; there will be no further attempt.'),
  );
  now = start + 31 * 24 * HOUR_MS;
  await announceAt();
  expect(received.slice(12)).toEqual([expect.stringContaining('post-recent')]);
  expect(received[12]).not.toContain('post-missed');
});

test.for<[string, readonly number[]]>([
  ['goes back 30 days and is corrected', [2 * HOUR_MS, -720 * HOUR_MS, 3 * HOUR_MS]],
  [
    'goes back an hour before the article is due, and is corrected',
    [-HOUR_MS, 2 * HOUR_MS, 3 * HOUR_MS],
  ],
  ['is a day ahead and is corrected', [25 * HOUR_MS, 0, 2 * HOUR_MS, 26 * HOUR_MS]],
  ['jumps back and forth', [2 * HOUR_MS, 0, 2 * HOUR_MS, -HOUR_MS, 50 * HOUR_MS, 0, 2 * HOUR_MS]],
])('an article is announced once although the clock %s', async ([, offsets]) => {
  const start = Date.now() - 1_000 * HOUR_MS;
  const posts = [
    { slug: 'old', publishedAt: start - HOUR_MS },
    { slug: 'soon', publishedAt: start + HOUR_MS },
  ];
  const store = createStoreAt(start, ...posts);
  const { url, received } = await listen();
  const config = {
    indexNowKey: undefined,
    origin: 'https://a.example',
    purgeUrl: url,
    webSubHub: undefined,
  };
  for (const offset of offsets) {
    const queue = createLocalNotices(store, () => start + offset);
    await announceLive(queue, { config, store, log: () => undefined });
    // A change that is published meanwhile announces nothing again.
    syncStore(
      store,
      createContent(...posts, { slug: `other${offset}`, publishedAt: 1 }),
      start + offset,
    );
  }
  expect(received).toEqual([expect.stringContaining('post-soon')]);
});

test('a notice that failed is sent again soon although the clock has gone back since', async () => {
  const start = Date.now() - 1_000 * HOUR_MS;
  const store = createStoreAt(start, { slug: 'soon', publishedAt: start + HOUR_MS });
  const { url, received } = await listen(500);
  const config = {
    indexNowKey: undefined,
    origin: 'https://a.example',
    purgeUrl: url,
    webSubHub: undefined,
  };
  const announceAt = (time: number) =>
    announceLive(
      createLocalNotices(store, () => time),
      { config, store, log: () => undefined },
    );
  await announceAt(start + 2 * HOUR_MS);
  await announceAt(start + 2 * HOUR_MS + 1_000);
  expect(received).toHaveLength(1);
  await announceAt(start - 500 * HOUR_MS);
  expect(received).toHaveLength(2);
});

test('an article that is published after its time, before the next look, is announced all the same', async () => {
  const start = Date.now() - 10 * HOUR_MS;
  const soon = { slug: 'soon', publishedAt: start + HOUR_MS };
  const store = createStoreAt(start, soon);
  const { url, received } = await listen();
  const config = {
    indexNowKey: undefined,
    origin: 'https://a.example',
    purgeUrl: url,
    webSubHub: undefined,
  };
  syncStore(store, createContent({ ...soon, title: 'Corrected' }), start + HOUR_MS + 1);
  const queue = createLocalNotices(store, () => start + HOUR_MS + 500);
  await announceLive(queue, { config, store, log: () => undefined });
  expect(received).toEqual([expect.stringContaining('post-soon')]);
});

test('IndexNow receives the articles that search engines may show', async () => {
  const config = {
    indexNowKey: 'a-key-of-ours',
    origin: 'https://a.example',
    purgeUrl: undefined,
    webSubHub: undefined,
  };
  let now = Date.now() - 10 * HOUR_MS;
  const store = createStoreAt(now, { slug: 'old', publishedAt: 1 });
  const queue = createLocalNotices(store, () => now);
  const due = now + HOUR_MS;
  const announce = () => announceLive(queue, { config, store, log: () => undefined });
  await announce();
  const canonical = 'https://b.example/copy';
  syncStore(
    store,
    createContent({ slug: 'own', publishedAt: due }, { slug: 'copy', publishedAt: due, canonical }),
    now,
  );
  now = due + 1;
  const answer = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response());
  onTestFinished(() => answer.mockRestore());
  await announce();
  expect(answer).toHaveBeenCalledOnce();
  expect(JSON.parse(String(answer.mock.calls[0]?.[1]?.body)).urlList).toEqual([
    expect.stringMatching(/\/own$/),
  ]);
});

/** A store with these posts, published at that time. */
function createStoreAt(now: number, ...posts: readonly Partial<PostRecord>[]): Store {
  const store = openTestStore(createDataDir());
  syncStore(store, createContent(...posts), now);
  return store;
}

async function listen(status?: number) {
  const receiver = await startReceiver(status);
  onTestFinished(receiver.stop);
  return receiver;
}
