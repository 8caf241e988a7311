import type { Category, CategoryDetail } from '../site/entities.ts';
import { findCategory, listCategories } from '../store/taxonomy.ts';
import { type ApiAnswer, found, foundOrAbsent } from './answer.ts';
import type { ApiContext, ApiRequest } from './request.ts';

export function readCategories({ store }: ApiContext, { now }: ApiRequest): ApiAnswer<readonly Category[]> {
  return found(listCategories(store, now));
}

export function readCategory({ store }: ApiContext, { params, now }: ApiRequest): ApiAnswer<CategoryDetail> {
  return foundOrAbsent(findCategory(store, params.slug ?? '', now), 'category');
}
