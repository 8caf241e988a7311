import { listRelatedPosts } from '../search/related-posts.ts';
import type { Post, PostSummary } from '../site/entities.ts';
import { POPULAR_COUNT, POPULAR_COUNT_MAX } from '../site/limits.ts';
import { listFeaturedPosts, listPopularPosts, listRecentPosts } from '../store/posts/highlights.ts';
import { findPost, hasPost, listPosts } from '../store/posts/posts.ts';
import { type ApiAnswer, found, foundOrAbsent } from './answer.ts';
import { parsePageRequest, parsePathId, parseQueryNumber } from './parameters.ts';
import type { ApiContext, ApiRequest } from './request.ts';

type PostList = ApiAnswer<readonly PostSummary[]>;

export function readPosts({ store }: ApiContext, { query, now }: ApiRequest): PostList {
  const filter = {
    categoryId: parseQueryNumber(query, { name: 'categoryId' }),
    subcategoryId: parseQueryNumber(query, { name: 'subcategoryId' }),
    ...parsePageRequest(query),
  };
  const { items, total } = listPosts(store, filter, now);
  return { kind: 'found', body: items, total };
}

export function readFeaturedPosts({ store }: ApiContext, { now }: ApiRequest): PostList {
  return found(listFeaturedPosts(store, now));
}

export function readRecentPosts({ store }: ApiContext, { now }: ApiRequest): PostList {
  return found(listRecentPosts(store, now));
}

export function readPopularPosts({ store }: ApiContext, { query, now }: ApiRequest): PostList {
  const limit = parseQueryNumber(query, { name: 'limit', max: POPULAR_COUNT_MAX }) ?? POPULAR_COUNT;
  return found(listPopularPosts(store, limit, now));
}

export function readPost({ store }: ApiContext, { params, now }: ApiRequest): ApiAnswer<Post> {
  return foundOrAbsent(findPost(store, params.slug ?? '', now), 'post');
}

export function readRelatedPosts({ store }: ApiContext, { params, now }: ApiRequest): PostList {
  return foundOrAbsent(listRelatedPosts(store, parsePathId(params), now), 'post');
}

/** The one call that changes something: a view, which counts or not, is done either way. */
export function recordView(
  { store, countView }: ApiContext,
  { params, visitor, now }: ApiRequest,
): ApiAnswer<never> {
  const id = parsePathId(params);
  if (!hasPost(store, id, now)) return { kind: 'absent', message: 'There is no such post.' };
  countView(id, visitor, now);
  return { kind: 'done' };
}
