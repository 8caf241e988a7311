import { pages } from '../../site/addresses.ts';
import { CATEGORIES, NEWS } from '../../site/categories.ts';
import type { FeedFilter } from '../../store/posts.ts';

export type FeedSource = {
  /** Of the page whose articles the feed brings. */
  readonly path: string;
  readonly name: string;
  readonly shelf: FeedFilter;
};

/** All that has feeds: the site, each category and the news. */
export const FEED_SOURCES: readonly FeedSource[] = [
  { path: pages.home(), name: '', shelf: {} },
  ...CATEGORIES.map(({ slug, name }) => ({ path: pages.category(slug), name, shelf: { category: slug } })),
  { path: pages.news(), name: NEWS.name, shelf: { subcategory: NEWS.slug } },
];
