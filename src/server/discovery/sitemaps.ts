import { files, pages } from '../../site/addresses.ts';
import { formatCardAddress } from '../../site/card-addresses.ts';
import { createPostCard, createTextCard } from '../../site/cards.ts';
import type { OwnPage } from '../../site/entities.ts';
import { listAllSubcategories, type Site } from '../../site/site.ts';
import type { Taxonomy } from '../../site/taxonomy.ts';
import { listPages } from '../../store/other-records.ts';
import { readSite } from '../../store/site.ts';
import {
  listPostPictures,
  listSitemapLegacyPosts,
  listSitemapPosts,
  type SitemapPost,
} from '../../store/sitemap.ts';
import type { Store } from '../../store/store.ts';
import { listSitemapTags } from '../../store/tags.ts';
import { readTaxonomy } from '../../store/taxonomy.ts';
import { element, formatXmlDocument, textElement } from '../xml.ts';

export type SitemapEntry = {
  readonly path: string;
  readonly changedAt?: string | undefined;
  readonly images?: readonly string[];
};

/** Limit of Google's image sitemaps 1.1. */
const IMAGES_MAX = 1_000;

export function listSitemapEntries(store: Store, now: number): readonly SitemapEntry[] {
  const posts = listSitemapPosts(store, now);
  const pictures = listPostPictures(store);
  const taxonomy = readTaxonomy(store, now);
  const { site } = taxonomy;
  const newestOf = (isIncluded: (post: SitemapPost) => boolean) =>
    findNewest(posts.filter(isIncluded).map(({ lastChanged }) => lastChanged));
  const newest = newestOf(() => true);
  return [
    { path: pages.home(), changedAt: newest },
    { path: pages.articles(), changedAt: newest },
    ...listPages(store)
      .filter(({ inSitemap, noindex, canonical }) => inSitemap && !noindex && canonical === undefined)
      .map((page) => createPageEntry(page, site)),
    { path: pages.siteMap(), changedAt: newest },
    ...site.categories.map(({ slug }) => ({
      path: pages.category(slug),
      changedAt: newestOf((post) => post.category === slug),
    })),
    ...listAllSubcategories(site).map((place) => ({
      path: pages.subcategory(place, site.news),
      changedAt: newestOf((post) => post.subcategory === place.slug),
    })),
    ...listSitemapTags(store, now).map(({ slug, lastChanged }) => ({
      path: pages.tag(slug),
      changedAt: lastChanged,
    })),
    ...(site.authors ?? []).map(({ slug }) => ({ path: pages.author(slug) })),
    ...posts
      .filter(({ isIndexed }) => isIndexed)
      .map((post) => createPostEntry(post, taxonomy, pictures.get(post.slug))),
    ...listSitemapLegacyPosts(store).map(({ legacyUrl, lastChanged }) => ({
      path: legacyUrl,
      changedAt: lastChanged,
    })),
  ];
}

function createPostEntry(
  post: SitemapPost,
  taxonomy: Taxonomy,
  pictures: readonly string[] = [],
): SitemapEntry {
  const card = formatCardAddress(createPostCard(post, taxonomy), '16x9');
  return {
    path: pages.article(post, taxonomy.site.news),
    changedAt: post.lastChanged,
    images: [card, ...pictures].slice(0, IMAGES_MAX),
  };
}

function createPageEntry(page: OwnPage, site: Site): SitemapEntry {
  const pictures = Array.from(page.content.matchAll(/<img src="([^"]+)"/g), ([, src = '']) => src);
  const card = formatCardAddress(createTextCard(page, site), '16x9');
  const changedAt = page.updatedAt ?? page.publishedAt;
  return { path: pages.page(page.slug), changedAt, images: [card, ...pictures].slice(0, IMAGES_MAX) };
}

function findNewest(dates: readonly (string | undefined)[]): string | undefined {
  return dates
    .filter((date) => date !== undefined)
    .sort()
    .at(-1);
}

/** Of one file (sitemaps.org, version 0.9). */
export const SITEMAP_LIMITS = { addresses: 50_000, bytes: 50 * 1024 * 1024 } as const;

const SITEMAP = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const IMAGE = 'http://www.google.com/schemas/sitemap-image/1.1';
const NEWS_NAMESPACE = 'http://www.google.com/schemas/sitemap-news/0.9';

const FRAME_BYTES = 1_000;

type Limits = { readonly addresses: number; readonly bytes: number };

export function formatSitemapParts(
  entries: readonly SitemapEntry[],
  origin: string,
  limits: Limits = SITEMAP_LIMITS,
): readonly { readonly xml: string; readonly changedAt: string | undefined }[] {
  const parts: { readonly urls: string[]; readonly changes: (string | undefined)[]; bytes: number }[] = [];
  for (const entry of entries) {
    const url = formatUrl(entry, origin);
    const size = Buffer.byteLength(url) + 1;
    let part = parts.at(-1);
    if (part === undefined || part.urls.length >= limits.addresses || part.bytes + size > limits.bytes) {
      part = { urls: [], changes: [], bytes: FRAME_BYTES };
      parts.push(part);
    }
    part.urls.push(url);
    part.changes.push(entry.changedAt);
    part.bytes += size;
  }
  return parts.map((part) => ({
    xml: formatUrlSet({ xmlns: SITEMAP, 'xmlns:image': IMAGE }, part.urls),
    changedAt: findNewest(part.changes),
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

/** Limit of Google's news sitemaps. */
const NEWS_MS = 2 * 24 * 60 * 60 * 1000;

export function formatNewsSitemap(store: Store, now: number, origin: string): string {
  const { name: siteName, language, news: place } = readSite(store);
  const posts = listSitemapPosts(store, now).filter(
    ({ isIndexed, subcategory, publishedAt }) =>
      place !== undefined &&
      subcategory === place.slug &&
      isIndexed &&
      now - Date.parse(publishedAt) <= NEWS_MS,
  );
  const name = textElement('news:name', siteName);
  const publication = element('news:publication', {}, name, textElement('news:language', language));
  const urls = posts.map((post) => {
    const date = textElement('news:publication_date', post.publishedAt);
    const news = element('news:news', {}, publication, date, textElement('news:title', post.title));
    return element('url', {}, textElement('loc', `${origin}${pages.article(post, place)}`), news);
  });
  return formatUrlSet({ xmlns: SITEMAP, 'xmlns:news': NEWS_NAMESPACE }, urls);
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
