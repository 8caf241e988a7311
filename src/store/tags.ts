import type { PostTag, Tag } from '../site/entities.ts';
import { TAG_POSTS_MIN } from '../site/limits.ts';
import type { Bindings, Row } from './database.ts';
import { whereLive } from './live.ts';
import { formatIsoDate, readInteger, readText } from './rows.ts';
import type { Store } from './store.ts';

/** A tag has a page of its own once enough posts with it are published. Its name is that of the newest. */
const SELECT_LISTED = `
  SELECT t.slug, t.name, max(p.published_at), max(coalesce(p.updated_at, p.published_at)) AS changed_at,
    count(*) AS posts
  FROM post_tags t JOIN posts p ON p.id = t.post_id
  WHERE ${whereLive('p')}`;
const GROUPED = `GROUP BY t.slug HAVING count(*) >= ${TAG_POSTS_MIN} ORDER BY t.slug`;

export function findTag(store: Store, slug: string, now: number): Tag | undefined {
  const [row] = selectListed(store, 'AND t.slug = :slug', { slug, now });
  return row && { slug, name: readText(row, 'name'), postCount: readInteger(row, 'posts') };
}

/** The tags with a page of their own. */
export function listTags(store: Store, now: number): Tag[] {
  return selectListed(store, '', { now }).map((row) => ({
    slug: readText(row, 'slug'),
    name: readText(row, 'name'),
    postCount: readInteger(row, 'posts'),
  }));
}

/** `lastChanged` is ISO 8601 in UTC. */
export function listSitemapTags(
  store: Store,
  now: number,
): readonly { readonly slug: string; readonly lastChanged: string }[] {
  return selectListed(store, '', { now }).map((row) => ({
    slug: readText(row, 'slug'),
    lastChanged: formatIsoDate(readInteger(row, 'changed_at')),
  }));
}

/** The tags of a post in their order; those with a page of their own have its slug. */
export function listPostTags(store: Store, id: number, now: number): readonly PostTag[] {
  const tags = store.index.all('SELECT slug, name FROM post_tags WHERE post_id = :id ORDER BY position', {
    id,
  });
  if (tags.length === 0) return [];
  const own = 'AND t.slug IN (SELECT slug FROM post_tags WHERE post_id = :id)';
  const listed = new Set(selectListed(store, own, { id, now }).map((row) => readText(row, 'slug')));
  return tags.map((row) => {
    const slug = readText(row, 'slug');
    return { name: readText(row, 'name'), ...(listed.has(slug) && { slug }) };
  });
}

function selectListed({ index }: Store, condition: string, bindings: Bindings): readonly Row[] {
  return index.all(`${SELECT_LISTED} ${condition} ${GROUPED}`, bindings);
}
