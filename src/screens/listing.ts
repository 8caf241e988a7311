import type { PostSummary } from '../site/entities.ts';
import { formatPostAddress, type Sections } from '../site/sections.ts';
import type { ListPage } from './list-page.ts';
import type { Listing } from './structured-data.ts';

/** One page of a list of articles, as search engines are told of it. */
export function createListing(
  list: ListPage<PostSummary>,
  pageSize: number,
  sections: Sections,
): Listing | undefined {
  if (list.kind !== 'loaded' || list.items.length === 0) return undefined;
  const entries = list.items.map((post) => ({
    title: post.title,
    address: formatPostAddress(post, sections),
  }));
  return { start: (list.page - 1) * pageSize + 1, entries };
}
