import { pages } from '../../site/addresses.ts';
import { formatCardAddress } from '../../site/card-addresses.ts';
import { createPostCard, createTextCard } from '../../site/cards.ts';
import { listFixedPages, listSectionPages } from '../../site/catalogue.ts';
import type { OwnPage } from '../../site/entities.ts';
import type { Site } from '../../site/site.ts';
import { listAllOwnPages } from '../../store/pages/own-pages.ts';
import { type DescribedTaxonomy, readTaxonomy } from '../../store/pages/taxonomy.ts';
import {
  listPicturedPosts,
  listPlaceChanges,
  listSitemapLegacyPosts,
  type PicturedPost,
  type PostPlaceInList,
  START_OF_LIST,
} from '../../store/posts/sitemap.ts';
import { listSitemapTags } from '../../store/posts/tags.ts';
import { formatIsoDate } from '../../store/rows.ts';
import type { Store } from '../../store/store.ts';

export type SitemapEntry = {
  readonly path: string;
  readonly changedAt?: string | undefined;
  readonly images?: readonly string[];
};

/** Where the entries continue: in which section, after which of its entries. */
export type SitemapPlace = { readonly section: number; readonly after: string };

export const SITEMAP_START: SitemapPlace = { section: 0, after: '' };

export type PlacedEntry = { readonly entry: SitemapEntry; readonly place: SitemapPlace };

/** When a post last changed: any, and by category and subcategory. */
export type LastChanges = {
  readonly any: string | undefined;
  readonly byCategory: ReadonlyMap<string, string>;
  readonly bySubcategory: ReadonlyMap<string, string>;
};

type SitemapSlice = {
  readonly entries: readonly (SitemapEntry & { readonly key: string })[];
  /** The key of the last row; undefined at the end of the section. */
  readonly next: string | undefined;
};

type SitemapSection = (after: string) => SitemapSlice;

export type SitemapContent = {
  readonly store: Store;
  readonly now: number;
  readonly changes: LastChanges;
};

/**
 * Yields all entries from a place on, in the order of the sitemap. Each slice ends a turn of the
 * event loop.
 */
export async function* readSitemapEntries(
  { store, now, changes }: SitemapContent,
  from: SitemapPlace,
): AsyncGenerator<readonly PlacedEntry[], void> {
  const sections = listSitemapSections(store, now, changes);
  for (const [section, read] of sections.entries()) {
    if (section < from.section) continue;
    let after: string | undefined = section === from.section ? from.after : '';
    while (after !== undefined) {
      const { entries, next } = read(after);
      yield entries.map(({ key, ...entry }) => ({ entry, place: { section, after: key } }));
      after = next;
      await store.slicing.nextTurn();
    }
  }
}

/** Reads when pages last changed, in many turns of the event loop. */
export async function readLastChanges(store: Store, now: number): Promise<LastChanges> {
  const byCategory = new Map<string, number>();
  const bySubcategory = new Map<string, number>();
  let slice = listPlaceChanges(store, 0, now);
  while (slice !== undefined) {
    for (const { category, subcategory, changedAt } of slice.changes) {
      keepLater(byCategory, category, changedAt);
      if (subcategory !== undefined) keepLater(bySubcategory, subcategory, changedAt);
    }
    await store.slicing.nextTurn();
    slice = listPlaceChanges(store, slice.last, now);
  }
  const any = Math.max(...byCategory.values());
  return {
    any: Number.isFinite(any) ? formatIsoDate(any) : undefined,
    byCategory: formatAll(byCategory),
    bySubcategory: formatAll(bySubcategory),
  };
}

function keepLater(times: Map<string, number>, key: string, time: number): void {
  times.set(key, Math.max(time, times.get(key) ?? time));
}

function formatAll(times: ReadonlyMap<string, number>): ReadonlyMap<string, string> {
  return new Map(Array.from(times, ([key, time]) => [key, formatIsoDate(time)]));
}

