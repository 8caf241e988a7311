import type { SearchDocument } from '../../search-engine/schema.ts';
import { CATEGORIES, listBuiltInSubcategories } from '../../site/categories.ts';
import type { PostRecord } from '../../site/records.ts';

const SECTIONS: readonly { readonly slug: string; readonly name: string }[] = [
  ...CATEGORIES,
  ...listBuiltInSubcategories(),
];

/** A post as search takes it in: also found by the names of its sections, the words of its address and its year. */
export function createPostDocument(record: PostRecord, id: number): SearchDocument {
  const { slug, title, headings, text, category, subcategory, publishedAt } = record;
  const topic = [
    ...SECTIONS.filter((section) => section.slug === category || section.slug === subcategory).map(
      ({ name }) => name,
    ),
    slug.replaceAll('-', ' '),
    new Date(publishedAt).getUTCFullYear(),
  ].join('\n');
  const excerpt = `${record.excerpt}\n${record.metaDescription}`;
  return { id, publishedAt, facet: category, fields: { title, topic, excerpt, headings, body: text } };
}
