import { type QueryClient, useQuery } from '@tanstack/react-query';
import { queries } from '../contract/queries.ts';
import type { Site } from '../site/site.ts';
import type { Taxonomy } from '../site/taxonomy.ts';
import { usePageContext } from './page-head.tsx';

/** Loads the categories and subcategories that addresses and labels of posts are built from. */
export async function loadTaxonomy(client: QueryClient, site: Site): Promise<Taxonomy> {
  const [categories, subcategories] = await Promise.all([
    client.fetchQuery(queries.categories()),
    client.fetchQuery(queries.subcategories()),
  ]);
  return { categories, subcategories, site };
}

export type TaxonomyState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'loaded'; readonly taxonomy: Taxonomy };

export function useTaxonomy(): TaxonomyState {
  const { site } = usePageContext();
  const categories = useQuery(queries.categories());
  const subcategories = useQuery(queries.subcategories());
  if (categories.data !== undefined && subcategories.data !== undefined) {
    const taxonomy = { categories: categories.data, subcategories: subcategories.data, site };
    return { kind: 'loaded', taxonomy };
  }
  return { kind: categories.isError || subcategories.isError ? 'failed' : 'loading' };
}
