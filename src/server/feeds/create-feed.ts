import { stat } from 'node:fs/promises';
import type { CardDrawer } from '../../cards/card-drawer.ts';
import { type FeedFormat, files, pages } from '../../site/addresses.ts';
import { parseCanonicalPath } from '../../site/canonical-path.ts';
import { type Card, createPostCard, formatCardAddress, hashCard } from '../../site/cards.ts';
import { CATEGORIES, NEWS } from '../../site/categories.ts';
import { SITE } from '../../site/site-info.ts';
import { formatCategoryLabel, formatPostAddress, type Taxonomy } from '../../site/taxonomy.ts';
import { type FeedFilter, type FeedPost, listFeedPosts } from '../../store/posts.ts';
import type { Store } from '../../store/store.ts';
import { type DescribedTaxonomy, readTaxonomy } from '../../store/taxonomy.ts';
import { makePortable } from '../portable-html.ts';

export type Feed = Awaited<ReturnType<typeof createFeed>>;
export type FeedEntry = Feed['entries'][number];

export const ENTRIES_MAX = 30;
/** When a feed without entries was updated. */
const BEGINNING = new Date(0).toISOString();

export type FeedOptions = {
  readonly store: Store;
  readonly cards: CardDrawer;
  readonly origin: string;
  readonly now: number;
  readonly self: string;
};

export async function createFeed(source: FeedSource, options: FeedOptions) {
  const { store, origin, now, self } = options;
  const taxonomy = readTaxonomy(store, now);
  const posts = listFeedPosts(store, { ...source.filter, limit: ENTRIES_MAX, now });
  const entries = await Promise.all(posts.map((post) => createEntry(post, taxonomy, options)));
  const changes = entries.map(({ updatedAt }) => updatedAt).sort();
  const subject = findSubject(source, taxonomy);
  return {
    title: source.path === pages.home() ? SITE.name : `${subject?.name ?? source.name}, ${SITE.name}`,
    description: subject?.description ?? SITE.description,
    url: `${origin}${source.path}`,
    selfUrl: `${origin}${self}`,
    origin,
    /** A tag URI, which doesn't change with the address (RFC 4151). */
    id: formatId(`feed:${source.path}`),
    updatedAt: changes.at(-1) ?? BEGINNING,
    entries,
  };
}

async function createEntry(post: FeedPost, taxonomy: Taxonomy, options: FeedOptions) {
  const url = `${options.origin}${formatPostAddress(post, taxonomy)}`;
  const card = createPostCard(post, taxonomy);
  return {
    id: formatId(`post:${post.slug}`),
    url,
    title: post.title,
    summary: post.excerpt,
    content: makePortable(post.content, url),
    publishedAt: post.publishedAt,
    updatedAt: post.updatedAt ?? post.publishedAt,
    category: formatCategoryLabel(post, taxonomy),
    card,
    image: await findImage(card, options),
  };
}

/** Undefined until the card is drawn, as a feed states the size of its pictures. */
async function findImage(card: Card, { origin, cards }: FeedOptions) {
  const path = findDrawnCard(cards, card);
  if (path === undefined) return undefined;
  const { size } = await stat(path);
  return { url: `${origin}${formatCardAddress(card, 'wide')}`, type: 'image/png', bytes: size };
}

export function findDrawnCard(cards: CardDrawer, card: Card): string | undefined {
  return cards.findDrawn({ ...card, hash: hashCard(card), cut: 'wide' });
}

function findSubject({ filter }: FeedSource, { categories, subcategories }: DescribedTaxonomy) {
  if (filter.subcategory !== undefined) return subcategories.find(({ slug }) => slug === filter.subcategory);
  return categories.find(({ slug }) => slug === filter.category);
}

/** The site has owned the domain since 2011. */
function formatId(thing: string): string {
  return `tag:${SITE.domain},2011:${thing}`;
}

export type FeedSource = {
  readonly path: string;
  readonly name: string;
  readonly filter: FeedFilter;
};

export const FEED_FORMATS: readonly FeedFormat[] = ['rss', 'atom', 'json'];

export const FEED_SOURCES: readonly FeedSource[] = [
  { path: pages.home(), name: '', filter: {} },
  ...CATEGORIES.map(({ slug, name }) => ({ path: pages.category(slug), name, filter: { category: slug } })),
  { path: pages.news(), name: NEWS.name, filter: { subcategory: NEWS.slug } },
];

const FEEDS = FEED_SOURCES.flatMap(({ path }) => FEED_FORMATS.map((format) => files.feed(format, path)));
const ADDRESSES: ReadonlySet<string> = new Set([files.robots(), files.llms(), ...FEEDS]);

/** The canonical address of a file requested by another spelling, such as `/SEO/feed.xml/`. */
export function findFileAddress(pathname: string): string | undefined {
  const canonical = parseCanonicalPath(pathname);
  return canonical !== undefined && canonical !== pathname && ADDRESSES.has(canonical)
    ? canonical
    : undefined;
}
