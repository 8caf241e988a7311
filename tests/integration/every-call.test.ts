import { describe, expect } from 'vitest';
import { type EndpointName, endpoints } from '../../src/contract/endpoints.ts';
import { test } from '../support/test-site.ts';

/** An address of each call of the contract that finds something; a new call without one does not compile. */
const ADDRESSES: { readonly [Name in EndpointName]: string } = {
  categories: endpoints.categories.address(),
  category: endpoints.category.address({ slug: 'seo' }),
  subcategories: endpoints.subcategories.address({ categoryId: 4 }),
  subcategory: endpoints.subcategory.address({ slug: 'local-seo' }),
  posts: endpoints.posts.address({ categoryId: 4, subcategoryId: 16, page: 1, limit: 10 }),
  featuredPosts: endpoints.featuredPosts.address(),
  recentPosts: endpoints.recentPosts.address(),
  popularPosts: endpoints.popularPosts.address({ limit: 5 }),
  post: endpoints.post.address({ slug: 'seo-basics-checklist' }),
  relatedPosts: endpoints.relatedPosts.address({ id: 1 }),
  viewPost: endpoints.viewPost.address({ id: 1 }),
  search: endpoints.search.address({ q: 'quality & score?', page: 1 }),
  searchSummary: endpoints.searchSummary.address({ q: 'quality & score?' }),
  searchSuggestions: endpoints.searchSuggestions.address({ q: 'qual' }),
  legacyPosts: endpoints.legacyPosts.address(),
  legacyPost: endpoints.legacyPost.address({ slug: 'keyword-density' }),
  redirects: endpoints.redirects.address({ path: '/seo' }),
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

const VALID: Readonly<Record<string, string>> = { q: 'ads', path: '/seo' };

/** Each declared query parameter, after valid values of those that are checked before it. */
const QUERY_PARAMETERS = Object.values(endpoints).flatMap(({ path, queryNames }) =>
  queryNames.map((name, index) => {
    const before = queryNames.slice(0, index).map((other) => `${other}=${VALID[other] ?? 1}&`);
    return [`${path.replace(/:\w+/, '1')}?${before.join('')}`, name] as const;
  }),
);

test.for(QUERY_PARAMETERS)(
  '%s validates %s, even if a valid answer is cached',
  async ([url, name], { site }) => {
    expect((await site.get(`${url}${name}=${VALID[name] ?? 1}`)).statusCode).toBe(200);
    const unusable = await site.get(`${url}${name}=`);
    expect(unusable.statusCode).toBe(400);
    expect(JSON.parse(unusable.body).message).toMatch(new RegExp(`^${name} is `));
  },
);
