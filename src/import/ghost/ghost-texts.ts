import { createSlug } from '../../site/slugs.ts';
import type { Outline } from '../source.ts';
import { groupRows, type Row, readFlag, readText, readTime, sortRows } from './ghost-data.ts';
import type { Routes } from './ghost-routes.ts';

/** A post or page, its row in the export, and what its owner has to know. */
export type GhostText = {
  readonly outline: Outline;
  readonly post: Row;
  /** HTML below the featured picture; empty if it has none. */
  readonly caption: string;
  readonly notes: readonly string[];
};

export type GhostTables = (name: string) => readonly Row[];

/** The tags of posts that are shown; `category` is the first one. */
export type Tag = { readonly slug: string; readonly name: string; readonly description: string };

export function readTags(tags: readonly Row[]): ReadonlyMap<string, Tag> {
  return new Map(
    tags.map((tag) => {
      const name = readText(tag, 'name');
      const slug = readText(tag, 'slug') || createSlug(name);
      return [readText(tag, 'id'), { slug, name: name || slug, description: readText(tag, 'description') }];
    }),
  );
}

/** Of Ghost's own use; visitors don't see them. */
export function isInternal({ name, slug }: Tag): boolean {
  return name.startsWith('#') || slug.startsWith('hash-');
}

type Relations = {
  readonly tags: (postId: string) => readonly Tag[];
  readonly authors: (post: Row) => readonly Row[];
  readonly meta: (post: Row) => Row;
  readonly comments: (postId: string) => number;
};

export function readTexts(
  table: GhostTables,
  routes: Routes,
  categories: ReadonlySet<string>,
): readonly GhostText[] {
  const relations = createRelations(table);
  const seen = new Map<string, number>();
  return table('posts').map((post, index) => {
    const wanted = readText(post, 'id') || readText(post, 'uuid') || `text-${index + 1}`;
    const count = (seen.get(wanted) ?? 0) + 1;
    seen.set(wanted, count);
    const id = count === 1 ? wanted : `${wanted}-${count}`;
    return readPost(post, { id, relations, routes, categories });
  });
}

/** The first shown tag of each post, which becomes its category, with the number of posts. */
export function countCategories(table: GhostTables): ReadonlyMap<string, number> {
  const { tags } = createRelations(table);
  const counts = new Map<string, number>();
  for (const post of table('posts')) {
    const first =
      readKind(post) === 'post' ? tags(readText(post, 'id')).find((tag) => !isInternal(tag)) : undefined;
    if (first !== undefined) counts.set(first.slug, (counts.get(first.slug) ?? 0) + 1);
  }
  return counts;
}

function createRelations(table: GhostTables): Relations {
  const tags = readTags(table('tags'));
  const users = new Map(table('users').map((user): [string, Row] => [readText(user, 'id'), user]));
  const postTags = groupRows(table('posts_tags'), 'post_id');
  const postAuthors = groupRows(table('posts_authors'), 'post_id');
  const metas = new Map(table('posts_meta').map((meta): [string, Row] => [readText(meta, 'post_id'), meta]));
  const comments = groupRows(table('comments'), 'post_id');
  return {
    tags: (id) => sortRows(postTags.get(id) ?? []).flatMap((row) => tags.get(readText(row, 'tag_id')) ?? []),
    authors: (post) => {
      const rows = sortRows(postAuthors.get(readText(post, 'id')) ?? []);
      const ids =
        rows.length > 0 ? rows.map((row) => readText(row, 'author_id')) : [readText(post, 'author_id')];
      return ids.map((id) => users.get(id)).filter((user) => user !== undefined);
    },
    // Before version 3 these keys were those of the post.
    meta: (post) => ({ ...post, ...withoutEmpty(metas.get(readText(post, 'id')) ?? {}) }),
    comments: (id) =>
      (comments.get(id) ?? []).filter((row) => readText(row, 'status') === 'published').length,
  };
}

function withoutEmpty(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).filter(([key, value]) => key !== 'id' && value !== null && value !== ''),
  );
}

function readKind(post: Row): Outline['kind'] {
  return readText(post, 'type') === 'page' || readFlag(post, 'page') ? 'page' : 'post';
}

type Context = {
  readonly id: string;
  readonly relations: Relations;
  readonly routes: Routes;
  readonly categories: ReadonlySet<string>;
};

