import { files } from '../../site/addresses.ts';
import { SITE } from '../../site/site-info.ts';
import type { Feed, FeedEntry, FormattedFeed } from './feed.ts';

/** JSON Feed 1.1 (jsonfeed.org). */
export function formatJsonFeed(feed: Feed): FormattedFeed {
  const body = {
    version: 'https://jsonfeed.org/version/1.1',
    title: feed.title,
    home_page_url: feed.url,
    feed_url: feed.selfUrl,
    description: feed.description,
    icon: `${feed.origin}${files.appleTouchIcon()}`,
    favicon: `${feed.origin}${files.appleTouchIcon()}`,
    language: 'en',
    authors: [{ name: SITE.name, url: `${feed.origin}/` }],
    items: feed.entries.map(formatItem),
  };
  return { type: 'application/feed+json; charset=utf-8', body: `${JSON.stringify(body)}\n` };
}

function formatItem({ id, url, title, summary, content, category, image, ...dates }: FeedEntry) {
  return {
    id,
    url,
    title,
    summary,
    content_html: content,
    date_published: dates.publishedAt,
    date_modified: dates.updatedAt,
    tags: [category],
    ...(image !== undefined && {
      image: image.url,
      attachments: [{ url: image.url, mime_type: image.type, size_in_bytes: image.bytes }],
    }),
  };
}
