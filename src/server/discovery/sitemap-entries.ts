import { pages } from '../../site/addresses.ts';
import { createGuideCard, createPostCard, formatCardAddress } from '../../site/cards.ts';
import { CATEGORIES, listBuiltInSubcategories, NEWS } from '../../site/categories.ts';
import type { Guide } from '../../site/guide.ts';
import type { Taxonomy } from '../../site/taxonomy.ts';
import {
  listPostPictures,
  listSitemapLegacyPosts,
  listSitemapPosts,
  type SitemapPost,
} from '../../store/sitemap.ts';
import type { Store } from '../../store/store.ts';
import { readTaxonomy } from '../../store/taxonomy.ts';

export type SitemapEntry = {
  /** Canonical path. */
  readonly path: string;
  /** ISO 8601; undefined if unknown. */
  readonly changedAt?: string | undefined;
  /** Paths of the pictures of the page and of its card. */
  readonly images?: readonly string[];
};

export type NewsEntry = { readonly path: string; readonly title: string; readonly publishedAt: string };

type SitemapOptions = { readonly now: number; readonly guide: Guide };

/** Limit of Google's image sitemaps 1.1. */
const IMAGES_MAX = 1_000;

/** Every address that search engines should find. */
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
