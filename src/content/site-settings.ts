import { z } from 'zod';
import { CATEGORIES, listBuiltInSubcategories } from '../site/categories.ts';
import type { CategoryRecord, ContentRecord, SubcategoryRecord, SynonymsRecord } from '../site/records.ts';
import type { ContentFile } from './content-folder.ts';
import type { ContentProblem } from './content-problem.ts';
import { addLearningPaths } from './create-records.ts';
import { line, list, strict } from './front-matter-schemas.ts';
import { compileRedirects, type RedirectRow } from './redirects.ts';
import type { SortedFiles } from './sort-files.ts';
import { parseYamlFile } from './yaml.ts';

/** The settings of a content folder except the standard. */
export type SiteSettings = {
  /** Learning paths are included if `isSound` is true of their file. */
  readonly createRecords: (isSound: (file: string) => boolean) => {
    readonly categories: readonly ContentRecord[];
    readonly synonyms: readonly ContentRecord[];
  };
  readonly learningPaths: readonly LearningPath[];
  readonly redirects: readonly RedirectRow[];
  readonly problems: readonly ContentProblem[];
};

export type LearningPath = {
  readonly file: string;
  readonly category: string;
  readonly steps: readonly { readonly slug: string; readonly line: number }[];
};

type Compiled<Key extends string, Value> = Readonly<Record<Key, readonly Value[]>> & {
  readonly problems: readonly ContentProblem[];
};

export function compileSettings(
  sorted: SortedFiles,
  readFile: (file: string | undefined) => ContentFile | undefined,
  folder: string,
): SiteSettings {
  const categories = compileCategories(readFile(sorted.categories), folder);
  const paths = compileLearningPaths(readFile(sorted.learningPaths));
  const synonyms = compileSynonyms(readFile(sorted.synonyms));
  const redirects = compileRedirects(readFile(sorted.redirects));
  return {
    createRecords: (isSound) => ({
      categories: addLearningPaths(
        categories.records,
        paths.learningPaths.filter(({ file }) => isSound(file)),
      ),
      synonyms: synonyms.records,
    }),
    learningPaths: paths.learningPaths,
    redirects: redirects.redirects,
    problems: [categories, paths, synonyms, redirects].flatMap(({ problems }) => problems),
  };
}

const CATEGORIES_FILE = 'categories.yaml';
const DESCRIPTION = 'write one or two sentences (at most 200 characters) on what one can do after reading';
const description = line({ min: 1, max: 200, advice: DESCRIPTION });
const describeEach = (named: readonly { readonly slug: string }[]) =>
  strict(Object.fromEntries(named.map(({ slug }) => [slug, description])));

/** `categories.yaml`: a description for each built-in category and subcategory, by slug. */
const categoriesSchema = strict({
  categories: describeEach(CATEGORIES),
  subcategories: describeEach(listBuiltInSubcategories()),
});

function compileCategories(
  source: ContentFile | undefined,
  folder: string,
): Compiled<'records', CategoryRecord | SubcategoryRecord> {
  if (source === undefined) {
    return {
      records: [],
      problems: [{ file: `${folder}/${CATEGORIES_FILE}`, message: 'is missing; write it' }],
    };
  }
  const { value, problems } = parseYamlFile(source, categoriesSchema);
  if (value === undefined) return { records: [], problems };
  const categories = CATEGORIES.map(({ slug, name, icon }, index) => ({
    ...{ kind: 'category' as const, slug, name, icon, position: index + 1 },
    description: value.categories[slug] ?? '',
  }));
  const subcategories = listBuiltInSubcategories().map(({ slug, category, name }, index) => ({
    ...{ kind: 'subcategory' as const, slug, category, name, position: index + 1 },
    description: value.subcategories[slug] ?? '',
  }));
  return { records: [...categories, ...subcategories], problems };
}

const STEPS = 'write 5 to 8 articles, each as "- slug", the one to begin with first';
const SLUG = 'write the slug of an article, such as keyword-match-types';
const explainCount = ({ input }: { readonly input?: unknown }) =>
  `has ${Array.isArray(input) ? input.length : 0} articles; ${STEPS}`;
const steps = list(line({ min: 1, max: 100, advice: SLUG }), STEPS)
  .min(5, { error: explainCount })
  .max(8, { error: explainCount });

/** `learning-paths.yaml`: for each built-in category the articles to read first, in reading order. */
const learningPathsSchema = strict(Object.fromEntries(CATEGORIES.map(({ slug }) => [slug, steps])));

/** Whether the articles exist is checked over the whole site. */
function compileLearningPaths(source: ContentFile | undefined): Compiled<'learningPaths', LearningPath> {
  if (source === undefined) return { learningPaths: [], problems: [] };
  const { value, problems, lineOf } = parseYamlFile(source, learningPathsSchema);
  const learningPaths = Object.entries(value ?? {}).map(([category, slugs]) => ({
    file: source.file,
    category,
    steps: slugs.map((slug, index) => ({ slug, line: lineOf(category, index) })),
  }));
  return { learningPaths, problems };
}

const NAME = 'write a name of 1 to 60 characters, such as Google Ads';
const GROUP = 'write two names or more, such as [Google Ads, AdWords]';
const GROUPS = 'write each group as "- [one name, another name]", or [] for none';
const MEANT = 'write one name or more, such as [Google Ads]';
const synonym = line({ min: 1, max: 60, advice: NAME }).regex(/[\p{L}\p{N}]/u, {
  error: `has no words; ${NAME}`,
});

/** `synonyms.yaml`: `same` lists names of one thing; `also` says what else to search for when a name is typed. */
const synonymsSchema = strict({
  same: list(list(synonym, GROUP).min(2, { error: `is one name alone; ${GROUP}` }), GROUPS),
  also: z.record(synonym, list(synonym, MEANT).nonempty({ error: `is empty; ${MEANT}` }), {
    error: `is no list of names; write each as "PPC: [Google Ads]"`,
  }),
});

function compileSynonyms(source: ContentFile | undefined): Compiled<'records', SynonymsRecord> {
  if (source === undefined) return { records: [], problems: [] };
  const { value, problems } = parseYamlFile(source, synonymsSchema);
  if (value === undefined) return { records: [], problems };
  const names = new Map<string, Set<string>>();
  const add = (typed: string, meant: readonly string[]) => {
    const key = typed.toLowerCase();
    names.set(key, new Set([...(names.get(key) ?? []), ...meant.filter((other) => other !== typed)]));
  };
  for (const group of value.same) for (const typed of group) add(typed, group);
  for (const [typed, meant] of Object.entries(value.also)) add(typed, meant);
  const entries = Array.from(names, ([typed, meant]) => ({ typed, meant: [...meant] }));
  return { records: [{ kind: 'synonyms', slug: 'synonyms', names: entries }], problems };
}
