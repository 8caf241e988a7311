/** Reads feeds strictly, each by the rules of its format, into one shape. */
import { expect, vi } from 'vitest';
import { ORIGIN, type TestSite } from './test-site.ts';
import { listChildren, parseXml, readChild, type XmlElement } from './xml.ts';

const RFC_3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;
const TAG_URI = /^tag:www\.marketingworkbench\.example,2011:(?:feed|post):\S+$/;

const LANGUAGE = /^en(?:-us)?$/;

/** What each format must say by its own rules, read into one shape. */
export type ReadFeed = {
  readonly self: string;
  readonly home: string;
  readonly entries: readonly {
    readonly id: string;
    readonly url: string;
    readonly title: string;
    readonly content: string;
    readonly publishedAt: string;
    readonly image: { readonly url: string; readonly type: string; readonly bytes: number };
  }[];
};

/** By the profile of the RSS Advisory Board. */
export function readRss(body: string): ReadFeed {
  const root = parseXml(body);
  expect([root.name, root.attributes.version]).toEqual(['rss', '2.0']);
  const [channel, ...others] = root.children;
  if (channel === undefined || others.length > 0) throw new Error('There is not one channel.');
  const required = ['title', 'link', 'description'];
  expectParts(channel, {
    required,
    optional: ['language', 'lastBuildDate', 'atom:link', 'image'],
    many: ['item'],
  });
  for (const name of required) expect(readChild(channel, name).trim()).not.toBe('');
  expect(readChild(channel, 'language')).toMatch(LANGUAGE);
  readRfc822(readChild(channel, 'lastBuildDate'));
  checkRssImage(channel);
  const [self] = listChildren(channel, 'atom:link');
  expect(self?.attributes).toMatchObject({ rel: 'self', type: 'application/rss+xml' });
  return {
    self: self?.attributes.href ?? '',
    home: readChild(channel, 'link'),
    entries: listChildren(channel, 'item').map((item) => {
      const optional = ['enclosure'];
      expectParts(item, { required: RSS_ITEM, optional, many: ['category'] });
      expect(item.children.findIndex(({ name }) => name === 'description')).toBeLessThan(
        item.children.findIndex(({ name }) => name === 'content:encoded'),
      );
      expect(listChildren(item, 'guid')[0]?.attributes).toEqual({ isPermaLink: 'false' });
      expect(readChild(item, 'description')).not.toBe('');
      const { url = '', type = '', length = '' } = listChildren(item, 'enclosure')[0]?.attributes ?? {};
      return {
        id: readId(readChild(item, 'guid')),
        url: readChild(item, 'link'),
        title: readChild(item, 'title'),
        content: readChild(item, 'content:encoded'),
        publishedAt: readRfc822(readChild(item, 'pubDate')),
        image: { url, type, bytes: Number(length) },
      };
    }),
  };
}

const RSS_ITEM = ['title', 'link', 'guid', 'pubDate', 'dc:creator', 'description', 'content:encoded'];

/** At most 144 pixels wide and 400 high, of the channel's title and page. */
function checkRssImage(channel: XmlElement): void {
  const [image] = listChildren(channel, 'image');
  if (image === undefined) throw new Error('There is no image.');
  expectParts(image, { required: ['url', 'title', 'link'], optional: ['width', 'height'] });
  expect(readChild(image, 'url')).toMatch(/\.(?:gif|jpe?g|png)$/);
  for (const name of ['title', 'link']) expect(readChild(image, name)).toBe(readChild(channel, name));
  expect(Number(readChild(image, 'width'))).toBeLessThanOrEqual(144);
  expect(Number(readChild(image, 'height'))).toBeLessThanOrEqual(400);
}

/** RFC 4287: what a feed and an entry must have, and may have once. */
export function readAtom(body: string): ReadFeed {
  const feed = parseXml(body);
  expect([feed.name, feed.attributes.xmlns]).toEqual(['feed', 'http://www.w3.org/2005/Atom']);
  expect(feed.attributes['xml:lang']).toMatch(LANGUAGE);
  expectParts(feed, {
    required: ['id', 'title', 'updated', 'author'],
    optional: ['subtitle', 'icon'],
    many: ['link', 'entry'],
  });
  readId(readChild(feed, 'id'));
  expect(readChild(feed, 'title')).not.toBe('');
  expect(readChild(feed, 'updated')).toMatch(RFC_3339);
  expect(findLink(feed, 'self').type).toBe('application/atom+xml');
  const changes = listChildren(feed, 'entry').map((entry) => readChild(entry, 'updated'));
  if (changes.length > 0) expect(readChild(feed, 'updated')).toBe(changes.toSorted().at(-1));
  expect(listChildren(feed, 'author').map((author) => readChild(author, 'name'))).toEqual([
    'Marketing Workbench',
  ]);
  return {
    self: findLink(feed, 'self').href ?? '',
    home: findLink(feed, 'alternate').href ?? '',
    entries: listChildren(feed, 'entry').map((entry) => {
      expectParts(entry, { required: ATOM_ENTRY, many: ['link', 'category'] });
      expect(readChild(entry, 'updated')).toMatch(RFC_3339);
      expect(readChild(entry, 'published')).toMatch(RFC_3339);
      expect(findLink(entry, 'alternate').type).toBe('text/html');
      expect(listChildren(entry, 'content')[0]?.attributes).toEqual({ type: 'html' });
      expect(listChildren(entry, 'category')[0]?.attributes.term).toBeTruthy();
      const { href = '', type = '', length = '' } = findLink(entry, 'enclosure');
      return {
        id: readId(readChild(entry, 'id')),
        url: findLink(entry, 'alternate').href ?? '',
        title: readChild(entry, 'title'),
        content: readChild(entry, 'content'),
        publishedAt: readChild(entry, 'published'),
        image: { url: href, type, bytes: Number(length) },
      };
    }),
  };
}

