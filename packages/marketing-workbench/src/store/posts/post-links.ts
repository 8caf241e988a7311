import { readInteger } from '../../search-engine/database.ts';
import type { Store } from '../store.ts';
import { formatPostIsLive } from './live.ts';

/** Most links of a post in each direction; of the posts that link to one, the newest count. */
const LINKS_MAX = 50;

const LINKED = `
  SELECT p.id FROM post_links l JOIN posts p ON p.slug = l.linked
  WHERE l.post_id = :id AND p.id <> :id AND ${formatPostIsLive('p')}
  LIMIT ${LINKS_MAX}`;

const LINKING = `
  SELECT p.id FROM (
    SELECT post_id FROM post_links WHERE linked = (SELECT slug FROM posts WHERE id = :id)
    ORDER BY post_id DESC LIMIT ${LINKS_MAX}
  ) l JOIN posts p ON p.id = l.post_id
  WHERE p.id <> :id AND ${formatPostIsLive('p')}`;

/** Returns the ids of public posts that the post links to, and of those that link to it. */
export function listPostLinks({ index }: Store, id: number, now: number) {
  const read = (sql: string) => index.all(sql, { id, now }).map((row) => readInteger(row, 'id'));
  return { linked: read(LINKED), linking: read(LINKING) };
}

const MOST_LINKED_MAX = 1_000;
const SELECT_MOST_LINKED = `
  SELECT p.id, l.links FROM (
    SELECT linked, count(*) AS links FROM post_links GROUP BY linked ORDER BY links DESC, linked LIMIT ${MOST_LINKED_MAX}
  ) l JOIN posts p ON p.slug = l.linked`;

/** Returns the ids of the posts to which the most others link, with how many do. */
export function listMostLinked({
  index,
}: Store): { readonly id: number; readonly links: number }[] {
  return index
    .all(SELECT_MOST_LINKED)
    .map((row) => ({ id: readInteger(row, 'id'), links: readInteger(row, 'links') }));
}
