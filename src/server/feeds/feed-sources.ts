import { type FeedFormat, files, pages } from '../../site/addresses.ts';
import { parseCanonicalPath } from '../../site/canonical-path.ts';
import { CATEGORIES, NEWS } from '../../site/categories.ts';
import type { FeedFilter } from '../../store/posts.ts';

export type FeedSource = {
  /** Of the page that lists the articles. */
  readonly path: string;
  readonly name: string;
  readonly filter: FeedFilter;
};

export const FEED_FORMATS: readonly FeedFormat[] = ['rss', 'atom', 'json'];

/** The site, each category and the news. */
export const FEED_SOURCES: readonly FeedSource[] = [
  { path: pages.home(), name: '', filter: {} },
  ...CATEGORIES.map(({ slug, name }) => ({ path: pages.category(slug), name, filter: { category: slug } })),
  { path: pages.news(), name: NEWS.name, filter: { subcategory: NEWS.slug } },
];

const FEEDS = FEED_SOURCES.flatMap(({ path }) => FEED_FORMATS.map((format) => files.feed(format, path)));
const ADDRESSES: ReadonlySet<string> = new Set([files.robots(), files.llms(), ...FEEDS]);

/** The address of a file that was requested by another spelling, such as `/SEO/feed.xml/`. */
export function findFileAddress(pathname: string): string | undefined {
  const canonical = parseCanonicalPath(pathname);
  return canonical !== undefined && canonical !== pathname && ADDRESSES.has(canonical)
    ? canonical
    : undefined;
}
