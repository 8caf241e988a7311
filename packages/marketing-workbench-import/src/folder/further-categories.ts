import type { ImportedOutline, ImportSource } from '../source.ts';
import { findCategoryFolder, type MappedCategory } from './mapping.ts';

/** The names of the categories of an article besides its main one, which become tags. */
export function listFurtherCategories(
  outline: ImportedOutline,
  mapping: readonly MappedCategory[],
): readonly string[] {
  if (outline.kind !== 'post') return [];
  const folder = findCategoryFolder(outline, mapping);
  const rows = outline.categories.flatMap(
    (slug) => mapping.find(({ from }) => from === slug) ?? [],
  );
  const others = rows.filter(({ to }) => to !== folder && !folder.startsWith(`${to}/`));
  return [...new Set(others.map(({ name }) => name))];
}

/** Makes tags of the second and further categories, since an article has one category. */
export function addCategoryTags(
  source: ImportSource,
  mapping: readonly MappedCategory[],
): ImportSource {
  const outlines = source.outlines.map((outline) => {
    const further = listFurtherCategories(outline, mapping);
    return further.length === 0 ? outline : { ...outline, tags: [...outline.tags, ...further] };
  });
  return { ...source, outlines };
}
