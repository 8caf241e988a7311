import { pages } from '../../site/addresses.ts';
import { type Card, createPostCard, createTextCard } from '../../site/cards.ts';
import type { PostSummary } from '../../site/entities.ts';
import type { Site } from '../../site/site.ts';
import { formatCategoryLabel, formatPostAddress, type Taxonomy } from '../../site/taxonomy.ts';
import { type FeedPage, listFeedPages } from '../../store/pages/own-pages.ts';
import { type FeedFilter, type FeedPost, listFeedPosts } from '../../store/posts/posts.ts';
import type { Store } from '../../store/store.ts';

/** An article, or a page in the feeds of the whole site. */
export type FeedText = Pick<PostSummary, 'title' | 'publishedAt' | 'updatedAt' | 'authors'> & {
  /** Stays the same if the address changes. */
  readonly key: string;
  readonly path: string;
  readonly summary: string;
  readonly content: string;
  readonly categories: readonly string[];
  readonly card: Card;
};

const ENTRIES_MAX = 30;

/** Lists the texts of a feed, newest first. */
export function listFeedTexts(
  store: Store,
  filter: FeedFilter,
  taxonomy: Taxonomy,
  now: number,
): readonly FeedText[] {
  const isWhole = filter.category === undefined && filter.subcategory === undefined;
  const posts = listFeedPosts(store, { ...filter, limit: ENTRIES_MAX, now });
  const ownPages = isWhole ? listFeedPages(store, ENTRIES_MAX, now) : [];
  return [
    ...posts.map((post) => describePost(post, taxonomy)),
    ...ownPages.map((page) => describeFeedPage(page, taxonomy.site)),
  ]
    .toSorted((a, b) => Date.parse(b.publishedAt) - Date.parse(a.publishedAt))
    .slice(0, ENTRIES_MAX);
}

function describePost(post: FeedPost, taxonomy: Taxonomy): FeedText {
  const { slug, title, excerpt, content, publishedAt, updatedAt, authors, tags = [] } = post;
  return {
    key: `post:${post.feedId ?? slug}`,
    path: formatPostAddress(post, taxonomy),
    title,
    summary: excerpt,
    content,
    publishedAt,
    updatedAt,
    authors,
    categories: [formatCategoryLabel(post, taxonomy), ...tags],
    card: createPostCard(post, taxonomy),
  };
}

function describeFeedPage(page: FeedPage, site: Site): FeedText {
  const { slug, title, metaDescription, content, publishedAt, updatedAt, authors } = page;
  return {
    key: `page:${page.feedId ?? slug}`,
    path: pages.page(slug),
    title,
    summary: metaDescription,
    content,
    publishedAt,
    updatedAt,
    authors,
    categories: [],
    card: createTextCard(page, site),
  };
}
