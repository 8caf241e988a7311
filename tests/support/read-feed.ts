/** Parses feeds strictly by the rules of their formats, into one type. */
import { expect, vi } from 'vitest';
import { z } from 'zod';
import { ORIGIN, type TestSite } from './test-site.ts';
import { listChildren, parseXml, readChild, type XmlElement } from './xml.ts';

const AUTHOR = z.literal('Marketing Workbench');
const TEXT = z.string().regex(/\S/);
const ADDRESS = z.string().regex(/^https:\/\//);
const FEED_ID = z.string().regex(/^tag:www\.marketingworkbench\.example,2011:feed:\S+$/);
const ENTRY_ID = z.string().regex(/^tag:www\.marketingworkbench\.example,2011:(?:post|page):\S+$/);
const RFC_3339 = z.iso.datetime();
/** The day of the week must be the right one. */
const RFC_822 = z.string().refine((date) => new Date(date).toUTCString() === date);
/** Holds no text, only elements or attributes. */
const EMPTY = z.literal('');

const RSS_CHANNEL = z.strictObject({
  title: TEXT,
  link: ADDRESS,
  description: TEXT,
  language: z.literal('en-us'),
  lastBuildDate: RFC_822,
  'atom:link': EMPTY,
  image: EMPTY,
});
/** The site, or the author of one article. */
const SIGNER = z.literal([AUTHOR.value, 'Ada Lane']);
const RSS_ITEM = z.strictObject({
  guid: ENTRY_ID,
  link: ADDRESS,
  title: TEXT,
  pubDate: RFC_822,
  'dc:creator': SIGNER,
  description: TEXT,
  'content:encoded': z.string(),
});

/** Reads a feed by the profile of the RSS Advisory Board. */
export function readRss(body: string) {
  const rss = parseXml(body);
  expect([rss.name, rss.attributes.version, rss.children.length]).toEqual(['rss', '2.0', 1]);
  const [channel = rss] = rss.children;
  const { title, link } = RSS_CHANNEL.parse(readTexts(channel, 'item'));
  const [image = channel] = listChildren(channel, 'image');
  const url = expect.stringMatching(/\.(?:gif|jpe?g|png)$/);
  expect(readTexts(image)).toEqual({ title, link, url, width: '144', height: '144' });
  const [self] = listChildren(channel, 'atom:link');
  expect(self?.attributes).toMatchObject({ rel: 'self', type: 'application/rss+xml' });
  const entries = listChildren(channel, 'item').map((item) => {
    const texts = RSS_ITEM.parse(readTexts(item, 'enclosure', 'category'));
    const names = Object.keys(texts);
    expect(names.indexOf('description')).toBeLessThan(names.indexOf('content:encoded'));
    expect(listChildren(item, 'guid')[0]?.attributes).toEqual({ isPermaLink: 'false' });
    const [enclosure] = listChildren(item, 'enclosure');
    return {
      id: texts.guid,
      url: texts.link,
      title: texts.title,
      content: texts['content:encoded'],
      publishedAt: new Date(texts.pubDate).toISOString(),
      categories: listChildren(item, 'category').map(({ text }) => TEXT.parse(text)),
      image: enclosure && readEnclosure(enclosure.attributes.url, enclosure),
    };
  });
  return { self: self?.attributes.href ?? '', home: link, entries };
}

const ATOM_FEED = z.strictObject({
  id: FEED_ID,
  title: TEXT,
  subtitle: TEXT,
  updated: RFC_3339,
  icon: ADDRESS,
  author: EMPTY,
});
const ATOM_ENTRY = z.strictObject({
  id: ENTRY_ID,
  title: TEXT,
  updated: RFC_3339,
  published: RFC_3339,
  summary: TEXT,
  content: z.string(),
  author: EMPTY.optional(),
});

/** RFC 4287. */
export function readAtom(body: string) {
  const feed = parseXml(body);
  expect(feed).toMatchObject({
    name: 'feed',
    attributes: { xmlns: 'http://www.w3.org/2005/Atom' },
  });
  const { updated } = ATOM_FEED.parse(readTexts(feed, 'link', 'entry'));
  const [author = feed] = listChildren(feed, 'author');
  expect(readTexts(author)).toEqual({ name: AUTHOR.value, uri: `${ORIGIN}/` });
  const changes: string[] = [];
  const entries = listChildren(feed, 'entry').map((entry) => {
    const { id, title, content, published, ...texts } = ATOM_ENTRY.parse(
      readTexts(entry, 'link', 'category'),
    );
    changes.push(texts.updated);
    expect(listChildren(entry, 'content')[0]?.attributes).toEqual({ type: 'html' });
    const [enclosure] = listLinks(entry, 'enclosure');
    const image = enclosure && readEnclosure(enclosure.attributes.href, enclosure);
    return {
      id,
      url: readLink(entry, 'alternate', 'text/html'),
      title,
      content,
      publishedAt: published,
      categories: listChildren(entry, 'category').map(({ attributes }) => attributes.term),
      image,
    };
  });
  if (changes.length > 0) expect(updated).toBe(changes.toSorted().at(-1));
  return {
    self: readLink(feed, 'self', 'application/atom+xml'),
    home: readLink(feed, 'alternate', 'text/html'),
    entries,
  };
}

const JSON_FEED = z.strictObject({
  version: z.literal('https://jsonfeed.org/version/1.1'),
  title: TEXT,
  description: TEXT,
  language: z.literal('en'),
  home_page_url: ADDRESS,
  feed_url: ADDRESS,
  icon: ADDRESS,
  favicon: ADDRESS,
  authors: z.tuple([z.strictObject({ name: AUTHOR, url: z.literal(`${ORIGIN}/`) })]),
  items: z.array(
    z.strictObject({
      id: ENTRY_ID,
      url: ADDRESS,
      title: TEXT,
      summary: TEXT,
      content_html: z.string(),
      date_published: RFC_3339,
      date_modified: RFC_3339,
      tags: z.array(TEXT),
      authors: z.tuple([z.strictObject({ name: SIGNER, url: ADDRESS })]).optional(),
      image: ADDRESS.optional(),
      attachments: z
        .tuple([z.strictObject({ url: ADDRESS, mime_type: TEXT, size_in_bytes: z.int() })])
        .optional(),
    }),
  ),
});

/** jsonfeed.org, version 1.1. */
export function readJson(body: string) {
  const feed = JSON_FEED.parse(JSON.parse(body));
  const entries = feed.items.map(({ id, url, title, image, ...item }) => {
    const [attachment] = item.attachments ?? [];
    expect(image).toBe(attachment?.url);
    return {
      id,
      url,
      title,
      content: item.content_html,
      publishedAt: item.date_published,
      categories: item.tags,
      image: attachment && {
        url: attachment.url,
        type: attachment.mime_type,
        bytes: attachment.size_in_bytes,
      },
    };
  });
  return { self: feed.feed_url, home: feed.home_page_url, entries };
}

/** Returns the texts of the children by name, except `many`; throws if a name occurs twice. */
function readTexts(
  element: XmlElement,
  ...many: readonly string[]
): Readonly<Record<string, string>> {
  const names = element.children.map(({ name }) => name).filter((name) => !many.includes(name));
  return Object.fromEntries(names.map((name) => [name, readChild(element, name)]));
}

function listLinks(element: XmlElement, rel: string): readonly XmlElement[] {
  return listChildren(element, 'link').filter(({ attributes }) => attributes.rel === rel);
}

function readLink(element: XmlElement, rel: string, type: string): string {
  const [link, ...others] = listLinks(element, rel);
  expect([link?.attributes.type, others]).toEqual([type, []]);
  return link?.attributes.href ?? '';
}

function readEnclosure(url = '', { attributes: { type = '', length } }: XmlElement) {
  return { url, type, bytes: Number(length) };
}

/** Drawing a feed's cards takes seconds on an idle machine. */
export const DRAWING_PATIENCE_MS = 100_000;

/** Waits until each entry of a feed has a picture: the first request starts drawing them. */
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