function listSitemapSections(
  store: Store,
  now: number,
  changes: LastChanges,
): readonly SitemapSection[] {
  const taxonomy = readTaxonomy(store, now);
  const { site } = taxonomy;
  return [
    sliceFixed(() => listFixedEntries(store, site, changes)),
    (after) => sliceTags(store, now, after),
    sliceFixed(() => (site.authors ?? []).map(({ slug }) => ({ path: pages.author(slug) }))),
    (after) =>
      slicePosts({ store, taxonomy, now }, after === '' ? START_OF_LIST : parsePostPlace(after)),
    (after) => sliceLegacyPosts(store, after),
  ];
}

/** Returns all entries as one slice; their keys are their numbers. */
function sliceFixed(listEntries: () => readonly SitemapEntry[]): SitemapSection {
  return (after) => {
    const entries = listEntries().map((entry, number) => ({ ...entry, key: String(number) }));
    return { entries: after === '' ? entries : entries.slice(Number(after) + 1), next: undefined };
  };
}

function listFixedEntries(store: Store, site: Site, changes: LastChanges): readonly SitemapEntry[] {
  return [
    ...listFixedPages('entrance').map(({ path }) => ({ path, changedAt: changes.any })),
    ...listAllOwnPages(store)
      .filter(
        ({ inSitemap, noindex, canonical }) => inSitemap && !noindex && canonical === undefined,
      )
      .map((page) => createPageEntry(page, site)),
    ...listFixedPages('overview').map(({ path }) => ({ path, changedAt: changes.any })),
    ...listSectionPages(site).map(({ path, slug, category }) => ({
      path,
      changedAt: (category === undefined ? changes.byCategory : changes.bySubcategory).get(slug),
    })),
  ];
}

function sliceTags(store: Store, now: number, after: string): SitemapSlice {
  const tags = listSitemapTags(store, now, after);
  return {
    entries: tags.map(({ slug, lastChanged }) => ({
      key: slug,
      path: pages.tag(slug),
      changedAt: lastChanged,
    })),
    next: tags.length < store.slicing.rows ? undefined : tags.at(-1)?.slug,
  };
}

type PostSource = {
  readonly store: Store;
  readonly taxonomy: DescribedTaxonomy;
  readonly now: number;
};

function slicePosts({ store, taxonomy, now }: PostSource, place: PostPlaceInList): SitemapSlice {
  const posts = listPicturedPosts(store, place, now);
  const last = posts.at(-1);
  return {
    entries: posts
      .filter(({ isIndexed }) => isIndexed)
      .map((post) => ({ ...createPostEntry(post, taxonomy), key: formatPostPlace(post) })),
    next: posts.length < store.slicing.rows ? undefined : last && formatPostPlace(last),
  };
}

function formatPostPlace({ publishedAt, id }: PicturedPost): string {
  return `${Date.parse(publishedAt)} ${id}`;
}

function parsePostPlace(key: string): PostPlaceInList {
  const [publishedAt = 0, id = 0] = key.split(' ').map(Number);
  return { publishedAt, id };
}

function sliceLegacyPosts(store: Store, after: string): SitemapSlice {
  const [id = '0'] = after.split(' ', 1);
  const posts = listSitemapLegacyPosts(store, {
    id: Number(id),
    legacyUrl: after.slice(id.length + 1),
  });
  const entries = posts.map((post) => ({
    key: `${post.id} ${post.legacyUrl}`,
    path: post.legacyUrl,
    changedAt: post.lastChanged,
  }));
  return { entries, next: posts.length < store.slicing.rows ? undefined : entries.at(-1)?.key };
}

/** Limit of Google's image sitemaps 1.1. */
const IMAGES_MAX = 1_000;

function createPostEntry(post: PicturedPost, taxonomy: DescribedTaxonomy): SitemapEntry {
  const card = formatCardAddress(createPostCard(post, taxonomy), '16x9');
  return {
    path: pages.article(post, taxonomy.site.news),
    changedAt: post.lastChanged,
    images: [card, ...post.pictures].slice(0, IMAGES_MAX),
  };
}

function createPageEntry(page: OwnPage, site: Site): SitemapEntry {
  const pictures = Array.from(page.content.matchAll(/<img src="([^"]+)"/g), ([, src = '']) => src);
  const card = formatCardAddress(createTextCard(page, site), '16x9');
  const changedAt = page.updatedAt ?? page.publishedAt;
  return {
    path: pages.page(page.slug),
    changedAt,
    images: [card, ...pictures].slice(0, IMAGES_MAX),
  };
}
