import type { Subcategory } from '../site/entities.ts';
import { findSubcategory, listSubcategories } from '../store/taxonomy.ts';
import { type ApiAnswer, found, foundOrAbsent } from './answer.ts';
import { parseQueryNumber } from './parameters.ts';
import type { ApiContext, ApiRequest } from './request.ts';

export function readSubcategories(
  { store }: ApiContext,
  { query, now }: ApiRequest,
): ApiAnswer<readonly Subcategory[]> {
  const categoryId = parseQueryNumber(query, { name: 'categoryId' });
  return found(listSubcategories(store, { categoryId }, now));
}

export function readSubcategory({ store }: ApiContext, { params, now }: ApiRequest): ApiAnswer<Subcategory> {
  return foundOrAbsent(findSubcategory(store, params.slug ?? '', now), 'subcategory');
}
