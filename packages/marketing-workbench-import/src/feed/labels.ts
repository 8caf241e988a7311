import type { ImportedOutline, SourceCategory } from '../source.ts';

const CATEGORIES_MAX = 12;

/** Divides the labels of a feed: the most frequent ones become categories, the others tags. */
export function chooseCategories(labels: readonly (readonly string[])[]) {
  const counts = new Map<string, number>();
  for (const label of labels.flatMap((some) => [...new Set(some)]))
    counts.set(label, (counts.get(label) ?? 0) + 1);
  const frequent = [...counts]
    .filter(([label, count]) => label !== '' && count > 1)
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, CATEGORIES_MAX)
    .map(([label]) => label);
  const categories: readonly SourceCategory[] = frequent.map((label) => ({
    slug: label,
    name: label,
  }));
  const sort = (own: readonly string[]): Pick<ImportedOutline, 'categories' | 'tags'> => ({
    categories: own.filter((label) => frequent.includes(label)),
    tags: own.filter((label) => label !== '' && !frequent.includes(label)),
  });
  return { categories, sort };
}
