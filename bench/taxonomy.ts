import { CATEGORIES, listBuiltInSubcategories } from '../src/site/categories.ts';
import type { ContentRecord } from '../src/site/records.ts';

/** The built-in categories and subcategories, as posts need them. */
export function createTaxonomy(): ContentRecord[] {
  return [
    ...CATEGORIES.map(({ slug, name, icon }, index) => ({
      ...{ kind: 'category' as const, slug, name, icon, description: name, position: index + 1 },
    })),
    ...listBuiltInSubcategories().map(({ slug, name, category }, index) => ({
      ...{ kind: 'subcategory' as const, slug, name, category, description: name, position: index + 1 },
    })),
  ];
}
