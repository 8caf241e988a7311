import { parse } from 'yaml';
import { z } from 'zod';
import { isOwnSegment } from '../../site/addresses.ts';
import { createSlug } from '../../site/create-slug.ts';
import { ImportError } from '../import-error.ts';
import type { Outline, SourceCategory } from '../source.ts';

/** Where the texts of a category go: `seo` or `seo/local-seo`, with the name that is shown. */
const rowSchema = z.strictObject({
  from: z.string(),
  to: z.string().regex(/^[a-z0-9-]+(?:\/[a-z0-9-]+)?$/),
  name: z.string().min(1),
});
const mappingSchema = z.strictObject({ categories: z.array(rowSchema) });

export type MappedCategory = z.infer<typeof rowSchema>;

export const MAPPING_FILE = 'mapping.yaml';
/** For texts without a category. */
const GENERAL: MappedCategory = { from: '', to: 'general', name: 'General' };

/** Maps each category that has texts, and its ancestors. Categories below the second level join their ancestor there. */
export function createMapping(
  categories: readonly SourceCategory[],
  outlines: readonly Outline[],
): readonly MappedCategory[] {
  const bySlug = new Map(categories.map((category) => [category.slug, category]));
  const posts = outlines.filter(({ kind }) => kind === 'post');
  const used = new Set(posts.flatMap((post) => post.categories));
  const wanted = [...used].flatMap((slug) => listAncestors(slug, bySlug));
  const rows = [...new Set(wanted)].map((slug) => mapCategory(slug, bySlug));
  const isNeeded = rows.length === 0 || posts.some((post) => post.categories.length === 0);
  return isNeeded ? [...rows, GENERAL] : rows;
}

/** From the top level down to the category itself. */
function listAncestors(slug: string, bySlug: ReadonlyMap<string, SourceCategory>): readonly string[] {
  const chain: string[] = [];
  for (let next: string | undefined = slug; next !== undefined && !chain.includes(next); ) {
    chain.unshift(next);
    next = bySlug.get(next)?.parent;
  }
  return chain;
}

function mapCategory(slug: string, bySlug: ReadonlyMap<string, SourceCategory>): MappedCategory {
  const [top = slug, second] = listAncestors(slug, bySlug);
  const folder =
    second === undefined ? createSegment(top) : `${createSegment(top)}/${createSlug(second) || 'more'}`;
  return { from: slug, to: folder, name: bySlug.get(second ?? top)?.name ?? slug };
}

/** A suffix avoids the first segments that the site itself uses, such as those of search and feeds. */
function createSegment(slug: string): string {
  const segment = createSlug(decodeSlug(slug)) || 'more';
  return isOwnSegment(segment) ? `${segment}-articles` : segment;
}

/** Exports write slugs in other scripts percent-encoded. */
export function decodeSlug(slug: string): string {
  try {
    return decodeURIComponent(slug);
  } catch {
    return slug;
  }
}

/** The mapping as the owner has edited it, with rows added for new categories. */
export function readMapping(text: string, created: readonly MappedCategory[]): readonly MappedCategory[] {
  const { data, error } = mappingSchema.safeParse(parse(text));
  if (data === undefined) {
    const [issue] = error.issues;
    const place = issue?.path.join('.') ?? '';
    throw new ImportError(
      `${MAPPING_FILE}: ${place} is not valid; write rows such as { from: news, to: company/news, name: News }.`,
    );
  }
  const known = new Set(data.categories.map(({ from }) => from));
  return [...data.categories, ...created.filter(({ from }) => !known.has(from))];
}

export function formatMapping(rows: readonly MappedCategory[]): string {
  const lines = rows.map(
    ({ from, to, name }) => `  - { from: ${JSON.stringify(from)}, to: ${to}, name: ${JSON.stringify(name)} }`,
  );
  return `# Where the texts of each category of the old site go: a category, or a category/subcategory. Edit it and run the same
# import again. Rows with the same "to" join; the first name counts. The row with an empty "from" is for texts without one.
categories:
${lines.join('\n')}
`;
}

/** The deepest category says most about a text, so it comes first. */
export function sortByDepth(
  outlines: readonly Outline[],
  categories: readonly SourceCategory[],
): readonly Outline[] {
  const bySlug = new Map(categories.map((category) => [category.slug, category]));
  const depthOf = (slug: string) => listAncestors(slug, bySlug).length;
  return outlines.map((outline) => ({
    ...outline,
    categories: outline.categories.toSorted((one, other) => depthOf(other) - depthOf(one)),
  }));
}

export function findFolder({ categories }: Outline, mapping: readonly MappedCategory[]): string {
  const [best] = [...categories, ''].flatMap((slug) => mapping.find(({ from }) => from === slug) ?? []);
  return (best ?? GENERAL).to;
}
