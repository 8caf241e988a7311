import type { ArticlePlace } from '../../site/addresses.ts';
import type { Connection, DatabaseRow } from './connection.ts';

export type KnownAddresses = {
  /** All that were ever public. */
  readonly published: readonly ArticlePlace[];
  /** Retired: they answer 410. */
  readonly gone: readonly ArticlePlace[];
  /** Written by other programs only. */
  readonly external?: readonly ArticlePlace[];
  /** Articles whose slug another program changed. */
  readonly moved?: readonly MovedArticle[];
};

export type MovedArticle = { readonly place: ArticlePlace; readonly to: ArticlePlace };

/** `lastChanged` in milliseconds since the epoch. */
export type PublicArticle = { readonly place: ArticlePlace; readonly lastChanged: number };

export async function readKnownAddresses({ query }: Connection): Promise<KnownAddresses> {
  const rows = await query(`
    SELECT slug, category, subcategory, is_gone, of_folder FROM post_addresses
      WHERE published_at <= now() ORDER BY slug, category, subcategory`);
  const places = rows.map((row) => ({
    place: readPlace(row),
    isGone: row.is_gone === true,
    isExternal: row.of_folder === false,
  }));
  const moved = await query(`
    SELECT a.slug, a.category, a.subcategory, p.slug AS to_slug, p.category AS to_category,
        coalesce(p.subcategory, '') AS to_subcategory
      FROM post_addresses a JOIN posts p ON p.slug = a.moved_to WHERE a.published_at <= now()
      ORDER BY a.slug, a.category, a.subcategory`);
  return {
    published: places.map(({ place }) => place),
    gone: places.filter(({ isGone }) => isGone).map(({ place }) => place),
    external: places.filter(({ isExternal }) => isExternal).map(({ place }) => place),
    moved: moved.map((row) => ({
      place: readPlace(row),
      to: readPlace({ slug: row.to_slug, category: row.to_category, subcategory: row.to_subcategory }),
    })),
  };
}

export async function retireKnownAddresses(
  { query }: Connection,
  places: readonly ArticlePlace[],
): Promise<void> {
  for (const { slug, category, subcategory = '' } of places) {
    await query(
      'UPDATE post_addresses SET is_gone = true WHERE slug = $1 AND category = $2 AND subcategory = $3',
      [slug, category, subcategory],
    );
  }
}

export async function listPublicArticles({ query }: Connection): Promise<readonly PublicArticle[]> {
  const rows = await query(`
    SELECT slug, category, coalesce(subcategory, '') AS subcategory, coalesce(updated_at, published_at) AS changed_at
      FROM posts WHERE published_at <= now()`);
  return rows.map((row) => ({ place: readPlace(row), lastChanged: Number(row.changed_at) }));
}

function readPlace({ slug, category, subcategory }: DatabaseRow): ArticlePlace {
  return {
    slug: String(slug),
    category: String(category),
    ...(subcategory !== '' && { subcategory: String(subcategory) }),
  };
}
