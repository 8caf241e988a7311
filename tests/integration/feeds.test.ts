import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, vi } from 'vitest';
import { listElements } from '../support/html-search.ts';
import {
  DRAWING_PATIENCE_MS,
  readAtom,
  readJson,
  readRss,
  waitForWholeFeed,
} from '../support/read-feed.ts';
import { createContent, createPageRecord, daysAgo, NOW } from '../support/records.ts';
import { syncStore } from '../support/sync-store.ts';
import { createDataDir } from '../support/temporary-store.ts';
import { createTestSite, ORIGIN, type TestSite, test } from '../support/test-site.ts';

const NEWS = '/digitalmarketingnews';
const LISTINGS = ['', '/google-ads', '/facebook-ads', '/email-marketing', '/seo', NEWS];
const FORMATS = [
  ['feed.xml', 'application/rss+xml; charset=utf-8', readRss],
  ['atom.xml', 'application/atom+xml; charset=utf-8', readAtom],
  ['feed.json', 'application/feed+json; charset=utf-8', readJson],
] as const;

// First, because requesting the other feeds starts drawing their cards.
test('the picture of an entry has the size and type that its feed states, in each format', async ({
  site,
}) => {
  const { entries } = readRss(await getWholeFeed(site, `${NEWS}/feed.xml`));
  for (const [name, , read] of FORMATS)
    expect(read(await getWholeFeed(site, `${NEWS}/${name}`)).entries).toEqual(entries);
  for (const { image } of entries) {
    const { headers, rawPayload } = await site.get(image?.url.slice(ORIGIN.length) ?? '');
    expect([headers['content-type'], rawPayload.length]).toEqual([image?.type, image?.bytes]);
  }
});

describe.for(LISTINGS)('the feeds of %s/', (listing) => {
  test('have the same entries in three valid formats', async ({ site }) => {
    const posts = await site.read<readonly { slug: string }[]>('/api/posts');
    for (const [name, type, read] of FORMATS) {
      const { self, home, entries } = read(await getFeed(site, `${listing}/${name}`, type));
      expect([self, home]).toEqual([`${ORIGIN}${listing}/${name}`, `${ORIGIN}${listing || '/'}`]);
      const slugs = entries.map(({ url }) => url.slice(url.lastIndexOf('/') + 1));
      expect(slugs.length).toBeGreaterThan(2);
      expect(slugs).toEqual(posts.flatMap(({ slug }) => (slugs.includes(slug) ? slug : [])));
    }
  });

  test('have full texts with absolute addresses', async ({ site }) => {
    const { entries } = readJson(await getFeed(site, `${listing}/feed.json`));
    for (const { url, content } of entries) {
      const post = await site.read<{
        content: string;
      }>(`/api/posts/${url.slice(url.lastIndexOf('/') + 1)}`);
      expect(content.replace(/<[^>]*>/g, '')).toBe(post.content.replace(/<[^>]*>/g, ''));
      for (const [, address] of content.matchAll(/<[^>]* (?:href|src)="([^"]*)"/g)) {
        expect(address).toMatch(/^(?:https:\/\/|mailto:)/);
      }
    }
  });

  test('are linked from their page', async ({ site }) => {
    const { root } = await site.page(listing || '/');
    const feeds = listElements(root, 'link', { rel: 'alternate' }).map(
      ({ attributes }) => attributes.href,
    );
    expect(feeds).toEqual(
      expect.arrayContaining(FORMATS.map(([name]) => `${ORIGIN}${listing}/${name}`)),
    );
  });
});

test('the picture of a feed has the width and height that the feed states', async ({ site }) => {
  const body = await getFeed(site, '/feed.xml');
  const [, url = ''] = /<image><url>([^<]*)</.exec(body) ?? [];
  const { rawPayload } = await site.get(url.slice(ORIGIN.length));
  const { width, height } = await sharp(rawPayload).metadata();
  expect(body).toContain(`<width>${width}</width><height>${height}</height></image>`);
});

test('a feed is served at once without pictures, and with them once they are drawn', async () => {
  const cardDir = createDataDir();
  await using site = await createTestSite({ cardDir });
  const first = readRss(await getFeed(site, `${NEWS}/feed.xml`)).entries;
  expect(first.map(({ image }) => image)).toEqual(first.map(() => undefined));
  const whole = readRss(await getWholeFeed(site, `${NEWS}/feed.xml`)).entries;
  expect(whole.map(({ id }) => id)).toEqual(first.map(({ id }) => id));
});

