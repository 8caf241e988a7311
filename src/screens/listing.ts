import type { PostSummary } from '../site/entities.ts';
import { formatPostAddress, type Sections } from '../site/sections.ts';
import type { Listing } from './structured-data.ts';

type ListingPage = { readonly page: number; readonly pageSize: number; readonly sections: Sections };

/** One page of a list of articles, as search engines are told of it. */
export function createListing(
  posts: readonly PostSummary[],
  { page, pageSize, sections }: ListingPage,
): Listing | undefined {
  if (posts.length === 0) return undefined;
  const entries = posts.map((post) => ({ title: post.title, address: formatPostAddress(post, sections) }));
  return { start: (page - 1) * pageSize + 1, entries };
}
