import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { StatementSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { PostSummary } from '../../packages/marketing-workbench/src/site/entities.ts';
import { readRevision } from '../../packages/marketing-workbench/src/store/index/status.ts';
import {
  DEFAULT_SLICING,
  type Slicing,
} from '../../packages/marketing-workbench/src/store/lists/slices.ts';
import { omitDate } from '../support/omit-date.ts';
import { countOpenFiles } from '../support/open-files.ts';
import {
  createContent,
  createLegacyPostRecord,
  createPostRecord,
  daysAgo,
  NOW,
} from '../support/records.ts';
import { OLD_CONTENT } from '../support/sync-scenario.ts';
import { syncStore } from '../support/sync-store.ts';
import { createTestSite } from '../support/test-site.ts';

const PUBLISHER = fileURLToPath(new URL('../support/sync-child.ts', import.meta.url));
/** The awaited change comes soon or never. */
const PATIENCE = { timeout: 30_000, interval: 20 };

const PLACES = [
  { category: 'seo', subcategory: 'local-seo' },
  { category: 'seo', subcategory: 'link-building' },
  { category: 'google-ads', subcategory: 'display' },
];
const POSTS = 300;
/** Several posts of each time, some of which are scheduled. */
const RECORDS = [
  ...createContent(
    ...Array.from({ length: POSTS }, (_, number) => ({
      slug: `post-${number}`,
      publishedAt: daysAgo(Math.floor(number / 7) - 1),
      ...PLACES[number % PLACES.length],
      ...(number % 5 !== 0 && { tags: ['Everything', `Tag ${number % 40}`] }),
      ...(number % 2 === 0 && { authors: ['anna', ...(number % 4 === 0 ? ['bea'] : [])] }),
      content: `<p>Text</p><img src="/media/picture-${number}.webp" alt=""><img src="/media/all.webp" alt="">`,
    })),
  ),
  ...['anna', 'bea'].map((slug) => ({ kind: 'author', slug, name: `Name of ${slug}` }) as const),
  ...Array.from({ length: POSTS }, (_, number) =>
    createLegacyPostRecord({
      slug: `old-${number}`,
      legacyUrl: `/2012/05/old-${(number * 7) % POSTS}.html`,
      ...(number % 3 === 0 && { redirectTo: '/articles', content: '' }),
    }),
  ),
];

const ROWS = 20;
/** A slice of ids and one of what is read of them, beside the categories and the settings. */
const ROWS_IN_A_TURN_MAX = 2 * ROWS + 60;

const ADDRESSES = [
  '/api/posts',
  '/api/posts?categoryId=4',
  '/api/posts?subcategoryId=16',
  '/api/posts?categoryId=99',
  '/api/posts?tag=everything',
  '/api/posts?tag=none',
  '/api/posts?author=anna',
  '/api/posts?author=anna&categoryId=4',
  '/api/posts?tag=everything&author=bea&categoryId=4',
  '/api/posts?tag=everything&author=bea&page=2&limit=7',
  '/api/posts?tag=everything&subcategoryId=16&page=1',
  '/api/posts?tag=everything&author=bea&page=99',
  '/api/legacy-posts',
  '/api/sitemap.xml',
  '/api/sitemaps/1.xml',
  '/api/sitemaps/3.xml',
  '/api/sitemaps/99.xml',
  '/api/guesses?path=/2020/01/post-177',
  '/sitemap',
  '/tags/everything?page=5',
  '/authors/anna?page=3',
];

const sitemapLimits = { addresses: 100, bytes: 1e6 };

describe('an answer that is made in many turns', () => {
  test('has the bytes and headers of one made at once, and reads few rows in a turn', async () => {
    await using whole = await createTestSite({ records: RECORDS, sitemapLimits, slicing: AT_ONCE });
    const counted = countRows();
    await using site = await createTestSite({
      records: RECORDS,
      sitemapLimits,
      slicing: counted.slicing,
    });
    await site.get('/api/categories');
    for (const url of ADDRESSES) {
      counted.start();
      const answer = await site.get(url);
      expect([url, Math.max(counted.readMost(), ROWS_IN_A_TURN_MAX)]).toEqual([
        url,
        ROWS_IN_A_TURN_MAX,
      ]);
      const expected = await whole.get(url);
      expect([url, answer.statusCode, answer.body]).toEqual([
        url,
        expected.statusCode,
        expected.body,
      ]);
      expect([url, omitDate(answer.headers)]).toEqual([url, omitDate(expected.headers)]);
    }
  });

  test('lists the posts from the newest to the oldest, of one time by their ids, and tells their number', async () => {
    await using site = await createTestSite({
      records: RECORDS,
      slicing: { ...DEFAULT_SLICING, rows: ROWS },
    });
    const { headers, body } = await site.get('/api/posts');
    const posts: readonly PostSummary[] = JSON.parse(body);
    const published = RECORDS.filter(
      (record) => record.kind === 'post' && record.publishedAt <= NOW,
    );
    expect(posts).toHaveLength(published.length);
    expect(headers['x-total-count']).toBe(String(published.length));
    const sorted = posts.toSorted(
      (a, b) => Date.parse(b.publishedAt) - Date.parse(a.publishedAt) || b.id - a.id,
    );
    expect(posts.map(({ id }) => id)).toEqual(sorted.map(({ id }) => id));
    const pages: PostSummary[] = [];
    for (let page = 1; page <= 3; page += 1)
      pages.push(...(await site.read<PostSummary[]>(`/api/posts?limit=100&page=${page}`)));
    expect(body).toBe(JSON.stringify(pages));
  });

  test('is of the content before a publication that comes in its middle, and the next one of that after', async () => {
    const publication = Promise.withResolvers<void>();
    let turns = 0;
    const nextTurn = async () => {
      await DEFAULT_SLICING.nextTurn();
      turns += 1;
      if (turns === 3) publication.resolve(publish());
      if (turns >= 3) await publication.promise;
    };
    await using site = await createTestSite({
      records: OLD_CONTENT,
      slicing: { rows: 10, turnMs: 0, nextTurn },
    });
    const before = readRevision(site.store);
    const publish = async () => {
      const publisher = spawn(process.execPath, [
        PUBLISHER,
        dirname(site.store.indexPath),
        'never',
      ]);
      ended = once(publisher, 'exit');
      await vi.waitFor(() => expect(readRevision(site.store)).not.toBe(before), PATIENCE);
    };
    let ended: Promise<unknown> = Promise.resolve();
    const titles = async () => {
      const posts = await site.read<readonly PostSummary[]>('/api/posts');
      return posts.map(({ title }) => title).toSorted();
    };
    const old = OLD_CONTENT.flatMap((record) => (record.kind === 'post' ? record.title : []));
    expect(await titles()).toEqual(old.toSorted());
    await ended;
    const after = await titles();
    expect(after).toHaveLength(120);
    expect(after).toContain('New title 158');
    expect(after).not.toContain('Old title 3');
  });
});

describe('an answer that is made in many turns, in whose middle', () => {
  /** Calls `happen` once, in the third turn of the next answer after `arm`. */
  function createInterruption() {
    let happen: (() => void) | undefined;
    let turns = 0;
    const nextTurn = async () => {
      await DEFAULT_SLICING.nextTurn();
      turns += 1;
      if (turns !== 3) return;
      happen?.();
    };
    const arm = (wanted: typeof happen) => {
      happen = wanted;
      turns = 0;
    };
    return { slicing: { rows: ROWS, turnMs: 0, nextTurn }, arm };
  }
  const fail = () => {
    throw new Error('The disk fails.');
  };

  test('something fails is a failure, after which the next one is whole', async () => {
    const { slicing, arm } = createInterruption();
    await using site = await createTestSite({ records: RECORDS, sitemapLimits, slicing });
    await site.get('/api/posts?categoryId=4');
    const files = countOpenFiles();
    for (const url of [
      '/api/posts',
      '/api/legacy-posts',
      '/api/sitemap.xml',
      '/api/sitemaps/2.xml',
    ]) {
      // More often than snapshots may be open.
      for (let attempt = 0; attempt < 3; attempt += 1) {
        arm(fail);
        expect([url, (await site.get(url)).statusCode]).toEqual([url, 500]);
        expect(site.takeLog().join()).toContain('The disk fails.');
      }
      arm(undefined);
      const { statusCode, body } = await site.get(url);
      expect([url, statusCode, /[\]>]$/.test(body.trimEnd())]).toEqual([url, 200, true]);
    }
    await vi.waitFor(() => expect(countOpenFiles()).toBe(files), PATIENCE);
  });

  test('something fails is the one before, if the cache has it', async () => {
    const { slicing, arm } = createInterruption();
    await using site = await createTestSite({ records: RECORDS, slicing });
    const { body } = await site.get('/api/posts');
    syncStore(site.store, [...RECORDS, createPostRecord({ slug: 'one-more' })], NOW);
    arm(fail);
    expect((await site.get('/api/posts')).body).toBe(body);
    expect(site.takeLog().join()).toContain('The disk fails.');
    arm(undefined);
    expect(JSON.parse((await site.get('/api/posts')).body)).toHaveLength(
      JSON.parse(body).length + 1,
    );
  });

  test('the index is replaced is of the content before, and the next one of that after', async () => {
    const { slicing, arm } = createInterruption();
    await using site = await createTestSite({ records: RECORDS, slicing, pageCacheBytes: 0 });
    const { body } = await site.get('/api/posts');
    const { store } = site;
    arm(() => {
      for (const end of ['', '-wal', '-shm', '-seal'])
        rmSync(`${store.indexPath}${end}`, { force: true });
      syncStore(store, createContent({ slug: 'only' }), NOW);
    });
    expect((await site.get('/api/posts')).body).toBe(body);
    arm(undefined);
    const after = await site.read<readonly PostSummary[]>('/api/posts');
    expect(after.map(({ slug }) => slug)).toEqual(['only']);
  });
});

