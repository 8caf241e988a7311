import { files, pages } from '../../site/addresses.ts';
import { createGuideCard, createPostCard, formatCardAddress } from '../../site/cards.ts';
import { CATEGORIES, listBuiltInSubcategories, NEWS } from '../../site/categories.ts';
import type { Guide } from '../../site/entities.ts';
import { SITE } from '../../site/site-info.ts';
import type { Taxonomy } from '../../site/taxonomy.ts';
import {
  listPostPictures,
  listSitemapLegacyPosts,
  listSitemapPosts,
  type SitemapPost,
} from '../../store/sitemap.ts';
import type { Store } from '../../store/store.ts';
import { readTaxonomy } from '../../store/taxonomy.ts';
import { element, formatXmlDocument, textElement } from '../xml.ts';

export type SitemapEntry = {
  readonly path: string;
  readonly changedAt?: string | undefined;
  readonly images?: readonly string[];
};

export type NewsEntry = { readonly path: string; readonly title: string; readonly publishedAt: string };

type SitemapOptions = { readonly now: number; readonly guide: Guide };

/** Limit of Google's image sitemaps 1.1. */
const IMAGES_MAX = 1_000;

export function listSitemapEntries(store: Store, { now, guide }: SitemapOptions): readonly SitemapEntry[] {
  const posts = listSitemapPosts(store, now);
  const pictures = listPostPictures(store);
  const taxonomy = readTaxonomy(store, now);
  const newestOf = (isIncluded: (post: SitemapPost) => boolean) => findNewest(posts.filter(isIncluded));
  return [
    { path: pages.home(), changedAt: findNewest(posts) },
    { path: pages.articles(), changedAt: findNewest(posts) },
    createGuideEntry(guide),
    { path: pages.siteMap(), changedAt: findNewest(posts) },
    ...CATEGORIES.map(({ slug }) => ({
      path: pages.category(slug),
      changedAt: newestOf((post) => post.category === slug),
    })),
    ...listBuiltInSubcategories().map(({ category, slug }) => ({
      path: pages.subcategory(category, slug),
      changedAt: newestOf((post) => post.subcategory === slug),
    })),
    ...posts.map((post) => createPostEntry(post, taxonomy, pictures.get(post.slug))),
    ...listSitemapLegacyPosts(store).map(({ legacyUrl, lastChanged }) => ({
      path: legacyUrl,
      changedAt: lastChanged,
    })),
  ];
}

/** Limit of Google's news sitemaps. */
const NEWS_MS = 2 * 24 * 60 * 60 * 1000;

export function listNewsEntries(store: Store, now: number): readonly NewsEntry[] {
  return listSitemapPosts(store, now)
    .filter((post) => post.subcategory === NEWS.slug && now - Date.parse(post.publishedAt) <= NEWS_MS)
    .map((post) => ({ path: pages.article(post), title: post.title, publishedAt: post.publishedAt }));
}

function createPostEntry(
  post: SitemapPost,
  taxonomy: Taxonomy,
  pictures: readonly string[] = [],
): SitemapEntry {
  const card = formatCardAddress(createPostCard(post, taxonomy), '16x9');
  return {
    path: pages.article(post),
    changedAt: post.lastChanged,
    images: [card, ...pictures].slice(0, IMAGES_MAX),
  };
}

function createGuideEntry(guide: Guide): SitemapEntry {
  const { updatedAt, publishedAt, content } = guide;
  const pictures = Array.from(content.matchAll(/<img src="([^"]+)"/g), ([, src = '']) => src);
  const card = formatCardAddress(createGuideCard(guide), '16x9');
  return { path: pages.guide(), changedAt: updatedAt ?? publishedAt, images: [card, ...pictures] };
}

function findNewest(posts: readonly SitemapPost[]): string | undefined {
  return posts.map((post) => post.lastChanged).reduce<string | undefined>(latest, undefined);
}

function latest(one: string | undefined, other: string): string {
  return one === undefined || other > one ? other : one;
}

/** Of one file (sitemaps.org, version 0.9). */
export const SITEMAP_LIMITS = { addresses: 50_000, bytes: 50 * 1024 * 1024 } as const;

const SITEMAP = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const IMAGE = 'http://www.google.com/schemas/sitemap-image/1.1';
const NEWS_NAMESPACE = 'http://www.google.com/schemas/sitemap-news/0.9';

const FRAME_BYTES = 1_000;

type Limits = { readonly addresses: number; readonly bytes: number };
type Part = { readonly urls: string[]; bytes: number; changedAt: string | undefined };

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

function createPart(): Part {
  return { urls: [], bytes: FRAME_BYTES, changedAt: undefined };
}
