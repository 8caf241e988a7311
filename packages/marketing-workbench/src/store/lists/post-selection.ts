import { type Bindings, readInteger, readText } from '../../search-engine/database.ts';
import { formatPostIsLive, HIDDEN_POSTS } from '../posts/live.ts';
import type { Store } from '../store.ts';

/** Which posts a list has. */
export type PostSelectionFilter = {
  readonly categoryId?: number | undefined;
  readonly subcategoryId?: number | undefined;
  /** The slug of one. */
  readonly tag?: string | undefined;
  /** A slug. */
  readonly author?: string | undefined;
};

/** Posts as rows of a table with the alias `d`, which an index holds by time and id. */
export type PostSelection = {
  /** FROM and WHERE: the rows that an index finds. */
  readonly rows: string;
  /** The column that holds the id of the post. */
  readonly id: string;
  /** Which of the rows are meant; reads other tables for each row. Undefined if all are. */
  readonly filter: string | undefined;
  readonly bindings: Bindings;
  /** Which of the rows readers see. */
  readonly isLive: string;
  /** The number of the published posts that the index finds. */
  readonly total: number;
};

/** Returns undefined if the filter matches no post that could exist. */
export function selectPosts(
  store: Store,
  { tag, author, ...ids }: PostSelectionFilter,
  now: number,
): PostSelection | undefined {
  const place = findListedPlace(store, ids);
  if (place === undefined) return undefined;
  if (tag === undefined && author === undefined) return selectPlaced(store, place, now);
  const [table, column, value] =
    tag === undefined ? ['post_authors', 'author', author ?? ''] : ['post_tags', 'slug', tag];
  const rows = `${table} d WHERE d.${column} = :listed`;
  const all = store.index.get(`SELECT count(*) AS posts FROM ${rows}`, { listed: value });
  const hidden = countHidden(
    store,
    `${table} d WHERE d.post_id IN (${HIDDEN_POSTS}) AND +d.${column}`,
    {
      value,
      now,
    },
  );
  const filters = [
    ...(place.slug === undefined
      ? []
      : [`EXISTS (SELECT 1 FROM posts WHERE id = d.post_id AND ${place.column} = :place)`]),
    ...(tag === undefined || author === undefined
      ? []
      : ['EXISTS (SELECT 1 FROM post_authors WHERE post_id = d.post_id AND author = :author)']),
  ];
  return {
    rows,
    id: 'd.post_id',
    isLive: `d.post_id NOT IN (${HIDDEN_POSTS})`,
    total: readInteger(all, 'posts') - hidden,
    filter: filters.length === 0 ? undefined : filters.join(' AND '),
    bindings: {
      listed: value,
      ...(place.slug !== undefined && { place: place.slug }),
      ...(tag !== undefined && author !== undefined && { author }),
    },
  };
}

/** `postTotal` includes scheduled posts. Without a slug, all posts. */
type ListedPlace = {
  readonly column: 'category' | 'subcategory';
  readonly slug: string | undefined;
  readonly postTotal: number;
};

function findListedPlace(
  { index }: Store,
  { categoryId, subcategoryId }: Pick<PostSelectionFilter, 'categoryId' | 'subcategoryId'>,
): ListedPlace | undefined {
  if (categoryId === undefined && subcategoryId === undefined) {
    const row = index.get('SELECT coalesce(sum(post_total), 0) AS post_total FROM categories');
    return { column: 'category', slug: undefined, postTotal: readInteger(row, 'post_total') };
  }
  const row =
    subcategoryId === undefined
      ? index.get('SELECT slug, post_total FROM categories WHERE id = :id', {
          id: categoryId ?? null,
        })
      : index.get(
          `SELECT s.slug, s.post_total FROM subcategories s JOIN categories c ON c.slug = s.category
           WHERE s.id = :id AND c.id = coalesce(:categoryId, c.id)`,
          { id: subcategoryId, categoryId: categoryId ?? null },
        );
  return (
    row && {
      column: subcategoryId === undefined ? 'category' : 'subcategory',
      slug: readText(row, 'slug'),
      postTotal: readInteger(row, 'post_total'),
    }
  );
}

function selectPlaced(
  store: Store,
  { column, slug, postTotal }: ListedPlace,
  now: number,
): PostSelection {
  const isAll = slug === undefined;
  const hidden = countHidden(store, `posts d WHERE d.id IN (${HIDDEN_POSTS}) AND +d.${column}`, {
    value: slug,
    now,
  });
  return {
    rows: `posts d WHERE ${isAll ? 'TRUE' : `d.${column} = :place`}`,
    id: 'd.id',
    filter: undefined,
    isLive: formatPostIsLive('d'),
    bindings: isAll ? {} : { place: slug },
    total: postTotal - hidden,
  };
}

type Hidden = { readonly value: string | undefined; readonly now: number };

/**
 * The posts with a value that nobody sees, of which there are few. A sign before the column keeps
 * SQLite from visiting all rows with the value instead.
 *
 * @param rows - FROM and WHERE, which ends with the column. Without a value it counts all.
 */
function countHidden({ index }: Store, rows: string, { value, now }: Hidden): number {
  const sql = `SELECT count(*) AS posts FROM ${rows} ${value === undefined ? 'IS NOT NULL' : '= :value'}`;
  return readInteger(index.get(sql, value === undefined ? { now } : { now, value }), 'posts');
}