test('files of the sitemap stay in the cache until something is published, whatever readers view', async () => {
  let turns = 0;
  const nextTurn = async () => {
    await DEFAULT_SLICING.nextTurn();
    turns += 1;
  };
  const slicing = { rows: ROWS, turnMs: Number.POSITIVE_INFINITY, nextTurn };
  await using site = await createTestSite({ records: RECORDS, sitemapLimits, slicing });
  const read = async () => {
    const before = turns;
    for (const url of ['/api/sitemap.xml', '/api/sitemaps/1.xml', '/api/sitemaps/3.xml'])
      await site.get(url);
    return turns - before;
  };
  expect(await read()).toBeGreaterThan(0);
  const [post] = await site.read<readonly PostSummary[]>('/api/posts?limit=1');
  expect((await site.get(`/api/posts/${post?.id}/view`)).statusCode).toBe(204);
  expect(await site.read<readonly PostSummary[]>('/api/posts?limit=1')).toMatchObject([
    { popular: 1 },
  ]);
  expect(await read()).toBe(0);
  syncStore(site.store, [...RECORDS, createPostRecord({ slug: 'one-more' })], NOW);
  expect(await read()).toBeGreaterThan(0);
});

test('of very many long answers at once some are refused, and short ones find their place', async () => {
  const gate = Promise.withResolvers<void>();
  const nextTurn = async () => {
    await DEFAULT_SLICING.nextTurn();
    await gate.promise;
  };
  await using site = await createTestSite({
    records: RECORDS,
    slicing: { rows: 1, turnMs: Number.POSITIVE_INFINITY, nextTurn },
  });
  const statuses: number[] = [];
  const asked = Array.from({ length: 100 }, async (_, number) => {
    const author = number % 2 === 0 ? 'anna' : 'bea';
    const { statusCode, headers } = await site.get(
      `/api/posts?tag=everything&author=${author}&page=1&limit=${1 + Math.floor(number / 2)}`,
    );
    statuses.push(statusCode);
    if (statusCode === 503) expect(headers['retry-after']).toBe('10');
  });
  // Two are made, and 64 wait.
  await vi.waitFor(() => expect(statuses).toEqual(Array.from({ length: 34 }, () => 503)), PATIENCE);
  expect((await site.get('/api/posts/recent')).statusCode).toBe(200);
  gate.resolve();
  await Promise.all(asked);
  expect(statuses.filter((status) => status === 200)).toHaveLength(66);
});

