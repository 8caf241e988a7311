import type { LegacyPost, LegacyPostSummary } from '../site/entities.ts';
import { findLegacyPost, listLegacyPosts } from '../store/legacy.ts';
import { type ApiAnswer, found, foundOrAbsent } from './answer.ts';
import type { ApiContext, ApiRequest } from './request.ts';

export function readLegacyPosts({ store }: ApiContext): ApiAnswer<readonly LegacyPostSummary[]> {
  return found(listLegacyPosts(store));
}

export function readLegacyPost({ store }: ApiContext, { params }: ApiRequest): ApiAnswer<LegacyPost> {
  return foundOrAbsent(findLegacyPost(store, params.slug ?? ''), 'legacy post');
}
