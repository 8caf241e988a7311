import { files } from '../../site/addresses.ts';
import { SITE } from '../../site/site-info.ts';
import { element, formatXmlDocument, textElement } from '../xml.ts';
import type { Feed, FeedEntry, FormattedFeed } from './feed.ts';

/** Atom 1.0 (RFC 4287). */
export function formatAtom(feed: Feed): FormattedFeed {
  const root = element(
    'feed',
    { xmlns: 'http://www.w3.org/2005/Atom', 'xml:lang': 'en' },
    textElement('id', feed.id),
    textElement('title', feed.title),
    textElement('subtitle', feed.description),
    textElement('updated', feed.updatedAt),
    element('link', { rel: 'self', type: 'application/atom+xml', href: feed.selfUrl }),
    element('link', { rel: 'alternate', type: 'text/html', href: feed.url }),
    element('author', {}, textElement('name', SITE.name), textElement('uri', `${feed.origin}/`)),
    textElement('icon', `${feed.origin}${files.appleTouchIcon()}`),
    ...feed.entries.map(formatEntry),
  );
  return { type: 'application/atom+xml; charset=utf-8', body: formatXmlDocument(root) };
}

function formatEntry(entry: FeedEntry): string {
  const { image } = entry;
  return element(
    'entry',
    {},
    textElement('id', entry.id),
    textElement('title', entry.title),
    element('link', { rel: 'alternate', type: 'text/html', href: entry.url }),
    ...(image === undefined
      ? []
      : [element('link', { rel: 'enclosure', type: image.type, length: image.bytes, href: image.url })]),
    textElement('published', entry.publishedAt),
    textElement('updated', entry.updatedAt),
    element('category', { term: entry.category }),
    textElement('summary', entry.summary),
    textElement('content', entry.content, { type: 'html' }),
  );
}
