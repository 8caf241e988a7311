import { type QueryClient, useQuery } from '@tanstack/react-query';
import { queries } from '../contract/queries.ts';
import type { Sections } from '../site/sections.ts';

/** The shelves, which every address and label of a post is built from. */
export async function loadSections(client: QueryClient): Promise<Sections> {
  const [categories, subcategories] = await Promise.all([
    client.fetchQuery(queries.categories()),
    client.fetchQuery(queries.subcategories()),
  ]);
  return { categories, subcategories };
}

export type SectionsState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'loaded'; readonly sections: Sections };

export function useSections(): SectionsState {
  const categories = useQuery(queries.categories());
  const subcategories = useQuery(queries.subcategories());
  if (categories.data !== undefined && subcategories.data !== undefined) {
    return { kind: 'loaded', sections: { categories: categories.data, subcategories: subcategories.data } };
  }
  return { kind: categories.isError || subcategories.isError ? 'failed' : 'loading' };
}
