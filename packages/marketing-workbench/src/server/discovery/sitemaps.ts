import { machineFiles, pages } from '../../site/addresses.ts';
import { readSite } from '../../store/pages/known-site.ts';
import { listNewsPosts } from '../../store/posts/sitemap.ts';
import type { Store } from '../../store/store.ts';
import { formatXmlDocument, formatXmlElement, textElement } from '../xml.ts';
import type { SitemapEntry } from './sitemap-entries.ts';

const SITEMAP = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const IMAGE = 'http://www.google.com/schemas/sitemap-image/1.1';
const NEWS_NAMESPACE = 'http://www.google.com/schemas/sitemap-news/0.9';

/** Returns what is before and after the addresses of a sitemap, which a line break separates. */
export function formatSitemapFrame(): readonly [start: string, end: string] {
  const [start = '', end = ''] = formatUrlSet({ xmlns: SITEMAP, 'xmlns:image': IMAGE }, [
    '\0',
  ]).split('\0');
  return [start, end];
}

export function formatSitemapUrl(
  { path, changedAt, images = [] }: SitemapEntry,
  origin: string,
): string {
  return formatXmlElement(
    'url',
    {},
    textElement('loc', `${origin}${path}`),
    ...formatLastChange(changedAt),
    ...images.map((image) =>
      formatXmlElement('image:image', {}, textElement('image:loc', `${origin}${image}`)),
    ),
  );
}

export function formatSitemapIndex(
  parts: readonly { readonly changedAt: string | undefined }[],
  origin: string,
): string {
  const sitemaps = parts.map(({ changedAt }, index) =>
    formatXmlElement(
      'sitemap',
      {},
      textElement('loc', `${origin}${machineFiles.sitemapPart(index + 1)}`),
      ...formatLastChange(changedAt),
    ),
  );
  return formatXmlDocument(
    formatXmlElement('sitemapindex', { xmlns: SITEMAP }, '\n', sitemaps.join('\n'), '\n'),
  );
}

/** Limit of Google's news sitemaps. */
const NEWS_MS = 2 * 24 * 60 * 60 * 1000;

export function formatNewsSitemap(store: Store, now: number, origin: string): string {
  const { name: siteName, language, news: place } = readSite(store);
  const posts =
    place === undefined
      ? []
      : listNewsPosts(store, { subcategory: place.slug, from: now - NEWS_MS, now }).filter(
          ({ isIndexed }) => isIndexed,
        );
  const name = textElement('news:name', siteName);
  const publication = formatXmlElement(
    'news:publication',
    {},
    name,
    textElement('news:language', language),
  );
  const urls = posts.map((post) => {
    const date = textElement('news:publication_date', post.publishedAt);
    const news = formatXmlElement(
      'news:news',
      {},
      publication,
      date,
      textElement('news:title', post.title),
    );
    return formatXmlElement(
      'url',
      {},
      textElement('loc', `${origin}${pages.article(post, place)}`),
      news,
    );
  });
  return formatUrlSet({ xmlns: SITEMAP, 'xmlns:news': NEWS_NAMESPACE }, urls);
}

function formatLastChange(changedAt: string | undefined): readonly string[] {
  return changedAt === undefined ? [] : [textElement('lastmod', changedAt.slice(0, 10))];
}

function formatUrlSet(
  namespaces: Readonly<Record<string, string>>,
  urls: readonly string[],
): string {
  return formatXmlDocument(formatXmlElement('urlset', namespaces, '\n', urls.join('\n'), '\n'));
}
