import { type ArticlePlace, files } from '../site/addresses.ts';
import type { PostSummary } from '../site/entities.ts';
import { whereLive } from './live.ts';
import { formatIsoDate, readInteger, readOptionalInteger, readOptionalText, readText } from './rows.ts';
import type { Store } from './store.ts';

/** `lastChanged` is ISO 8601 in UTC. */
export type SitemapPost = ArticlePlace &
  Pick<PostSummary, 'title' | 'categoryId' | 'subcategoryId' | 'publishedAt'> & {
    readonly lastChanged: string;
    /** Whether search engines shall index it at this address. */
    readonly isIndexed: boolean;
  };
export type SitemapLegacyPost = { readonly legacyUrl: string; readonly lastChanged?: string };

/** SQLite's LIMIT for no limit. */
const NO_LIMIT = -1;

/** Newest first; with `limit` only so many. */
export function listSitemapPosts(store: Store, now: number, limit = NO_LIMIT): SitemapPost[] {
  const rows = store.index.all(
    `SELECT p.slug, p.category, p.subcategory, p.title, p.published_at,
       c.id AS category_id, s.id AS subcategory_id,
       coalesce(p.updated_at, p.published_at) AS changed_at,
       p.noindex IS NOT TRUE AND p.canonical IS NULL AS is_indexed
     FROM posts p
       JOIN categories c ON c.slug = p.category
       LEFT JOIN subcategories s ON s.slug = p.subcategory
     WHERE ${whereLive('p')} ORDER BY p.published_at DESC, p.id DESC LIMIT :limit`,
    { now, limit },
  );
  return rows.map((row) => ({
    category: readText(row, 'category'),
    categoryId: readInteger(row, 'category_id'),
    subcategory: readOptionalText(row, 'subcategory'),
    subcategoryId: readOptionalInteger(row, 'subcategory_id'),
    slug: readText(row, 'slug'),
    title: readText(row, 'title'),
    publishedAt: formatIsoDate(readInteger(row, 'published_at')),
    lastChanged: formatIsoDate(readInteger(row, 'changed_at')),
    isIndexed: readInteger(row, 'is_indexed') === 1,
  }));
}

const PICTURE = new RegExp(`<img src="(${files.media('')}[^"]+)"`, 'g');

/** The distinct pictures of each post that has some, by slug. */
export function listPostPictures(store: Store): ReadonlyMap<string, readonly string[]> {
  const pictures = new Map<string, readonly string[]>();
  const sql = 'SELECT slug, content FROM posts JOIN post_texts ON post_id = id ORDER BY id';
  for (const row of store.index.iterate(sql)) {
    const found = Array.from(readText(row, 'content').matchAll(PICTURE), ([, address = '']) => address);
    if (found.length > 0) pictures.set(readText(row, 'slug'), [...new Set(found)]);
  }
  return pictures;
}

/** Those that don't redirect, by address. */
export function listSitemapLegacyPosts(store: Store): SitemapLegacyPost[] {
  const rows = store.index.all(
    'SELECT legacy_url, updated_at FROM legacy_posts WHERE redirect_to IS NULL ORDER BY legacy_url',
  );
  return rows.map((row) => {
    const changedAt = readOptionalInteger(row, 'updated_at');
    return {
      legacyUrl: readText(row, 'legacy_url'),
      ...(changedAt !== undefined && { lastChanged: formatIsoDate(changedAt) }),
    };
  });
}
