import type { z } from 'zod';
import { CATEGORIES, listBuiltInSubcategories } from '../site/categories.ts';
import type { CategoryRecord, SubcategoryRecord } from '../site/records.ts';
import type { ContentProblem } from './content-problem.ts';
import type { ContentFile } from './folder/read-content-folder.ts';
import { line, strict } from './front-matter-schemas.ts';
import { parseYamlFile } from './yaml-file.ts';

const FILE_NAME = 'categories.yaml';
const DESCRIPTION = 'write one or two sentences (at most 200 characters) on what one can do after reading';
const description = line({ min: 1, max: 200, advice: DESCRIPTION });

/** `categories.yaml`: a description for each built-in category and subcategory, the news among them, by slug. */
const categoriesSchema = strict({
  categories: strict(describeEach(CATEGORIES)),
  subcategories: strict(describeEach(listBuiltInSubcategories())),
});

type Shelves = {
  readonly records: readonly (CategoryRecord | SubcategoryRecord)[];
  readonly problems: readonly ContentProblem[];
};

/** The built-in categories and subcategories with the descriptions that the content folder gives them. */
export function compileCategories(source: ContentFile | undefined, folder: string): Shelves {
  if (source === undefined) {
    return { records: [], problems: [{ file: `${folder}/${FILE_NAME}`, message: 'is missing; write it' }] };
  }
  const { value, problems } = parseYamlFile(source, categoriesSchema);
  return { records: value === undefined ? [] : createShelfRecords(value), problems };
}

function createShelfRecords({
  categories,
  subcategories,
}: z.infer<typeof categoriesSchema>): Shelves['records'] {
  return [
    ...CATEGORIES.map(({ slug, name, icon }, index) => ({
      kind: 'category' as const,
      slug,
      name,
      description: categories[slug] ?? '',
      icon,
      position: index + 1,
    })),
    ...listBuiltInSubcategories().map(({ slug, category, name }, index) => ({
      kind: 'subcategory' as const,
      slug,
      category,
      name,
      description: subcategories[slug] ?? '',
      position: index + 1,
    })),
  ];
}

function describeEach(shelves: readonly { readonly slug: string }[]): Record<string, typeof description> {
  return Object.fromEntries(shelves.map(({ slug }) => [slug, description]));
}
