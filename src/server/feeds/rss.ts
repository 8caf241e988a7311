import { files } from '../../site/addresses.ts';
import { FEED_ICON_SIZE_PX } from '../../site/limits.ts';
import { SITE } from '../../site/site-info.ts';
import { element, formatXmlDocument, textElement } from '../xml.ts';
import type { Feed, FeedEntry, FormattedFeed } from './feed.ts';

const NAMESPACES = {
  version: '2.0',
  'xmlns:atom': 'http://www.w3.org/2005/Atom',
  'xmlns:content': 'http://purl.org/rss/1.0/modules/content/',
  'xmlns:dc': 'http://purl.org/dc/elements/1.1/',
};

/** RSS 2.0 by the profile of the RSS Advisory Board. */
export function formatRss(feed: Feed): FormattedFeed {
  const channel = element(
    'channel',
    {},
    textElement('title', feed.title),
    textElement('link', feed.url),
    textElement('description', feed.description),
    textElement('language', 'en-us'),
    textElement('lastBuildDate', formatDate(feed.updatedAt)),
    element('atom:link', { href: feed.selfUrl, rel: 'self', type: 'application/rss+xml' }),
    element(
      'image',
      {},
      textElement('url', `${feed.origin}${files.feedIcon()}`),
      textElement('title', feed.title),
      textElement('link', feed.url),
      textElement('width', String(FEED_ICON_SIZE_PX)),
      textElement('height', String(FEED_ICON_SIZE_PX)),
    ),
    ...feed.entries.map(formatItem),
  );
  return {
    type: 'application/rss+xml; charset=utf-8',
    body: formatXmlDocument(element('rss', NAMESPACES, channel)),
  };
}

function formatItem({ id, url, title, summary, content, publishedAt, category, image }: FeedEntry): string {
  return element(
    'item',
    {},
    textElement('title', title),
    textElement('link', url),
    textElement('guid', id, { isPermaLink: 'false' }),
    textElement('pubDate', formatDate(publishedAt)),
    textElement('dc:creator', SITE.name),
    textElement('category', category),
    textElement('description', summary),
    textElement('content:encoded', content),
    ...(image === undefined
      ? []
      : [element('enclosure', { url: image.url, length: image.bytes, type: image.type })]),
  );
}

/** RFC 822, with the year in four digits. */
function formatDate(isoDate: string): string {
  return new Date(isoDate).toUTCString();
}
