import { createFormerSlug } from 'marketing-workbench/site/create-slug';
import type { ImportedOutline } from '../source.ts';
import {
  type GhostRow,
  groupGhostRows,
  readGhostFlag,
  readGhostText,
  readGhostTime,
  sortGhostRows,
} from './ghost-data.ts';
import type { GhostRoutes } from './ghost-routes.ts';

/** A post or page, its row in the export, and notes for the owner. */
export type GhostText = {
  readonly outline: ImportedOutline;
  readonly post: GhostRow;
  /** Caption of the featured picture as HTML; empty if it has none. */
  readonly caption: string;
  readonly notes: readonly string[];
};

export type GhostTables = (name: string) => readonly GhostRow[];

/** A tag of Ghost. The first one of a post that readers see can become its category. */
export type GhostTag = {
  readonly slug: string;
  readonly name: string;
  readonly description: string;
};

export function readGhostTags(tags: readonly GhostRow[]): ReadonlyMap<string, GhostTag> {
  return new Map(
    tags.map((tag) => {
      const name = readGhostText(tag, 'name');
      const slug = readGhostText(tag, 'slug') || createFormerSlug(name);
      return [
        readGhostText(tag, 'id'),
        { slug, name: name || slug, description: readGhostText(tag, 'description') },
      ];
    }),
  );
}

/** Returns true for a tag that Ghost does not show to visitors. */
export function isInternalTag({ name, slug }: GhostTag): boolean {
  return name.startsWith('#') || slug.startsWith('hash-');
}

type PostRelations = {
  readonly tags: (postId: string) => readonly GhostTag[];
  readonly authors: (post: GhostRow) => readonly GhostRow[];
  readonly meta: (post: GhostRow) => GhostRow;
  readonly comments: (postId: string) => number;
};

export function readGhostTexts(
  table: GhostTables,
  routes: GhostRoutes,
  categories: ReadonlySet<string>,
): readonly GhostText[] {
  const relations = createPostRelations(table);
  const seen = new Map<string, number>();
  return table('posts').map((post, index) => {
    const wanted = readGhostText(post, 'id') || readGhostText(post, 'uuid') || `text-${index + 1}`;
    const count = (seen.get(wanted) ?? 0) + 1;
    seen.set(wanted, count);
    const id = count === 1 ? wanted : `${wanted}-${count}`;
    return readGhostPost(post, { id, relations, routes, categories });
  });
}

/** Counts the posts by their first visible tag, which becomes their category. */
export function countFirstTags(table: GhostTables): ReadonlyMap<string, number> {
  const { tags } = createPostRelations(table);
  const counts = new Map<string, number>();
  for (const post of table('posts')) {
    const first =
      readGhostKind(post) === 'post'
        ? tags(readGhostText(post, 'id')).find((tag) => !isInternalTag(tag))
        : undefined;
    if (first !== undefined) counts.set(first.slug, (counts.get(first.slug) ?? 0) + 1);
  }
  return counts;
}

function createPostRelations(table: GhostTables): PostRelations {
  const tags = readGhostTags(table('tags'));
  const users = new Map(
    table('users').map((user): [string, GhostRow] => [readGhostText(user, 'id'), user]),
  );
  const postTags = groupGhostRows(table('posts_tags'), 'post_id');
  const postAuthors = groupGhostRows(table('posts_authors'), 'post_id');
  const metas = new Map(
    table('posts_meta').map((meta): [string, GhostRow] => [readGhostText(meta, 'post_id'), meta]),
  );
  const comments = groupGhostRows(table('comments'), 'post_id');
  return {
    tags: (id) =>
      sortGhostRows(postTags.get(id) ?? []).flatMap(
        (row) => tags.get(readGhostText(row, 'tag_id')) ?? [],
      ),
    authors: (post) => {
      const rows = sortGhostRows(postAuthors.get(readGhostText(post, 'id')) ?? []);
      const ids =
        rows.length > 0
          ? rows.map((row) => readGhostText(row, 'author_id'))
          : [readGhostText(post, 'author_id')];
      return ids.map((id) => users.get(id)).filter((user) => user !== undefined);
    },
    // Before version 3 these keys were those of the post.
    meta: (post) => ({ ...post, ...withoutEmpty(metas.get(readGhostText(post, 'id')) ?? {}) }),
    comments: (id) =>
      (comments.get(id) ?? []).filter((row) => readGhostText(row, 'status') === 'published').length,
  };
}

function withoutEmpty(row: GhostRow): GhostRow {
  return Object.fromEntries(
    Object.entries(row).filter(([key, value]) => key !== 'id' && value !== null && value !== ''),
  );
}

function readGhostKind(post: GhostRow): ImportedOutline['kind'] {
  return readGhostText(post, 'type') === 'page' || readGhostFlag(post, 'page') ? 'page' : 'post';
}

type PostContext = {
  readonly id: string;
  readonly relations: PostRelations;
  readonly routes: GhostRoutes;
  readonly categories: ReadonlySet<string>;
};

