import { SETTING_LIMITS } from 'marketing-workbench/content/value-limits';
import { isOwnSegment } from 'marketing-workbench/site/addresses';
import { parse } from 'yaml';
import { z } from 'zod';
import { ImportError } from '../import-error.ts';
import type { ImportedOutline, SourceCategory, SourceSite } from '../source.ts';
import { createAsciiSlug } from './ascii-slug.ts';
import { cleanLine } from './clean-text.ts';

/**
 * A row says where the texts of a category go (`seo` or `seo/local-seo`), and the name that is
 * shown.
 */
const rowSchema = z.strictObject({
  from: z.string(),
  to: z.string().regex(/^[a-z0-9-]+(?:\/[a-z0-9-]+)?$/),
  name: z.string().min(1),
});
const mappingSchema = z.strictObject({ categories: z.array(rowSchema) });

export type MappedCategory = z.infer<typeof rowSchema>;

export const MAPPING_FILE = 'mapping.yaml';
/** The category of texts without a category. */
const GENERAL: MappedCategory = { from: '', to: 'general', name: 'General' };

/**
 * Maps each category that has texts, and its ancestors. Categories below the second level join
 * their ancestor there.
 */
export function createMapping(
  { categories, language }: Pick<SourceSite, 'categories' | 'language'>,
  outlines: readonly ImportedOutline[],
  addProblem: (problem: string) => void,
): readonly MappedCategory[] {
  const bySlug = new Map(categories.map((category) => [category.slug, category]));
  const posts = outlines.filter(({ kind }) => kind === 'post');
  const used = new Set(posts.flatMap((post) => post.categories));
  const wanted = [...used].flatMap((slug) => listCategoryPath(slug, bySlug));
  const segments = createSegmentFinder(language);
  const rows = [...new Set(wanted)].map((slug) => mapCategory(slug, bySlug, segments));
  const isNeeded = rows.length === 0 || posts.some((post) => post.categories.length === 0);
  return limitCategories(isNeeded ? [...rows, GENERAL] : rows, posts, addProblem);
}

/**
 * Joins the least used categories and subcategories with others if there are more than a site can
 * have.
 */
function limitCategories(
  rows: readonly MappedCategory[],
  posts: readonly ImportedOutline[],
  addProblem: (problem: string) => void,
): readonly MappedCategory[] {
  const counts = new Map<string, number>();
  const folders = new Map(rows.map(({ from, to }) => [from, to]));
  for (const slug of posts.flatMap(({ categories }) => categories)) {
    const folder = folders.get(slug) ?? '';
    for (const place of new Set([folder, folder.split('/')[0] ?? '']))
      counts.set(place, (counts.get(place) ?? 0) + 1);
  }
  const joined = new Map<string, string>();
  const join = (places: readonly string[], max: number, to: string) => {
    if (places.length <= max) return;
    const sorted = places.toSorted(
      (one, other) => (counts.get(other) ?? 0) - (counts.get(one) ?? 0),
    );
    const rarest = sorted.slice(max);
    for (const place of rarest) joined.set(place, to);
    addProblem(
      `${rarest.length} of ${places.length} categories joined ${to}, since a site has at most ${max}: ${rarest.join(', ')}; ${MAPPING_FILE} says where each goes`,
    );
  };
  const tops = [...new Set(rows.map(({ to }) => to.split('/')[0] ?? ''))].filter(
    (top) => top !== GENERAL.to,
  );
  join(tops, SETTING_LIMITS.categories - 1, GENERAL.to);
  for (const top of tops) {
    const below = rows.filter(({ to }) => to.startsWith(`${top}/`)).map(({ to }) => to);
    join([...new Set(below)], SETTING_LIMITS.subcategories, top);
  }
  return rows.map((row) => {
    const top = row.to.split('/')[0] ?? '';
    const to = joined.get(top) ?? joined.get(row.to) ?? row.to;
    return { ...row, to, name: to === row.to ? row.name : findFolderName(to, rows) };
  });
}

function findFolderName(place: string, rows: readonly MappedCategory[]): string {
  return rows.find(({ to }) => to === place)?.name ?? GENERAL.name;
}

/** Lists the slugs from the top level down to the category itself. */
function listCategoryPath(
  slug: string,
  bySlug: ReadonlyMap<string, SourceCategory>,
): readonly string[] {
  const chain: string[] = [];
  for (let next: string | undefined = slug; next !== undefined && !chain.includes(next); ) {
    chain.unshift(next);
    next = bySlug.get(next)?.parent;
  }
  return chain;
}