function readPost(post: Row, { id, relations, routes, categories }: Context): GhostText {
  const postId = readText(post, 'id');
  const meta = relations.meta(post);
  const kind = readKind(post);
  const tags = relations.tags(postId);
  const [main, ...others] = tags.filter((tag) => !isInternal(tag));
  const category = main !== undefined && categories.has(main.slug) ? main : undefined;
  const authors = relations.authors(post);
  const slug = readText(post, 'slug');
  const notes: string[] = [];
  const publishedAt = readTime(post, 'published_at') ?? readTime(post, 'created_at');
  const updatedAt = readTime(post, 'updated_at');
  const status = readStatus(post, meta, notes);
  const isFeatured = readFlag(post, 'featured');
  const parts = {
    ...{ id: postId, slug, publishedAt, isFeatured, tags: tags.map((tag) => tag.slug) },
    authors: authors.map((author) => readText(author, 'slug')),
  };
  noteLeftOut(meta, tags, notes);
  const shown = kind === 'page' || category === undefined ? tags.filter((tag) => !isInternal(tag)) : others;
  const outline: Outline = {
    ...{ id, kind, status, title: readText(post, 'title'), slug },
    ...{ publishedAt, updatedAt: isLater(updatedAt, publishedAt) ? updatedAt : undefined },
    addresses:
      slug === '' ? [] : kind === 'page' ? routes.listPageAddresses(slug) : routes.listPostAddresses(parts),
    authors: authors.map((author) => readText(author, 'id')),
    categories: category === undefined ? [] : [category.slug],
    tags: shown.map(({ name }) => name),
    excerpt: readText(meta, 'custom_excerpt') || undefined,
    ...readSeo(meta, notes),
    featured: isFeatured || undefined,
    picture: readPicture(meta),
    comments: relations.comments(postId),
  };
  const caption = outline.picture === undefined ? '' : readText(meta, 'feature_image_caption');
  if (caption !== '') notes.push('the caption of the featured picture is the last line of the text');
  return { outline, post, caption, notes };
}

function isLater(time: string | undefined, than: string | undefined): boolean {
  return time !== undefined && (than === undefined || time.slice(0, 10) > than.slice(0, 10));
}

function readStatus(post: Row, meta: Row, notes: string[]): Outline['status'] {
  const status = readText(post, 'status');
  const visibility = readText(post, 'visibility') || 'public';
  if (status === 'sent' || readFlag(meta, 'email_only')) {
    notes.push('was sent by mail and not on the site, so it is a draft');
    return 'draft';
  }
  if (status !== 'published' && status !== 'scheduled') {
    if (status !== 'draft') notes.push(`its status is “${status.slice(0, 40)}”, so it is a draft`);
    return 'draft';
  }
  if (visibility === 'public') return status;
  notes.push(
    `was for members (${visibility.slice(0, 100)}); everybody can read a text of this site, so it is a draft`,
  );
  return 'private';
}

function readPicture(meta: Row): Outline['picture'] {
  const src = readText(meta, 'feature_image') || readText(meta, 'image');
  return src === '' ? undefined : { src, alt: readText(meta, 'feature_image_alt') || undefined };
}

function readSeo(meta: Row, notes: string[]) {
  const canonical = readText(meta, 'canonical_url');
  const isElsewhere = /^https?:\/\//.test(canonical) && URL.canParse(canonical);
  if (canonical !== '' && !isElsewhere)
    notes.push(`canonical ${canonical.slice(0, 200)} of the old site left out`);
  const head = readText(meta, 'codeinjection_head');
  return {
    seoTitle: readText(meta, 'meta_title') || undefined,
    metaDescription: readText(meta, 'meta_description') || undefined,
    canonical: isElsewhere ? canonical : undefined,
    noindex: /<meta\b[^>]{0,200}\brobots\b[^>]{0,200}\bnoindex\b/i.test(head) || undefined,
  };
}

/** Keys without an equivalent in the front matter. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  ...{
    og_title: 'title for Facebook',
    og_description: 'description for Facebook',
    og_image: 'picture for Facebook',
  },
  ...{
    twitter_title: 'title for X',
    twitter_description: 'description for X',
    twitter_image: 'picture for X',
  },
  ...{ codeinjection_head: 'code in the head', codeinjection_foot: 'code in the foot' },
  ...{ custom_template: 'template of the theme', email_subject: 'subject of the mail' },
};
const LEFT_OUT_MAX = 300;

function noteLeftOut(meta: Row, tags: readonly Tag[], notes: string[]): void {
  const internal = tags.filter(isInternal).map(({ name }) => name);
  if (internal.length > 0) notes.push(`internal tags left out: ${internal.join(', ')}`);
  for (const [key, name] of Object.entries(LEFT_OUT)) {
    const value = readText(meta, key).replace(/\s+/g, ' ');
    if (value !== '') notes.push(`${name} left out: ${value.slice(0, LEFT_OUT_MAX)}`);
  }
}
