import type { LargeCompilation, PublishedText } from '../content/checks/check-site.ts';
import type { ContentRecord } from '../site/records.ts';

/**
 * Leaves out texts that the index refuses: texts in an unknown category, and all but the first with
 * a slug or address.
 */
export function listStorable({ records, texts }: LargeCompilation): readonly PublishedText[] {
  const places = new Set(records.map(findCategoryKey));
  const taken = new Set<string>();
  return texts.filter(({ outline, address }) => {
    const isArticle = outline.kind === 'post' || outline.kind === 'draft';
    const keys = [address, `${isArticle ? 'post' : outline.kind} ${outline.slug}`];
    const isKnown = !isArticle || places.has(formatCategoryKey(outline));
    if (!isKnown || keys.some((key) => taken.has(key))) return false;
    for (const key of keys) taken.add(key);
    return true;
  });
}

function findCategoryKey(record: ContentRecord): string | undefined {
  if (record.kind === 'category') return formatCategoryKey({ category: record.slug });
  if (record.kind === 'subcategory')
    return formatCategoryKey({ category: record.category, subcategory: record.slug });
  return undefined;
}

type CategoryPlace = { readonly category: string; readonly subcategory?: string | undefined };

function formatCategoryKey({ category, subcategory = '' }: CategoryPlace): string {
  return `${category}/${subcategory}`;
}
