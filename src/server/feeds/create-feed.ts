import { stat } from 'node:fs/promises';
import type { CardDrawer } from '../../cards/card-drawer.ts';
import { pages } from '../../site/addresses.ts';
import { type Card, createPostCard, formatCardAddress, hashCard } from '../../site/cards.ts';
import { SITE } from '../../site/site-info.ts';
import { formatCategoryLabel, formatPostAddress, type Taxonomy } from '../../site/taxonomy.ts';
import { type FeedPost, listFeedPosts } from '../../store/posts.ts';
import type { Store } from '../../store/store.ts';
import { type DescribedTaxonomy, readTaxonomy } from '../../store/taxonomy.ts';
import { makeAbsolute } from '../absolute-html.ts';
import type { Feed, FeedEntry, FeedImage } from './feed.ts';
import type { FeedSource } from './feed-sources.ts';

export const ENTRIES_MAX = 30;
/** Of a feed without a single entry. */
const BEGINNING = new Date(0).toISOString();

export type FeedOptions = {
  readonly store: Store;
  readonly cards: CardDrawer;
  readonly origin: string;
  readonly now: number;
  /** The feed's own path. */
  readonly self: string;
};

/**
 * The newest articles of a shelf, or of the site, as every format of its feed says it. `missing` are cards that are not
 * drawn yet: nobody waits for them, and as a feed has to say how long a picture is, their entries go without.
 */
export async function createFeed(
  source: FeedSource,
  options: FeedOptions,
): Promise<{ readonly feed: Feed; readonly missing: readonly Card[] }> {
  const { store, origin, now, self } = options;
  const taxonomy = readTaxonomy(store, now);
  const posts = listFeedPosts(store, { ...source.shelf, limit: ENTRIES_MAX, now });
  const made = await Promise.all(posts.map((post) => createEntry(post, taxonomy, options)));
  const entries = made.map(({ entry }) => entry);
  const changes = entries.map(({ updatedAt }) => updatedAt).sort();
  const feed = {
    title: source.path === pages.home() ? SITE.name : `${findName(source, taxonomy)}, ${SITE.name}`,
    description: findDescription(source, taxonomy),
    url: `${origin}${source.path}`,
    selfUrl: `${origin}${self}`,
    origin,
    id: formatId(`feed:${source.path}`),
    updatedAt: changes.at(-1) ?? BEGINNING,
    entries,
  };
  return { feed, missing: made.flatMap(({ entry, card }) => (entry.image === undefined ? [card] : [])) };
}

async function createEntry(
  post: FeedPost,
  taxonomy: Taxonomy,
  { origin, cards }: FeedOptions,
): Promise<{ readonly entry: FeedEntry; readonly card: Card }> {
  const url = `${origin}${formatPostAddress(post, taxonomy)}`;
  const card = createPostCard(post, taxonomy);
  const image = await findImage(card, { origin, cards });
  const entry = {
    id: formatId(`post:${post.slug}`),
    url,
    title: post.title,
    summary: post.excerpt,
    content: makeAbsolute(post.content, url),
    publishedAt: post.publishedAt,
    updatedAt: post.updatedAt ?? post.publishedAt,
    category: formatCategoryLabel(post, taxonomy),
    ...(image !== undefined && { image }),
  };
  return { entry, card };
}

async function findImage(
  card: Card,
  { origin, cards }: Pick<FeedOptions, 'origin' | 'cards'>,
): Promise<FeedImage | undefined> {
  const path = cards.findDrawn({ ...card, hash: hashCard(card), cut: 'wide' });
  if (path === undefined) return undefined;
  const { size } = await stat(path);
  return { url: `${origin}${formatCardAddress(card, 'wide')}`, type: 'image/png', bytes: size };
}

function findShelf({ shelf }: FeedSource, { categories, subcategories }: DescribedTaxonomy) {
  if (shelf.subcategory !== undefined) return subcategories.find(({ slug }) => slug === shelf.subcategory);
  return categories.find(({ slug }) => slug === shelf.category);
}

function findName(source: FeedSource, taxonomy: DescribedTaxonomy): string {
  return findShelf(source, taxonomy)?.name ?? source.name;
}

function findDescription(source: FeedSource, taxonomy: DescribedTaxonomy): string {
  return findShelf(source, taxonomy)?.description ?? SITE.description;
}

/** The site began in 2011; the domain is the one it has for good. */
function formatId(thing: string): string {
  return `tag:${SITE.domain},2011:${thing}`;
}
