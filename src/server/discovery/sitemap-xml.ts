import { files } from '../../site/addresses.ts';
import { SITE } from '../../site/site-info.ts';
import { element, formatXmlDocument, textElement } from '../xml.ts';
import type { NewsEntry, SitemapEntry } from './sitemap-entries.ts';

/** Of one file (sitemaps.org, version 0.9). */
export const SITEMAP_LIMITS = { addresses: 50_000, bytes: 50 * 1024 * 1024 } as const;

const SITEMAP = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const IMAGE = 'http://www.google.com/schemas/sitemap-image/1.1';
const NEWS = 'http://www.google.com/schemas/sitemap-news/0.9';

/** More than the text around the entries takes. */
const FRAME_BYTES = 1_000;

type Limits = { readonly addresses: number; readonly bytes: number };
type Part = { readonly urls: string[]; bytes: number; changedAt: string | undefined };

/** Splits a sitemap into at least one file. */
export function formatSitemapParts(
  entries: readonly SitemapEntry[],
  origin: string,
  limits: Limits = SITEMAP_LIMITS,
): readonly { readonly xml: string; readonly changedAt: string | undefined }[] {
  const parts: Part[] = [createPart()];
  for (const entry of entries) {
    const url = formatUrl(entry, origin);
    const size = Buffer.byteLength(url) + 1;
    let part = parts.at(-1) ?? createPart();
    if (part.urls.length >= limits.addresses || part.bytes + size > limits.bytes) {
      part = createPart();
      parts.push(part);
    }
    part.urls.push(url);
    part.bytes += size;
    if (entry.changedAt !== undefined && entry.changedAt > (part.changedAt ?? ''))
      part.changedAt = entry.changedAt;
  }
  return parts.map(({ urls, changedAt }) => ({
    xml: formatUrlSet({ xmlns: SITEMAP, 'xmlns:image': IMAGE }, urls),
    changedAt,
  }));
}

export function formatSitemapIndex(
  parts: readonly { readonly changedAt: string | undefined }[],
  origin: string,
): string {
  const sitemaps = parts.map(({ changedAt }, index) =>
    element(
      'sitemap',
      {},
      textElement('loc', `${origin}${files.sitemapPart(index + 1)}`),
      ...formatLastChange(changedAt),
    ),
  );
  return formatXmlDocument(element('sitemapindex', { xmlns: SITEMAP }, '\n', sitemaps.join('\n'), '\n'));
}

/** Google's news sitemap, version 0.9. */
export function formatNewsSitemap(entries: readonly NewsEntry[], origin: string): string {
  const urls = entries.map(({ path, title, publishedAt }) =>
    element(
      'url',
      {},
      textElement('loc', `${origin}${path}`),
      element(
        'news:news',
        {},
        element(
          'news:publication',
          {},
          textElement('news:name', SITE.name),
          textElement('news:language', 'en'),
        ),
        textElement('news:publication_date', publishedAt),
        textElement('news:title', title),
      ),
    ),
  );
  return formatUrlSet({ xmlns: SITEMAP, 'xmlns:news': NEWS }, urls);
}

function formatUrl({ path, changedAt, images = [] }: SitemapEntry, origin: string): string {
  return element(
    'url',
    {},
    textElement('loc', `${origin}${path}`),
    ...formatLastChange(changedAt),
    ...images.map((image) => element('image:image', {}, textElement('image:loc', `${origin}${image}`))),
  );
}

function formatLastChange(changedAt: string | undefined): readonly string[] {
  return changedAt === undefined ? [] : [textElement('lastmod', changedAt.slice(0, 10))];
}

function formatUrlSet(namespaces: Readonly<Record<string, string>>, urls: readonly string[]): string {
  return formatXmlDocument(element('urlset', namespaces, '\n', urls.join('\n'), '\n'));
}

function createPart(): Part {
  return { urls: [], bytes: FRAME_BYTES, changedAt: undefined };
}
