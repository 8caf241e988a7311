import { endpoints } from '../../src/contract/endpoints.ts';
import { pages } from '../../src/site/addresses.ts';

export const ARTICLE = pages.article({
  category: 'google-ads',
  subcategory: 'google-search',
  slug: 'post-0',
});

/** One of each kind, of the library that `fill-library.ts` makes. */
export const ADDRESSES: ReadonlyMap<string, string> = new Map([
  ['article', ARTICLE],
  ['home', pages.home()],
  ['category', pages.category('seo')],
  ['api-post', endpoints.post.address({ slug: 'post-0' })],
  ['api-list', endpoints.posts.address({ page: 1, limit: 24 })],
]);
