import { type Row, readInteger, readText } from '../../search-engine/database.ts';
import type { PostTag, Tag } from '../../site/entities.ts';
import { TAG_POSTS_MIN } from '../../site/limits.ts';
import { formatIsoDate, readOptionalText } from '../rows.ts';
import type { Store } from '../store.ts';
import { HIDDEN_POSTS } from './live.ts';

/** The posts of the tag `t` that readers see. */
const LIVE_POSTS = `FROM post_tags WHERE slug = t.slug AND post_id NOT IN (${HIDDEN_POSTS})`;

/**
 * What is counted of all posts of a tag is right unless some of them were scheduled at the last
 * sync.
 */
const POSTS = `iif(t.scheduled_total = 0, t.post_total, (SELECT count(*) ${LIVE_POSTS}))`;
/** That of the newest post. */
const NAME = `
  iif(t.scheduled_total = 0, t.name, (
    SELECT name FROM post_tags WHERE slug = t.slug AND published_at = (SELECT max(published_at) ${LIVE_POSTS})
      AND post_id NOT IN (${HIDDEN_POSTS})
    ORDER BY post_id LIMIT 1
  ))`;
const CHANGED_AT = `iif(t.scheduled_total = 0, t.changed_at, (SELECT max(changed_at) ${LIVE_POSTS}))`;
/** SQL: a tag has a page once all posts with it are public. */
export const MAY_HAVE_TAG_PAGE = `post_total >= ${TAG_POSTS_MIN}`;
/** SQL: a tag has a page, because enough posts with it are public. */
const IS_LISTED = `${MAY_HAVE_TAG_PAGE} AND ${POSTS} >= ${TAG_POSTS_MIN}`;

const SELECT_TAGS = `SELECT t.slug, ${NAME} AS name, ${POSTS} AS posts FROM tags t WHERE ${IS_LISTED}`;

export function findTag({ index }: Store, slug: string, now: number): Tag | undefined {
  const row = index.get(`${SELECT_TAGS} AND t.slug = :slug`, { slug, now });
  return row && parseTag(row);
}

/** Finds the tag whose page had this slug before slugs depended on the language of the site. */
export function findFormerTag(store: Store, slug: string, now: number): Tag | undefined {
  const rows = store.index.all(
    'SELECT DISTINCT slug FROM post_tags WHERE former_slug = :slug ORDER BY slug',
    { slug },
  );
  return rows
    .map((row) => findTag(store, readText(row, 'slug'), now))
    .find((tag) => tag !== undefined);
}

/** Returns the tags with a page of their own. */
export function listTags({ index }: Store, now: number): Tag[] {
  return index.all(`${SELECT_TAGS} ORDER BY t.slug`, { now }).map(parseTag);
}

function parseTag(row: Row): Tag {
  return {
    slug: readText(row, 'slug'),
    name: readText(row, 'name'),
    postCount: readInteger(row, 'posts'),
  };
}

type SitemapTag = {
  readonly slug: string;
  /** ISO 8601 in UTC. */
  readonly lastChanged: string;
};

/** Lists tags by slug, from the one after `after` on. */
export function listSitemapTags(
  { index, slicing }: Store,
  now: number,
  after: string,
): readonly SitemapTag[] {
  const rows = index.all(
    `SELECT t.slug, ${CHANGED_AT} AS changed_at FROM tags t
     WHERE ${IS_LISTED} AND t.slug > :after ORDER BY t.slug LIMIT :limit`,
    { now, after, limit: slicing.rows },
  );
  return rows.map((row) => ({
    slug: readText(row, 'slug'),
    lastChanged: formatIsoDate(readInteger(row, 'changed_at')),
  }));
}

/** Returns the tags of a post in their order; those with a page of their own have its slug. */
export function listPostTags({ index }: Store, id: number, now: number): readonly PostTag[] {
  const rows = index.all(
    `SELECT own.name, (SELECT t.slug FROM tags t WHERE t.slug = own.slug AND ${IS_LISTED}) AS slug
     FROM post_tags own WHERE own.post_id = :id ORDER BY own.position`,
    { id, now },
  );
  return rows.map((row) => {
    const slug = readOptionalText(row, 'slug');
    return { name: readText(row, 'name'), ...(slug !== undefined && { slug }) };
  });
}
