import { readInteger } from '../../search-engine/database.ts';
import type { ListPage, PostSummary } from '../../site/entities.ts';
import { listPosts, listSummaries, type PostFilter } from '../posts/posts.ts';
import { START_OF_LIST } from '../posts/sitemap.ts';
import type { Store } from '../store.ts';
import { computeFrozen, readFrozen } from './frozen-store.ts';
import { type PostSelection, type PostSelectionFilter, selectPosts } from './post-selection.ts';

/**
 * Returns whether `listPosts` would read many posts at once: for a list without pages, or one that
 * has to be filtered.
 */
export function isLongList(
  store: Store,
  { page, limit, ...filter }: PostFilter,
  now: number,
): boolean {
  const selection = selectPosts(store, filter, now);
  if (selection === undefined || selection.total <= store.slicing.rows) return false;
  return selection.filter !== undefined || (page === undefined && limit === undefined);
}

/** Returns all posts of the list, newest first, a slice in a turn. */
export function listPostsInSlices(
  store: Store,
  filter: PostSelectionFilter,
  now: number,
): AsyncGenerator<readonly PostSummary[], void> {
  return readFrozen(store, async function* (frozen) {
    const selection = selectPosts(frozen, filter, now);
    if (selection === undefined) return;
    for await (const ids of sliceIds(frozen, selection, now)) yield listSummaries(frozen, ids);
  });
}

type PagedFilter = PostSelectionFilter & { readonly page: number; readonly limit: number };

/**
 * Returns the page that `listPosts` would find. All posts before and after it are counted, a slice
 * in a turn.
 */
export function findLongPage(
  store: Store,
  { page, limit, ...filter }: PagedFilter,
  now: number,
): Promise<ListPage<PostSummary>> {
  return computeFrozen(store, async (frozen) => {
    const selection = selectPosts(frozen, filter, now);
    if (selection === undefined) return { items: [], total: 0 };
    if (selection.filter === undefined) return listPosts(frozen, { ...filter, page, limit }, now);
    const start = (page - 1) * limit;
    const wanted: number[] = [];
    let total = 0;
    for await (const ids of sliceIds(frozen, selection, now)) {
      wanted.push(...ids.slice(Math.max(0, start - total), Math.max(0, start + limit - total)));
      total += ids.length;
    }
    return { items: listSummaries(frozen, wanted), total };
  });
}

/** Ids of the posts, newest first. Each slice ends a turn. */
async function* sliceIds(
  { index, slicing }: Store,
  { rows, id, isLive, filter = 'TRUE', bindings }: PostSelection,
  now: number,
): AsyncGenerator<readonly number[], void> {
  let last = START_OF_LIST;
  for (;;) {
    const slice = index.all(
      `SELECT ${id} AS id, d.published_at, ${filter} AS is_meant FROM ${rows}
         AND (d.published_at, ${id}) < (:lastPublishedAt, :lastId) AND ${isLive}
       ORDER BY d.published_at DESC, ${id} DESC LIMIT :limit`,
      { ...bindings, now, lastPublishedAt: last.publishedAt, lastId: last.id, limit: slicing.rows },
    );
    const [end] = slice.slice(-1);
    if (end === undefined) return;
    last = { publishedAt: readInteger(end, 'published_at'), id: readInteger(end, 'id') };
    const meant = slice.filter((row) => readInteger(row, 'is_meant') === 1);
    if (meant.length > 0) yield meant.map((row) => readInteger(row, 'id'));
    if (slice.length < slicing.rows) return;
    await slicing.nextTurn();
  }
}