test('the pictures are drawn before the first request, after a start and after a publication', async () => {
  const cardDir = createDataDir();
  await using site = await createTestSite({ cardDir, records: createContent({ slug: 'one' }) });
  await site.app.listen({ host: '127.0.0.1', port: 0 });
  const listFiles = () => readdir(join(cardDir, 'post')).catch(() => []);
  const countCards = async () => (await listFiles()).filter((name) => name.endsWith('.png')).length;
  await vi.waitFor(async () => expect(await countCards()).toBe(1), {
    timeout: DRAWING_PATIENCE_MS,
  });
  syncStore(site.store, createContent({ slug: 'one' }, { slug: 'two' }), NOW);
  await vi.waitFor(async () => expect(await countCards()).toBe(2), {
    timeout: DRAWING_PATIENCE_MS,
  });
  const { entries } = readRss(await getFeed(site, '/feed.xml'));
  expect(entries.map(({ image }) => image?.type)).toEqual(['image/png', 'image/png']);
});

test('an entry keeps its id when its article moves', async () => {
  const readIds = async (subcategory: string) => {
    await using site = await createTestSite({
      records: createContent({ slug: 'moved', subcategory }),
    });
    return readJson(await getFeed(site, '/feed.json')).entries.map(({ id, url }) => [id, url]);
  };
  const id = 'tag:www.marketingworkbench.example,2011:post:moved';
  expect(await readIds('local-seo')).toEqual([[id, `${ORIGIN}/seo/local-seo/moved`]]);
  expect(await readIds('link-building')).toEqual([[id, `${ORIGIN}/seo/link-building/moved`]]);
});

test('an entry keeps its id when its text is renamed', async () => {
  const page = createPageRecord({
    slug: 'new-page',
    inFeeds: true,
    publishedAt: NOW,
    feedId: 'old-page',
  });
  await using site = await createTestSite({
    records: [...createContent({ slug: 'new-name', feedId: 'old-name' }), page],
  });
  const ids = ['page:old-page', 'post:old-name'].map(
    (key) => `tag:www.marketingworkbench.example,2011:${key}`,
  );
  for (const [name, , read] of FORMATS) {
    const { entries } = read(await getFeed(site, `/${name}`));
    expect(entries.map(({ id }) => id).toSorted(), name).toEqual(ids);
  }
});

test('a feed has thirty entries, and fewer if they would exceed a megabyte', async () => {
  const posts = Array.from({ length: 40 }, (_, day) => ({
    slug: `day-${day}`,
    publishedAt: daysAgo(day),
  }));
  const heavy = `<p>${'word '.repeat(20_000)}</p>`;
  await using light = await createTestSite({ records: createContent(...posts) });
  expect(readJson(await getFeed(light, '/feed.json')).entries).toHaveLength(30);
  await using large = await createTestSite({
    records: createContent(...posts.map((post) => ({ ...post, content: heavy }))),
  });
  const body = await getFeed(large, '/feed.xml');
  expect(Buffer.byteLength(body)).toBeLessThan(1_000_000);
  expect(readRss(body).entries).toHaveLength(9);
});

test('a feed escapes special characters', async () => {
  const title = 'A ]]> & <b> "quoted" \u0007';
  const content = '<p>A ]]> &amp; <code>&#x3C;a href="/x"></code></p>';
  await using site = await createTestSite({
    records: createContent({ slug: 'odd', title, content }),
  });
  const [entry] = readRss(await getFeed(site, '/feed.xml')).entries;
  expect(entry?.title).toBe('A ]]> & <b> "quoted" ');
  expect(entry?.content).toBe(content);
});

test('the feed of an empty listing is valid', async () => {
  await using site = await createTestSite({ records: createContent() });
  for (const [name, , read] of FORMATS)
    expect(read(await getFeed(site, `/seo/${name}`)).entries).toEqual([]);
});

async function getWholeFeed(site: TestSite, url: string): Promise<string> {
  await waitForWholeFeed(site, url);
  return getFeed(site, url);
}

async function getFeed(site: TestSite, url: string, type?: string): Promise<string> {
  const { statusCode, headers, body } = await site.get(url);
  expect(statusCode).toBe(200);
  if (type !== undefined) expect(headers['content-type']).toBe(type);
  return body;
}

test('every feed names the WebSub hub, if the operator has one', async ({ site: without }) => {
  const hub = 'https://hub.example.com/';
  await using site = await createTestSite({ webSubHub: hub });
  const links = {
    '/feed.xml': `<atom:link rel="hub" href="${hub}"/>`,
    '/seo/atom.xml': `<link rel="hub" href="${hub}"/>`,
    '/feed.json': `"hubs":[{"type":"WebSub","url":"${hub}"}],`,
  };
  for (const [path, link] of Object.entries(links)) {
    const { body } = await site.get(path);
    expect(body).toContain(link);
    expect(body.replace(link, '').replace(/\n\s*\n/, '\n')).toBe((await without.get(path)).body);
  }
});