function readGhostPost(
  post: GhostRow,
  { id, relations, routes, categories }: PostContext,
): GhostText {
  const meta = relations.meta(post);
  const kind = readGhostKind(post);
  const tags = relations.tags(readGhostText(post, 'id'));
  const [main, ...others] = tags.filter((tag) => !isInternalTag(tag));
  const category = main !== undefined && categories.has(main.slug) ? main : undefined;
  const authors = relations.authors(post);
  const notes: string[] = [];
  const status = readStatus(post, meta, notes);
  noteLeftOut(meta, tags, notes);
  const shown =
    kind === 'page' || category === undefined ? tags.filter((tag) => !isInternalTag(tag)) : others;
  const outline: ImportedOutline = {
    id,
    kind,
    status,
    title: readGhostText(post, 'title'),
    slug: readGhostText(post, 'slug'),
    ...readPostTimes(post),
    addresses: listGhostAddresses(post, { tags, authors, routes }),
    authors: authors.map((author) => readGhostText(author, 'id')),
    categories: category === undefined ? [] : [category.slug],
    tags: shown.map(({ name }) => name),
    excerpt: readGhostText(meta, 'custom_excerpt') || undefined,
    ...readSeo(meta, notes),
    featured: readGhostFlag(post, 'featured') || undefined,
    picture: readFeaturedPicture(meta),
    comments: relations.comments(readGhostText(post, 'id')),
  };
  const caption = outline.picture === undefined ? '' : readGhostText(meta, 'feature_image_caption');
  if (caption !== '')
    notes.push('the caption of the featured picture is the last line of the text');
  return { outline, post, caption, notes };
}

function readPostTimes(post: GhostRow) {
  const publishedAt = readGhostTime(post, 'published_at') ?? readGhostTime(post, 'created_at');
  const updatedAt = readGhostTime(post, 'updated_at');
  return { publishedAt, updatedAt: isLater(updatedAt, publishedAt) ? updatedAt : undefined };
}

type AddressSource = {
  readonly tags: readonly GhostTag[];
  readonly authors: readonly GhostRow[];
  readonly routes: GhostRoutes;
};

function listGhostAddresses(post: GhostRow, { tags, authors, routes }: AddressSource) {
  const slug = readGhostText(post, 'slug');
  if (slug === '') return [];
  if (readGhostKind(post) === 'page') return routes.listPageAddresses(slug);
  return routes.listPostAddresses({
    id: readGhostText(post, 'id'),
    slug,
    publishedAt: readPostTimes(post).publishedAt,
    isFeatured: readGhostFlag(post, 'featured'),
    tags: tags.map((tag) => tag.slug),
    authors: authors.map((author) => readGhostText(author, 'slug')),
  });
}

function isLater(time: string | undefined, than: string | undefined): boolean {
  return time !== undefined && (than === undefined || time.slice(0, 10) > than.slice(0, 10));
}

function readStatus(post: GhostRow, meta: GhostRow, notes: string[]): ImportedOutline['status'] {
  const status = readGhostText(post, 'status');
  const visibility = readGhostText(post, 'visibility') || 'public';
  if (status === 'sent' || readGhostFlag(meta, 'email_only')) {
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

function readFeaturedPicture(meta: GhostRow): ImportedOutline['picture'] {
  const src = readGhostText(meta, 'feature_image') || readGhostText(meta, 'image');
  return src === ''
    ? undefined
    : { src, alt: readGhostText(meta, 'feature_image_alt') || undefined };
}

function readSeo(meta: GhostRow, notes: string[]) {
  const canonical = readGhostText(meta, 'canonical_url');
  const isElsewhere = /^https?:\/\//.test(canonical) && URL.canParse(canonical);
  if (canonical !== '' && !isElsewhere)
    notes.push(`canonical ${canonical.slice(0, 200)} of the old site was left out`);
  const head = readGhostText(meta, 'codeinjection_head');
  return {
    seoTitle: readGhostText(meta, 'meta_title') || undefined,
    metaDescription: readGhostText(meta, 'meta_description') || undefined,
    canonical: isElsewhere ? canonical : undefined,
    noindex: /<meta\b[^>]{0,200}\brobots\b[^>]{0,200}\bnoindex\b/i.test(head) || undefined,
  };
}

/** Names of the keys without an equivalent in the front matter. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  og_title: 'title for Facebook',
  og_description: 'description for Facebook',
  og_image: 'picture for Facebook',
  twitter_title: 'title for X',
  twitter_description: 'description for X',
  twitter_image: 'picture for X',
  codeinjection_head: 'code in the head',
  codeinjection_foot: 'code in the foot',
  custom_template: 'template of the theme',
  email_subject: 'subject of the mail',
};
const LEFT_OUT_MAX = 300;

function noteLeftOut(meta: GhostRow, tags: readonly GhostTag[], notes: string[]): void {
  const internal = tags.filter(isInternalTag).map(({ name }) => name);
  if (internal.length > 0) notes.push(`internal tags were left out: ${internal.join(', ')}`);
  for (const [key, name] of Object.entries(LEFT_OUT)) {
    const value = readGhostText(meta, key).replace(/\s+/g, ' ');
    if (value !== '') notes.push(`${name} was left out: ${value.slice(0, LEFT_OUT_MAX)}`);
  }
}
