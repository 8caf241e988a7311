import type { PostSummary } from '../site/entities.ts';
import { formatPostAddress, type Taxonomy } from '../site/taxonomy.ts';
import type { ListPage } from './list-page.ts';
import type { Listing } from './structured-data.ts';

/** One page of a list of articles, as search engines are told of it. */
export function createListing(
  list: ListPage<PostSummary>,
  pageSize: number,
  taxonomy: Taxonomy,
): Listing | undefined {
  if (list.kind !== 'loaded' || list.items.length === 0) return undefined;
  const entries = list.items.map((post) => ({
    title: post.title,
    address: formatPostAddress(post, taxonomy),
  }));
  return { start: (list.page - 1) * pageSize + 1, entries };
}