test('a search in whose middle content is published finds what is there after it', async () => {
  const records = (title: string) => createContent({ slug: 'a' }, { slug: 'b', title });
  let turns = 0;
  const nextTurn = async () => {
    await DEFAULT_SLICING.nextTurn();
    turns += 1;
    if (turns === 9) syncStore(site.store, records('Zebras and lions'), NOW);
  };
  await using site = await createTestSite({
    records: records('Zebras and tigers'),
    slicing: { ...DEFAULT_SLICING, turnMs: 0, nextTurn },
  });
  const [result] = await site.read<readonly PostSummary[]>('/api/search?q=zebras');
  expect(turns).toBeGreaterThan(9);
  expect(result?.title).toBe('Zebras and lions');
});

const AT_ONCE: Slicing = { ...DEFAULT_SLICING, rows: 10_000 };

/** Counts the rows that all statements read between two turns. */
function countRows() {
  let rows = 0;
  let most = 0;
  const { all } = StatementSync.prototype;
  const spy = vi.spyOn(StatementSync.prototype, 'all').mockImplementation(function (
    this: StatementSync,
    ...parameters: Parameters<typeof all>
  ) {
    const found = all.apply(this, parameters);
    rows += found.length;
    most = Math.max(most, rows);
    return found;
  });
  onTestFinished(() => spy.mockRestore());
  const nextTurn = async () => {
    await DEFAULT_SLICING.nextTurn();
    rows = 0;
  };
  const start = () => {
    rows = 0;
    most = 0;
  };
  return { slicing: { rows: ROWS, turnMs: 0, nextTurn }, start, readMost: () => most };
}
