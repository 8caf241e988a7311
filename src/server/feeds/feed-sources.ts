import { pages } from '../../site/addresses.ts';
import { CATEGORIES, NEWS } from '../../site/categories.ts';
import type { FeedShelf } from '../../store/posts/feed.ts';

export type FeedSource = {
  /** Of the page whose articles the feed brings. */
  readonly path: string;
  readonly name: string;
  readonly shelf: FeedShelf;
};

/** All that has feeds: the site, each category and the news. */
export const FEED_SOURCES: readonly FeedSource[] = [
  { path: pages.home(), name: '', shelf: {} },
  ...CATEGORIES.map(({ slug, name }) => ({ path: pages.category(slug), name, shelf: { category: slug } })),
  { path: pages.news(), name: NEWS.name, shelf: { subcategory: NEWS.slug } },
];