function mapCategory(
  slug: string,
  bySlug: ReadonlyMap<string, SourceCategory>,
  findSegment: ReturnType<typeof createSegmentFinder>,
): MappedCategory {
  const [top = slug, second] = listCategoryPath(slug, bySlug);
  const folder =
    second === undefined
      ? findSegment(top, 'top')
      : `${findSegment(top, 'top')}/${findSegment(second, 'second')}`;
  const name = cleanLine(bySlug.get(second ?? top)?.name) || cleanLine(slug) || 'Category';
  return { from: slug, to: folder, name };
}

/**
 * Creates a function that gives each category a slug that is unique on the whole site and hides no
 * page, such as search and feeds.
 */
function createSegmentFinder(language: string) {
  const known = new Map<string, string>();
  const taken = new Set<string>([GENERAL.to]);
  return (slug: string, level: 'top' | 'second'): string => {
    const key = `${level} ${slug}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const wanted = createAsciiSlug(slug, language, SETTING_LIMITS.slug - 12) || 'more';
    const isFree = (segment: string) =>
      !taken.has(segment) && (level === 'second' || !isOwnSegment(segment));
    const free =
      wanted === GENERAL.to && level === 'top' ? wanted : findFreeSegment(wanted, isFree);
    known.set(key, free);
    taken.add(free);
    return free;
  };
}

function findFreeSegment(wanted: string, isFree: (segment: string) => boolean): string {
  if (isFree(wanted)) return wanted;
  const named = `${wanted}-articles`;
  let free = named;
  for (let number = 2; !isFree(free); number += 1) free = `${named}-${number}`;
  return free;
}

/** Reads the mapping that the owner has edited, and adds rows for new categories. */
export function readMapping(
  text: string,
  created: readonly MappedCategory[],
): readonly MappedCategory[] {
  const { data, error } = mappingSchema.safeParse(parseMappingYaml(text));
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

function parseMappingYaml(text: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    const [reason] = String(error instanceof Error ? error.message : error).split('\n');
    throw new ImportError(
      `${MAPPING_FILE} can't be read: ${reason?.replace(/:$/, '')}; correct it or remove the file.`,
    );
  }
}

/** Returns the owner's file with rows for new categories, or a new file. */
export function formatMapping(
  rows: readonly MappedCategory[],
  written: string | undefined,
): string {
  if (written === undefined) return `${MAPPING_HEAD}categories:\n${formatMappingRows(rows)}`;
  const known = new Set(
    mappingSchema.parse(parseMappingYaml(written)).categories.map(({ from }) => from),
  );
  const added = rows.filter(({ from }) => !known.has(from));
  if (added.length === 0) return written;
  const extended = `${written.trimEnd()}\n${formatMappingRows(added)}`;
  return isReadableMapping(extended)
    ? extended
    : `${MAPPING_HEAD}categories:\n${formatMappingRows(rows)}`;
}

const MAPPING_HEAD = `# Where the texts of each category of the old site go: a category, or a category/subcategory. Edit it and run the same
# import again. Rows with the same "to" join; the first name counts. The row with an empty "from" is for texts without one.
`;

function formatMappingRows(rows: readonly MappedCategory[]): string {
  const lines = rows.map(
    ({ from, to, name }) =>
      `  - { from: ${JSON.stringify(from)}, to: ${to}, name: ${JSON.stringify(name)} }\n`,
  );
  return lines.join('');
}

function isReadableMapping(text: string): boolean {
  try {
    return mappingSchema.safeParse(parse(text)).success;
  } catch {
    return false;
  }
}

/** Sorts the categories of each text by depth, since the deepest one says most about a text. */
export function sortByDepth(
  outlines: readonly ImportedOutline[],
  categories: readonly SourceCategory[],
): readonly ImportedOutline[] {
  const bySlug = new Map(categories.map((category) => [category.slug, category]));
  const depthOf = (slug: string) => listCategoryPath(slug, bySlug).length;
  return outlines.map((outline) => ({
    ...outline,
    categories: outline.categories.toSorted((one, other) => depthOf(other) - depthOf(one)),
  }));
}

export function findCategoryFolder(
  { categories }: ImportedOutline,
  mapping: readonly MappedCategory[],
): string {
  const [best] = [...categories, ''].flatMap(
    (slug) => mapping.find(({ from }) => from === slug) ?? [],
  );
  return (best ?? GENERAL).to;
}