const ATOM_ENTRY = ['id', 'title', 'updated', 'published', 'summary', 'content'];

/** jsonfeed.org, version 1.1. */
export function readJson(body: string): ReadFeed {
  const feed = JSON.parse(body);
  expect(feed).toEqual({
    version: 'https://jsonfeed.org/version/1.1',
    title: expect.stringMatching(/\S/),
    ...{ home_page_url: ADDRESS, feed_url: ADDRESS, icon: ADDRESS, favicon: ADDRESS },
    description: expect.stringMatching(/\S/),
    language: expect.stringMatching(LANGUAGE),
    authors: expect.any(Array),
    items: expect.any(Array),
  });
  expect(feed.authors).toEqual([{ name: 'Marketing Workbench', url: `${ORIGIN}/` }]);
  return {
    self: feed.feed_url,
    home: feed.home_page_url,
    entries: feed.items.map((item: Record<string, unknown>) => {
      expect(item).toEqual({
        id: expect.any(String),
        ...{ url: ADDRESS, image: ADDRESS },
        ...{ title: expect.any(String), summary: expect.any(String), content_html: expect.any(String) },
        date_published: expect.stringMatching(RFC_3339),
        date_modified: expect.stringMatching(RFC_3339),
        tags: [expect.any(String)],
        attachments: [{ url: ADDRESS, mime_type: 'image/png', size_in_bytes: expect.any(Number) }],
      });
      const [attachment] = Array.isArray(item.attachments) ? item.attachments : [];
      expect(item.image).toBe(attachment.url);
      return {
        id: readId(String(item.id)),
        url: item.url,
        title: item.title,
        content: item.content_html,
        publishedAt: item.date_published,
        image: { url: attachment.url, type: attachment.mime_type, bytes: attachment.size_in_bytes },
      };
    }),
  };
}

const ADDRESS = expect.stringMatching(/^https:\/\//);

type Parts = {
  readonly required: readonly string[];
  readonly optional?: readonly string[];
  readonly many?: readonly string[];
};

/** Exactly one of each that is required, at most one of each that is optional, and nothing that is not named. */
function expectParts(element: XmlElement, { required, optional = [], many = [] }: Parts): void {
  const names = element.children.map(({ name }) => name).filter((name) => !many.includes(name));
  expect(names.filter((name) => required.includes(name)).toSorted()).toEqual(required.toSorted());
  const others = names.filter((name) => !required.includes(name));
  expect(others.filter((name) => !optional.includes(name))).toEqual([]);
  expect(new Set(others).size).toBe(others.length);
}

/** As ISO 8601; its day of the week must be the right one. */
function readRfc822(date: string): string {
  expect(new Date(date).toUTCString()).toBe(date);
  return new Date(date).toISOString();
}

function findLink(element: XmlElement, rel: string): Readonly<Record<string, string>> {
  const [link, ...others] = listChildren(element, 'link').filter(({ attributes }) => attributes.rel === rel);
  if (link === undefined || others.length > 0) throw new Error(`There is not one link of ${rel}.`);
  return link.attributes;
}

function readId(id: string): string {
  expect(id).toMatch(TAG_URI);
  return id;
}

/** Drawing a feed's cards takes seconds on an idle machine. */
export const DRAWING_PATIENCE_MS = 100_000;

/** Waits until each entry of a feed has a picture: they are drawn after the first has asked for it. */
export async function waitForWholeFeed(site: TestSite, url: string): Promise<void> {
  await vi.waitFor(
    async () => {
      const { body } = await site.get(url);
      const count = (pattern: RegExp) => body.match(pattern)?.length ?? 0;
      expect(count(/<enclosure |rel="enclosure"|"attachments":/g)).toBe(
        count(/<item>|<entry>|"content_html":/g),
      );
    },
    { timeout: DRAWING_PATIENCE_MS, interval: 100 },
  );
}
