/**
 * What was live stays live, whatever the clock of the machine says; only what was never live waits
 * for its time.
 */
import { rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { endpoints } from '../../packages/marketing-workbench/src/contract/endpoints.ts';
import { formatPreviewPath } from '../../packages/marketing-workbench/src/site/addresses.ts';
import type { ContentRecord } from '../../packages/marketing-workbench/src/site/records.ts';
import { DEFAULT_SLICING } from '../../packages/marketing-workbench/src/store/lists/slices.ts';
import { signPreview } from '../../packages/marketing-workbench/src/store/posts/preview-links.ts';
import { createLocalNotices } from '../../packages/marketing-workbench/src/store/state/notices.ts';
import { createContent, createPageRecord, NOW } from '../support/records.ts';
import { syncStore } from '../support/sync-store.ts';
import { createDataDir } from '../support/temporary-store.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const SECRET = 'a secret of thirty-two characters';
const SLUG = 'zebra-crossing';
const TITLE = 'Zebra crossing at midnight';
const NEWS = 'digital-marketing-news';
const ADDRESS = `/digitalmarketingnews/${SLUG}`;
const OLD_ADDRESS = '/digitalmarketingnews/striped-crossing';
const GUIDE = 'zebra-guide';
const TAGS = ['Stripes'];
const AUTHORS = ['zoe'];

/** With the number of rows that lists read in a turn: from all of them to one. */
const WRONG_CLOCKS = [
  ['30 days', 30 * DAY_MS, DEFAULT_SLICING.rows],
  ['a day', DAY_MS, 2],
  ['an hour', HOUR_MS, 1],
] as const;

/** Everywhere that the article shows, or the guide. */
const PLACES = [
  '/',
  '/articles',
  '/seo',
  '/digitalmarketingnews',
  '/digitalmarketingnews/third',
  '/sitemap',
  '/tags/stripes',
  '/authors/zoe',
  ADDRESS,
  `${ADDRESS}.md`,
  '/search?q=zebra%20crossing',
  '/llms.txt',
  '/api/sitemap.xml',
  '/api/news-sitemap.xml',
  ...['', '/seo'].flatMap((listing) =>
    ['feed.xml', 'atom.xml', 'feed.json'].map((name) => `${listing}/${name}`),
  ),
  '/api/posts',
  '/api/posts?categoryId=4',
  '/api/posts?tag=stripes',
  '/api/posts?page=1&limit=1',
  '/api/posts?author=zoe',
  '/api/posts?tag=stripes&author=zoe&categoryId=4&page=1',
  `/api/posts/${SLUG}`,
  '/api/posts/third',
  '/api/posts/featured',
  '/api/posts/recent',
  '/api/posts/popular',
  '/api/posts/1/related',
  '/api/search?q=zebra%20crossing',
  '/api/search/suggestions?q=zebra',
];

/**
 * The newest article, an alias of it, and a guide in the feeds, which all have this date; and older
 * articles.
 */
function createRecords(date: number): readonly ContentRecord[] {
  const place = { subcategory: NEWS, tags: TAGS, authors: AUTHORS };
  const other = { ...place, publishedAt: date - 400 * DAY_MS, text: 'Zebra crossing.' };
  return [
    ...createContent(
      { ...other, slug: 'other' },
      { ...other, slug: 'third' },
      { ...place, slug: SLUG, title: TITLE, publishedAt: date },
    ),
    { kind: 'author', slug: 'zoe', name: 'Zoe' },
    createPageRecord({ slug: GUIDE, publishedAt: date, inFeeds: true }),
    {
      kind: 'redirects',
      slug: 'redirects',
      redirects: [
        { from: OLD_ADDRESS, to: ADDRESS, isPrefix: false, status: 301, activeFrom: date },
      ],
    },
  ];
}

const COUNTED = [
  '/api/posts',
  '/api/posts?categoryId=4',
  '/api/posts?tag=stripes',
  '/api/posts?author=zoe',
  '/api/posts?tag=stripes&author=zoe',
];

const MAPPED = /<loc>[^<]+\/digitalmarketingnews\/[^<]+</g;

/**
 * Which of the places show the article, how many posts each list counts, and what else depends on
 * its time.
 */
async function observe(site: TestSite) {
  const shown: string[] = [];
  for (const url of PLACES) {
    const { statusCode, body } = await site.get(url);
    if (statusCode === 200 && (body.includes(TITLE) || body.includes(`/${SLUG}`))) shown.push(url);
  }
  const countOf = async (url: string) => (await site.get(url)).headers['x-total-count'];
  const preview = formatPreviewPath(signPreview(SECRET, SLUG, (NOW + 1_000 * DAY_MS) / 1_000));
  return {
    shown,
    counts: await Promise.all(COUNTED.map(countOf)),
    mapped: (await site.get('/api/sitemap.xml')).body.match(MAPPED)?.length,
    ofCategory: (await site.read<{ postCount: number }>('/api/categories/seo')).postCount,
    old: (await site.get(OLD_ADDRESS)).headers.location,
    guide: (await site.get('/feed.xml')).body.includes(`/${GUIDE}<`),
    isViewed: (await site.get('/api/posts/3/view')).statusCode,
    preview: (await site.get(preview)).headers.location,
    guess: (
      await site.get(endpoints.guesses.address({ path: '/old/zebra-crossing-midnight' }))
    ).body.includes(SLUG),
  };
}

const LIVE = {
  shown: PLACES,
  counts: COUNTED.map(() => '3'),
  mapped: 3,
  ofCategory: 3,
  old: ADDRESS,
  guide: true,
  isViewed: 204,
  preview: ADDRESS,
  guess: true,
};

const WAITING = {
  shown: [],
  counts: COUNTED.map(() => '2'),
  mapped: 2,
  ofCategory: 2,
  old: undefined,
  guide: false,
  isViewed: 404,
  preview: undefined,
  guess: false,
};

function createClockSite(
  now: number,
  records: readonly ContentRecord[],
  rows = DEFAULT_SLICING.rows,
): Promise<TestSite> {
  const slicing = { ...DEFAULT_SLICING, rows };
  return createTestSite({ records, now: formatTime(now), previewSecret: SECRET, slicing });
}

function formatTime(time: number): string {
  return new Date(time).toISOString();
}

/** What the server does every second. */
async function lookAtClock({ store }: TestSite, now: number): Promise<void> {
  await createLocalNotices(store, () => now).note([]);
}

describe.for(WRONG_CLOCKS)('when the clock goes back %s', ([, back, rows]) => {
  test('what was published stays live, in every place, and so when the clock is corrected', async () => {
    await using site = await createClockSite(NOW, createRecords(NOW - 1_000), rows);
    for (const time of [NOW, NOW - back, NOW + 1_000, NOW - back]) {
      site.setTime(formatTime(time));
      expect([time - NOW, await observe(site)]).toEqual([time - NOW, LIVE]);
    }
  });

  test('what went live by itself stays live', async () => {
    await using site = await createClockSite(NOW - 1, createRecords(NOW), rows);
    expect(await observe(site)).toEqual(WAITING);
    site.setTime(formatTime(NOW));
    await lookAtClock(site, NOW);
    expect(await observe(site)).toEqual(LIVE);
    site.setTime(formatTime(NOW - back));
    expect(await observe(site)).toEqual(LIVE);
  });

  test('what was never live waits for its time', async () => {
    await using site = await createClockSite(NOW, createRecords(NOW + HOUR_MS), rows);
    for (const time of [NOW, NOW - back, NOW + HOUR_MS - 1]) {
      site.setTime(formatTime(time));
      await lookAtClock(site, time);
      expect([time - NOW, await observe(site)]).toEqual([time - NOW, WAITING]);
    }
    site.setTime(formatTime(NOW + HOUR_MS));
    expect(await observe(site)).toEqual(LIVE);
  });

  test.for(['changed', 'unchanged', 'rebuilt'] as const)(
    'and content is published then, %s, what was live stays live',
    async (how) => {
      const records = createRecords(NOW - 1_000);
      await using site = await createClockSite(NOW, records, rows);
      const wrong = NOW - back;
      site.setTime(formatTime(wrong));
      if (how === 'rebuilt') await site.restart(() => removeIndex(site));
      const extra =
        how === 'changed' ? [createPageRecord({ slug: 'another', publishedAt: 1 })] : [];
      syncStore(site.store, [...records, ...extra], wrong);
      expect(await observe(site)).toEqual(LIVE);
      syncStore(site.store, records, NOW);
      site.setTime(formatTime(NOW));
      expect(await observe(site)).toEqual(LIVE);
    },
  );

  test('no age is negative', async () => {
    await using site = await createClockSite(NOW, createRecords(NOW - 1_000), rows);
    site.setTime(formatTime(NOW - back));
    for (const url of ['/', '/search?q=zebra%20crossing', ADDRESS]) {
      const { body } = await site.get(url);
      expect(body).not.toMatch(/-\d+ (?:day|week|month)s? ago/);
    }
    expect((await site.get('/')).body).toContain('>Today<');
  });
});

function removeIndex({ store }: TestSite): void {
  for (const end of ['', '-wal', '-shm', '-seal'])
    rmSync(`${store.indexPath}${end}`, { force: true });
}

describe('after a clock that was a year ahead is corrected', () => {
  test.for(['', ', also if something was published meanwhile'])(
    'what went live meanwhile stays live%s',
    async (also) => {
      const records = createRecords(NOW + 100 * DAY_MS);
      await using site = await createClockSite(NOW, records);
      expect(await observe(site)).toEqual(WAITING);
      const ahead = NOW + 365 * DAY_MS;
      site.setTime(formatTime(ahead));
      await lookAtClock(site, ahead);
      const extra = createPageRecord({ slug: 'another', publishedAt: 1 });
      if (also !== '') syncStore(site.store, [...records, extra], ahead);
      expect((await observe(site)).shown).toEqual(
        expect.arrayContaining(['/', ADDRESS, '/feed.xml']),
      );
      site.setTime(formatTime(NOW));
      expect(await observe(site)).toEqual(LIVE);
    },
  );

  test('what went live meanwhile stays live, also where nobody looked meanwhile', async () => {
    await using site = await createClockSite(NOW, createRecords(NOW + 100 * DAY_MS));
    expect(await observe(site)).toEqual(WAITING);
    const ahead = NOW + 365 * DAY_MS;
    site.setTime(formatTime(ahead));
    await lookAtClock(site, ahead);
    await site.get('/api/categories');
    site.setTime(formatTime(NOW));
    expect(await observe(site)).toEqual(LIVE);
  });

  test('what is scheduled then for a time between waits for that time', async () => {
    const earlier = { slug: 'earlier', publishedAt: NOW + 100 * DAY_MS };
    await using site = await createClockSite(NOW, createContent(earlier));
    const ahead = NOW + 365 * DAY_MS;
    await lookAtClock(site, ahead);
    const later = { slug: 'later', publishedAt: NOW + 50 * DAY_MS };
    syncStore(site.store, createContent(earlier, later), NOW);
    const listSlugs = async () =>
      (await site.read<readonly { slug: string }[]>('/api/posts')).map(({ slug }) => slug);
    expect(await listSlugs()).toEqual(['earlier']);
    site.setTime(formatTime(NOW + 50 * DAY_MS - 1));
    expect(await listSlugs()).toEqual(['earlier']);
    expect((await site.get('/seo/local-seo/later')).statusCode).toBe(404);
    site.setTime(formatTime(NOW + 50 * DAY_MS));
    expect(await listSlugs()).toEqual(['earlier', 'later']);
  });
});

test.for([
  ['later than the clock says is as new as the answer', NOW + DAY_MS, NOW],
  ['earlier has its own time', NOW - DAY_MS, NOW - DAY_MS],
] as const)('a file of the build that was written %s', async ([, writtenAt, shown]) => {
  const publicDir = createDataDir();
  const file = join(publicDir, 'a.txt');
  writeFileSync(file, 'A file.');
  utimesSync(file, writtenAt / 1_000, writtenAt / 1_000);
  await using site = await createTestSite({ publicDir });
  expect((await site.get('/a.txt')).headers['last-modified']).toBe(new Date(shown).toUTCString());
});
