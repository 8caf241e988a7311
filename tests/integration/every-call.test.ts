import { describe, expect } from 'vitest';
import { type EndpointName, endpoints } from '../../src/contract/endpoints.ts';
import { test } from '../support/test-site.ts';

/** An address of each call of the contract that finds something; a new call without one does not compile. */
const ADDRESSES: { readonly [Name in EndpointName]: string } = {
  categories: endpoints.categories.address(),
  category: endpoints.category.address('seo'),
  subcategories: endpoints.subcategories.address(4),
  subcategory: endpoints.subcategory.address('local-seo'),
  posts: endpoints.posts.address({ categoryId: 4, subcategoryId: 16, page: 1, limit: 10 }),
  featuredPosts: endpoints.featuredPosts.address(),
  recentPosts: endpoints.recentPosts.address(),
  popularPosts: endpoints.popularPosts.address(5),
  post: endpoints.post.address('seo-basics-checklist'),
  relatedPosts: endpoints.relatedPosts.address(1),
  viewPost: endpoints.viewPost.address(1),
  search: endpoints.search.address('quality & score?', 1),
  searchSummary: endpoints.searchSummary.address('quality & score?'),
  searchSuggestions: endpoints.searchSuggestions.address('qual'),
  legacyPosts: endpoints.legacyPosts.address(),
  legacyPost: endpoints.legacyPost.address('keyword-density'),
  redirects: endpoints.redirects.address('/seo'),
  health: endpoints.health.address(),
};

describe.for(Object.entries(ADDRESSES))('the call %s', ([name, address]) => {
  test('answers at the address that the browser builds', async ({ site }) => {
    const { statusCode, headers } = await site.get(address);
    expect(statusCode).toBe(name === 'viewPost' ? 204 : 200);
    if (statusCode === 200) expect(headers['content-type']).toBe('application/json; charset=utf-8');
  });

  test('answers no null and no empty object, however deep', async ({ site }) => {
    const { body } = await site.get(address);
    expect(body).not.toMatch(/[:[,]null[,\]}]|\{\}/);
  });

  test('is the same for everyone: it varies with no cookie and sets none', async ({ site }) => {
    const alone = await site.get(address);
    const known = await site.get(address, { cookie: 'session=1', authorization: 'Basic eDp5' });
    expect(known.body).toBe(alone.body);
    expect(known.headers).not.toHaveProperty('set-cookie');
  });
});
