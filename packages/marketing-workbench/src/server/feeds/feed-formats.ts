import { type FeedFormat, files } from '../../site/addresses.ts';
import { escapeTags } from '../../site/escape-xml.ts';
import { FEED_ICON_SIZE_PX } from '../../site/limits.ts';
import { parseOffset } from '../../site/time/time-zones.ts';
import { formatXmlDocument, formatXmlElement, textElement } from '../xml.ts';
import type { Feed, FeedEntry } from './create-feed.ts';

export type FormattedFeed = { readonly type: string; readonly body: string };

export const FORMATS: Readonly<Record<FeedFormat, (feed: Feed) => FormattedFeed>> = {
  rss: formatRss,
  atom: formatAtom,
  json: formatJsonFeed,
};

/** Lists the links of a feed to its WebSub hub (W3C). */
function listHub(name: string, { hub }: Feed): readonly string[] {
  return hub === undefined ? [] : [formatXmlElement(name, { rel: 'hub', href: hub })];
}

/** Formats the feed as Atom 1.0 (RFC 4287). */
function formatAtom(feed: Feed): FormattedFeed {
  const root = formatXmlElement(
    'feed',
    { xmlns: 'http://www.w3.org/2005/Atom', 'xml:lang': feed.site.language },
    textElement('id', feed.id),
    textElement('title', feed.title),
    textElement('subtitle', feed.description),
    textElement('updated', feed.updatedAt),
    formatXmlElement('link', { rel: 'self', type: 'application/atom+xml', href: feed.selfUrl }),
    ...listHub('link', feed),
    formatXmlElement('link', { rel: 'alternate', type: 'text/html', href: feed.url }),
    formatXmlElement(
      'author',
      {},
      textElement('name', feed.site.name),
      textElement('uri', `${feed.origin}/`),
    ),
    textElement('icon', `${feed.origin}${files.appleTouchIcon()}`),
    ...feed.entries.map(formatAtomEntry),
  );
  return { type: 'application/atom+xml; charset=utf-8', body: formatXmlDocument(root) };
}

function formatAtomEntry(entry: FeedEntry): string {
  const { image } = entry;
  return formatXmlElement(
    'entry',
    {},
    textElement('id', entry.id),
    textElement('title', entry.title),
    formatXmlElement('link', { rel: 'alternate', type: 'text/html', href: entry.url }),
    ...(image === undefined
      ? []
      : [
          formatXmlElement('link', {
            rel: 'enclosure',
            type: image.type,
            length: image.bytes,
            href: image.url,
          }),
        ]),
    ...entry.authors.map(({ name, url }) =>
      formatXmlElement('author', {}, textElement('name', name), textElement('uri', url)),
    ),
    textElement('published', entry.publishedAt),
    textElement('updated', entry.updatedAt),
    ...entry.categories.map((term) => formatXmlElement('category', { term })),
    textElement('summary', entry.summary),
    textElement('content', entry.content, { type: 'html' }),
  );
}

const RSS_NAMESPACES = {
  version: '2.0',
  'xmlns:atom': 'http://www.w3.org/2005/Atom',
  'xmlns:content': 'http://purl.org/rss/1.0/modules/content/',
  'xmlns:dc': 'http://purl.org/dc/elements/1.1/',
};

/** Formats the feed as RSS 2.0 by the profile of the RSS Advisory Board. */
function formatRss(feed: Feed): FormattedFeed {
  const channel = formatXmlElement(
    'channel',
    {},
    textElement('title', feed.title),
    textElement('link', feed.url),
    textElement('description', feed.description),
    textElement(
      'language',
      feed.site.language === 'en' ? 'en-us' : feed.site.language.toLowerCase(),
    ),
    textElement('lastBuildDate', formatRssDate(feed.updatedAt)),
    formatXmlElement('atom:link', { href: feed.selfUrl, rel: 'self', type: 'application/rss+xml' }),
    ...listHub('atom:link', feed),
    formatXmlElement(
      'image',
      {},
      textElement('url', `${feed.origin}${files.icon('feed-icon.png')}`),
      textElement('title', feed.title),
      textElement('link', feed.url),
      textElement('width', String(FEED_ICON_SIZE_PX)),
      textElement('height', String(FEED_ICON_SIZE_PX)),
    ),
    ...feed.entries.map((entry) => formatRssItem(entry, feed)),
  );
  return {
    type: 'application/rss+xml; charset=utf-8',
    body: formatXmlDocument(formatXmlElement('rss', RSS_NAMESPACES, channel)),
  };
}

function formatRssItem(entry: FeedEntry, { site }: Feed): string {
  const { image, authors } = entry;
  return formatXmlElement(
    'item',
    {},
    textElement('title', entry.title),
    textElement('link', entry.url),
    textElement('guid', entry.id, { isPermaLink: 'false' }),
    textElement('pubDate', formatRssDate(entry.publishedAt)),
    ...(authors.length === 0 ? [site] : authors).map(({ name }) => textElement('dc:creator', name)),
    ...entry.categories.map((name) => textElement('category', name)),
    // It is HTML, other than the title of the item and the texts of the channel (RSS profile,
    // “Character data”).
    textElement('description', escapeTags(entry.summary)),
    textElement('content:encoded', entry.content),
    ...(image === undefined
      ? []
      : [formatXmlElement('enclosure', { url: image.url, length: image.bytes, type: image.type })]),
  );
}

/** Formats a date by RFC 822, with the year in four digits and the offset of the date. */
function formatRssDate(isoDate: string): string {
  const offset = /[+-]\d\d:\d\d$/.exec(isoDate)?.[0];
  if (offset === undefined) return new Date(isoDate).toUTCString();
  const local = new Date(Date.parse(isoDate) + parseOffset(offset));
  return local.toUTCString().replace('GMT', offset.replace(':', ''));
}

/** Formats the feed as JSON Feed 1.1 (jsonfeed.org). */
function formatJsonFeed(feed: Feed): FormattedFeed {
  const body = {
    version: 'https://jsonfeed.org/version/1.1',
    title: feed.title,
    home_page_url: feed.url,
    feed_url: feed.selfUrl,
    ...(feed.hub !== undefined && { hubs: [{ type: 'WebSub', url: feed.hub }] }),
    description: feed.description,
    icon: `${feed.origin}${files.appleTouchIcon()}`,
    favicon: `${feed.origin}${files.appleTouchIcon()}`,
    language: feed.site.language,
    authors: [{ name: feed.site.name, url: `${feed.origin}/` }],
    items: feed.entries.map(formatJsonItem),
  };
  return { type: 'application/feed+json; charset=utf-8', body: `${JSON.stringify(body)}\n` };
}

function formatJsonItem(entry: FeedEntry) {
  const { id, url, title, summary, content, categories, authors, image, ...dates } = entry;
  return {
    id,
    url,
    title,
    summary,
    content_html: content,
    date_published: dates.publishedAt,
    date_modified: dates.updatedAt,
    tags: categories,
    ...(authors.length > 0 && { authors }),
    ...(image !== undefined && {
      image: image.url,
      attachments: [{ url: image.url, mime_type: image.type, size_in_bytes: image.bytes }],
    }),
  };
}
