import { type Row, readInteger, readText } from '../../search-engine/database.ts';
import type { ArticlePlace } from '../../site/addresses.ts';
import type { PostSummary } from '../../site/entities.ts';
import { formatIsoDate, readOptionalInteger, readOptionalText } from '../rows.ts';
import type { Store } from '../store.ts';
import { formatPostIsLive } from './live.ts';
import { NEWEST_FIRST } from './posts.ts';

/** `lastChanged` is ISO 8601 in UTC. */
export type SitemapPost = ArticlePlace &
  Pick<PostSummary, 'id' | 'title' | 'categoryId' | 'subcategoryId' | 'publishedAt'> & {
    readonly lastChanged: string;
    /** Whether search engines shall index it at this address. */
    readonly isIndexed: boolean;
  };
export type SitemapLegacyPost = {
  readonly id: number;
  readonly legacyUrl: string;
  readonly lastChanged?: string;
};

const POST_COLUMNS = `p.id, p.slug, p.category, p.subcategory, p.title, p.published_at,
  c.id AS category_id, s.id AS subcategory_id,
  coalesce(p.updated_at, p.published_at) AS changed_at,
  p.noindex IS NOT TRUE AND p.canonical IS NULL AS is_indexed`;
const POST_TABLES = `posts p
  JOIN categories c ON c.slug = p.category
  LEFT JOIN subcategories s ON s.slug = p.subcategory`;

/** Lists the posts of the sitemap, newest first. */
export function listSitemapPosts({ index }: Store, now: number): SitemapPost[] {
  return index
    .all(
      `SELECT ${POST_COLUMNS} FROM ${POST_TABLES} WHERE ${formatPostIsLive('p')} ORDER BY ${NEWEST_FIRST}`,
      {
        now,
      },
    )
    .map(parsePost);
}

/** Finds those of these posts that are published. */
export function findSitemapPosts(
  { index }: Store,
  slugs: readonly string[],
  now: number,
): SitemapPost[] {
  const rows = index.all(
    `SELECT ${POST_COLUMNS} FROM ${POST_TABLES}
     WHERE p.slug IN (SELECT value FROM json_each(:slugs)) AND ${formatPostIsLive('p')} ORDER BY ${NEWEST_FIRST}`,
    { slugs: JSON.stringify(slugs), now },
  );
  return rows.map(parsePost);
}

/** Lists the posts of a subcategory since a time, newest first. */
export function listNewsPosts(
  { index }: Store,
  {
    subcategory,
    from,
    now,
  }: { readonly subcategory: string; readonly from: number; readonly now: number },
): SitemapPost[] {
  const rows = index.all(
    `SELECT ${POST_COLUMNS} FROM ${POST_TABLES}
     WHERE p.subcategory = :subcategory AND p.published_at >= :from AND ${formatPostIsLive('p')} ORDER BY ${NEWEST_FIRST}`,
    { subcategory, from, now },
  );
  return rows.map(parsePost);
}

/**
 * Where a list in the order of `listSitemapPosts` continues: after the post with this time and id.
 */
export type PostPlaceInList = { readonly publishedAt: number; readonly id: number };

/** Before the newest. */
export const START_OF_LIST: PostPlaceInList = {
  publishedAt: Number.MAX_SAFE_INTEGER,
  id: Number.MAX_SAFE_INTEGER,
};

/** A post with its distinct pictures. */
export type PicturedPost = SitemapPost & { readonly pictures: readonly string[] };

/** Returns the next slice of a list. */
export function listPicturedPosts(
  { index, slicing }: Store,
  { publishedAt, id }: PostPlaceInList,
  now: number,
): PicturedPost[] {
  const rows = index.all(
    `SELECT ${POST_COLUMNS}, i.addresses FROM ${POST_TABLES} LEFT JOIN post_pictures i ON i.post_id = p.id
     WHERE (p.published_at, p.id) < (:publishedAt, :id) AND ${formatPostIsLive('p')} ORDER BY ${NEWEST_FIRST} LIMIT :limit`,
    { publishedAt, id, now, limit: slicing.rows },
  );
  return rows.map((row) => {
    const pictures = readOptionalText(row, 'addresses');
    return { ...parsePost(row), pictures: pictures?.split('\n') ?? [] };
  });
}

function parsePost(row: Row): SitemapPost {
  return {
    id: readInteger(row, 'id'),
    category: readText(row, 'category'),
    categoryId: readInteger(row, 'category_id'),
    subcategory: readOptionalText(row, 'subcategory'),
    subcategoryId: readOptionalInteger(row, 'subcategory_id'),
    slug: readText(row, 'slug'),
    title: readText(row, 'title'),
    publishedAt: formatIsoDate(readInteger(row, 'published_at')),
    lastChanged: formatIsoDate(readInteger(row, 'changed_at')),
    isIndexed: readInteger(row, 'is_indexed') === 1,
  };
}

/** When a post of each place last changed, in milliseconds since the epoch. */
export type PlaceChange = {
  readonly category: string;
  readonly subcategory: string | undefined;
  readonly changedAt: number;
};

/**
 * Lists changes of the posts with an id in a range of as many as a slice has; undefined after the
 * last.
 */
export function listPlaceChanges(
  { index, slicing }: Store,
  after: number,
  now: number,
): { readonly last: number; readonly changes: readonly PlaceChange[] } | undefined {
  const next = index.get('SELECT min(id) AS id FROM posts WHERE id > :after', { after });
  const first = next && readOptionalInteger(next, 'id');
  if (first === undefined) return undefined;
  const last = first + slicing.rows - 1;
  const rows = index.all(
    `SELECT category, subcategory, max(coalesce(updated_at, published_at)) AS changed_at FROM posts
     WHERE id BETWEEN :first AND :last AND ${formatPostIsLive('posts')} GROUP BY category, subcategory`,
    { first, last, now },
  );
  const changes = rows.map((row) => ({
    category: readText(row, 'category'),
    subcategory: readOptionalText(row, 'subcategory'),
    changedAt: readInteger(row, 'changed_at'),
  }));
  return { last, changes };
}

/** Returns a slice of those that don't redirect, by address, after the one at `place`. */
export function listSitemapLegacyPosts(
  { index, slicing }: Store,
  { legacyUrl, id }: Pick<SitemapLegacyPost, 'legacyUrl' | 'id'>,
): SitemapLegacyPost[] {
  const rows = index.all(
    `SELECT id, legacy_url, updated_at FROM legacy_posts
     WHERE redirect_to IS NULL AND (legacy_url, id) > (:legacyUrl, :id) ORDER BY legacy_url, id LIMIT :limit`,
    { legacyUrl, id, limit: slicing.rows },
  );
  return rows.map((row) => {
    const changedAt = readOptionalInteger(row, 'updated_at');
    return {
      id: readInteger(row, 'id'),
      legacyUrl: readText(row, 'legacy_url'),
      ...(changedAt !== undefined && { lastChanged: formatIsoDate(changedAt) }),
    };
  });
}
