import { type QueryClient, useQuery } from '@tanstack/react-query';
import { queries } from '../contract/queries.ts';
import type { Taxonomy } from '../site/taxonomy.ts';

/** Loads the categories and subcategories that addresses and labels of posts are built from. */
export async function loadTaxonomy(client: QueryClient): Promise<Taxonomy> {
  const [categories, subcategories] = await Promise.all([
    client.fetchQuery(queries.categories()),
    client.fetchQuery(queries.subcategories()),
  ]);
  return { categories, subcategories };
}

export type TaxonomyState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'loaded'; readonly taxonomy: Taxonomy };

export function useTaxonomy(): TaxonomyState {
  const categories = useQuery(queries.categories());
  const subcategories = useQuery(queries.subcategories());
  if (categories.data !== undefined && subcategories.data !== undefined) {
    return { kind: 'loaded', taxonomy: { categories: categories.data, subcategories: subcategories.data } };
  }
  return { kind: categories.isError || subcategories.isError ? 'failed' : 'loading' };
}
