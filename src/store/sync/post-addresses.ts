import type { ArticlePlace } from '../../site/addresses.ts';
import type { Database, Row } from '../database.ts';
import { readInteger, readOptionalText, readText } from '../rows.ts';
import type { Store } from '../store.ts';

/** Every address that a post has ever been published under, by slug: what must never lead nowhere. */
export function listPublishedAddresses(store: Store, now: number): ArticlePlace[] {
  const rows = store.state.all(
    `SELECT slug, category, nullif(subcategory, '') AS subcategory FROM post_addresses
     WHERE published_at <= :now ORDER BY slug, category, subcategory`,
    { now },
  );
  return rows.map(parsePlace);
}

/** Those of them that a publisher has let go for good. */
export function listGoneAddresses(store: Store): ArticlePlace[] {
  const rows = store.state.all(
    `SELECT slug, category, nullif(subcategory, '') AS subcategory FROM post_addresses
     WHERE is_gone = 1 ORDER BY slug, category, subcategory`,
  );
  return rows.map(parsePlace);
}

/** Remembers that these are to lead nowhere from now on. */
export function letAddressesGo(store: Store, places: readonly ArticlePlace[]): void {
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

function parsePlace(row: Row): ArticlePlace {
  const subcategory = readOptionalText(row, 'subcategory');
  return {
    category: readText(row, 'category'),
    ...(subcategory !== undefined && { subcategory }),
    slug: readText(row, 'slug'),
  };
}

type Changes = {
  readonly written: readonly (ArticlePlace & { readonly publishedAt: number })[];
  readonly removed: readonly string[];
};

/**
 * Keeps where these posts are from the time they are public; a post moved or removed before leaves nothing behind. Only
 * what is not kept already takes the state's write lock: a server beside the publisher writes views there.
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
