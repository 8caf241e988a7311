import type { ArticlePlace } from '../../site/addresses.ts';
import type { Database } from '../database.ts';
import type { Store } from '../store.ts';

export type KnownAddresses = {
  /** All that a post ever had in public. */
  readonly published: readonly ArticlePlace[];
  /** Retired: they answer 410. */
  readonly gone: readonly ArticlePlace[];
  /** Written by other programs only. */
  readonly external?: readonly ArticlePlace[];
  /** Articles whose slug another program changed. */
  readonly moved?: readonly { readonly place: ArticlePlace; readonly to: ArticlePlace }[];
};

/** SQL: the post was public, also if the clock has gone back since. */
const WAS_PUBLIC = `published_at <= max(:now, coalesce(
  (SELECT l.published_at FROM live_texts l WHERE l.kind = 'post' AND l.name = post_addresses.slug), :now))`;

export function readPostAddresses({ state }: Store, now: number): KnownAddresses {
  const rows = state.all(
    `SELECT slug, category, subcategory, is_gone FROM post_addresses
     WHERE ${WAS_PUBLIC} ORDER BY slug, category, subcategory`,
    { now },
  );
  return {
    published: rows.map(readArticlePlace),
    gone: rows.filter((row) => row.is_gone === 1).map(readArticlePlace),
  };
}

/** Reads a row of this machine's state or of PostgreSQL. */
export function readArticlePlace({
  slug,
  category,
  subcategory,
}: Readonly<Record<string, unknown>>): ArticlePlace {
  return {
    slug: String(slug),
    category: String(category),
    ...(subcategory !== '' && { subcategory: String(subcategory) }),
  };
}

export function retireAddresses(store: Store, places: readonly ArticlePlace[]): void {
  store.state.transaction(() => {
    for (const { slug, category, subcategory = '' } of places) {
      store.state.run(
        `UPDATE post_addresses SET is_gone = 1
         WHERE slug = :slug AND category = :category AND subcategory = :subcategory`,
        { slug, category, subcategory },
      );
    }
  });
}

type AddressChanges = {
  readonly written: readonly (ArticlePlace & { readonly publishedAt: number })[];
  readonly removed: readonly string[];
};

/**
 * Records the addresses of posts. A post that is moved or removed before it was public leaves no
 * address.
 */
export function keepAddresses(
  state: Database,
  { written, removed }: AddressChanges,
  now: number,
): void {
  if (removed.length + written.length === 0) return;
  state.transaction(() => {
    for (const slug of [...removed, ...written.map((post) => post.slug)]) {
      state.run(`DELETE FROM post_addresses WHERE slug = :slug AND NOT ${WAS_PUBLIC}`, {
        slug,
        now,
      });
    }
    for (const { slug, category, subcategory = '', publishedAt } of written) {
      state.run(
        `INSERT INTO post_addresses (slug, category, subcategory, published_at)
         VALUES (:slug, :category, :subcategory, :publishedAt)
         ON CONFLICT DO UPDATE SET published_at = min(published_at, excluded.published_at)`,
        { slug, category, subcategory, publishedAt },
      );
    }
  });
}
