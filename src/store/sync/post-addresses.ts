import type { ArticlePlace } from '../../site/addresses.ts';
import type { Database, Row } from '../database.ts';
import { readInteger } from '../rows.ts';
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

export function readAddresses({ state }: Store, now: number): KnownAddresses {
  const rows = state.all(
    `SELECT slug, category, subcategory, is_gone FROM post_addresses
     WHERE published_at <= :now ORDER BY slug, category, subcategory`,
    { now },
  );
  return { published: rows.map(readPlace), gone: rows.filter((row) => row.is_gone === 1).map(readPlace) };
}

/** From a row of this machine's state or of PostgreSQL. */
export function readPlace({ slug, category, subcategory }: Readonly<Record<string, unknown>>): ArticlePlace {
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

type Changes = {
  readonly written: readonly (ArticlePlace & { readonly publishedAt: number })[];
  readonly removed: readonly string[];
};

/**
 * Records the addresses of posts. A post that is moved or removed before it was public leaves no address. Takes the write
 * lock, with which a server counts views, only if something changed.
 */
export function keepAddresses(state: Database, changes: Changes, now: number): void {
  const isFuture = (row: Row) => readInteger(row, 'published_at') > now;
  const removed = changes.removed.filter((slug) => listRows(state, slug).some(isFuture));
  const written = changes.written.filter((post) => {
    const rows = listRows(state, post.slug);
    return rows.some(isFuture) || !rows.some((row) => isKept(row, post));
  });
  if (removed.length + written.length > 0) {
    state.transaction(() => writeAddresses(state, { written, removed }, now));
  }
}

function listRows(state: Database, slug: string): Row[] {
  return state.all('SELECT category, subcategory, published_at FROM post_addresses WHERE slug = :slug', {
    slug,
  });
}

function isKept(row: Row, { category, subcategory = '', publishedAt }: Changes['written'][number]): boolean {
  const isSame = row.category === category && row.subcategory === subcategory;
  return isSame && readInteger(row, 'published_at') <= publishedAt;
}

function writeAddresses(state: Database, { written, removed }: Changes, now: number): void {
  for (const slug of [...removed, ...written.map((post) => post.slug)]) {
    state.run('DELETE FROM post_addresses WHERE slug = :slug AND published_at > :now', { slug, now });
  }
  for (const { slug, category, subcategory = '', publishedAt } of written) {
    state.run(
      `INSERT INTO post_addresses (slug, category, subcategory, published_at)
       VALUES (:slug, :category, :subcategory, :publishedAt)
       ON CONFLICT DO UPDATE SET published_at = min(published_at, excluded.published_at)`,
      { slug, category, subcategory, publishedAt },
    );
  }
}
