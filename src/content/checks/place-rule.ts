import { pages } from '../../site/addresses.ts';
import { CATEGORIES, listBuiltInSubcategories } from '../../site/categories.ts';
import { LEGACY_PATHS } from '../../site/legacy-paths.ts';
import { isSlug, RESERVED_SLUGS } from '../../site/slugs.ts';
import type { ContentProblem } from '../content-problem.ts';
import type { ArticleDocument, TextDocument } from '../texts/text-document.ts';

/** A text's name is a slug, and the folder it stands in, or the old path it answers, is one that the site knows. */
export function checkPlace(document: TextDocument): readonly ContentProblem[] {
  const { file, slug, lineOf } = document;
  return [
    ...listSlugProblems(slug).map((message) => ({ file, message })),
    ...listPlaceProblems(document).map((message) => ({ file, message })),
    ...listLegacyUrlProblems(document).map((message) => ({ file, line: lineOf('legacyUrl'), message })),
  ];
}

function listSlugProblems(slug: string): readonly string[] {
  if (isSlug(slug)) return [];
  return [`has the name “${slug}”, which is no slug; use lower-case letters, digits and single hyphens`];
}

function listPlaceProblems(document: TextDocument): readonly string[] {
  switch (document.kind) {
    case 'article':
      return [...listReservedNameProblems(document), ...listFolderProblems(document)];
    case 'guide':
      return document.address === pages.guide()
        ? []
        : [`is no known guide; the only one is ${pages.guide().slice(1)}.md`];
    case 'legacy':
      return [];
  }
}

function listReservedNameProblems({ slug, subcategory }: ArticleDocument): readonly string[] {
  if (RESERVED_SLUGS.has(slug)) return [`has the name “${slug}”, which the site needs for itself; rename it`];
  const isShelf = listBuiltInSubcategories().some((shelf) => shelf.slug === slug);
  if (subcategory !== undefined || !isShelf) return [];
  return [`has the name of the subcategory “${slug}”, whose page would hide it; rename it`];
}

function listFolderProblems({ category, subcategory }: ArticleDocument): readonly string[] {
  const categories = CATEGORIES.map(({ slug }) => slug);
  if (!categories.includes(category)) {
    return [`stands in the unknown category “${category}”; move it to one of ${categories.join(', ')}`];
  }
  const shelves = listBuiltInSubcategories().filter((shelf) => shelf.category === category);
  if (subcategory === undefined || shelves.some(({ slug }) => slug === subcategory)) return [];
  const names = shelves.map(({ slug }) => slug).join(', ');
  return [`stands in “${subcategory}”, which is no subcategory of ${category}; move it to one of ${names}`];
}

function listLegacyUrlProblems({ kind, sound: { legacyUrl } }: TextDocument): readonly string[] {
  if (kind !== 'legacy' || legacyUrl === undefined || LEGACY_PATHS.includes(legacyUrl)) return [];
  return [
    `legacyUrl ${legacyUrl} is not in the list of legacy paths; write one of these exactly, or add it there`,
  ];
}
