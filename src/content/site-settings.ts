import { z } from 'zod';
import { CATEGORIES, listBuiltInSubcategories } from '../site/categories.ts';
import type { SynonymsRecord } from '../site/records.ts';
import { compileRedirects } from './redirects.ts';
import { line, list, parseYamlFile, type SettingFile, strict } from './yaml.ts';

type ReadSetting = (name: string) => SettingFile;

export type LearningPath = {
  readonly file: string;
  readonly category: string;
  readonly steps: readonly { readonly slug: string; readonly line: number }[];
};

/** The settings of a content folder except the standard. */
export function compileSettings(readFile: ReadSetting, folder: string) {
  const categories = compileCategories(readFile('categories.yaml'), folder);
  const paths = compileLearningPaths(readFile('learning-paths.yaml'));
  const synonyms = parseYamlFile(readFile('synonyms.yaml'), synonymsSchema);
  const redirects = compileRedirects(readFile('redirects.yaml'));
  return {
    ...{ categories: categories.records, learningPaths: paths.learningPaths, redirects: redirects.redirects },
    synonyms: synonyms.value === undefined ? [] : [createSynonyms(synonyms.value)],
    problems: [categories, paths, synonyms, redirects].flatMap(({ problems }) => problems),
  };
}

const DESCRIPTION = 'write one or two sentences (at most 200 characters) on what one can do after reading';
const description = line({ min: 1, max: 200, advice: DESCRIPTION });
const describeEach = (named: readonly { readonly slug: string }[]) =>
  strict(Object.fromEntries(named.map(({ slug }) => [slug, description])));

/** `categories.yaml`: a description for each built-in category and subcategory, by slug. */
const categoriesSchema = strict({
  categories: describeEach(CATEGORIES),
  subcategories: describeEach(listBuiltInSubcategories()),
});

function compileCategories(source: SettingFile, folder: string) {
  const { value, problems } = parseYamlFile(source, categoriesSchema);
  const missing = { file: `${folder}/categories.yaml`, message: 'is missing; write it' };
  if (value === undefined) return { records: [], problems: source === undefined ? [missing] : problems };
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
function compileLearningPaths(source: SettingFile) {
  const { value = {}, problems, lineOf } = parseYamlFile(source, learningPathsSchema);
  const learningPaths = Object.entries(value).map(([category, slugs]) => ({
    file: source?.file ?? '',
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

/** `synonyms.yaml`: `same` lists names of the same thing; `also` maps a typed name to further names to search for. */
const synonymsSchema = strict({
  same: list(list(synonym, GROUP).min(2, { error: `is one name alone; ${GROUP}` }), GROUPS),
  also: z.record(synonym, list(synonym, MEANT).nonempty({ error: `is empty; ${MEANT}` }), {
    error: `is not a list of names; write each as "PPC: [Google Ads]"`,
  }),
});

function createSynonyms({ same, also }: z.infer<typeof synonymsSchema>): SynonymsRecord {
  const names = new Map<string, Set<string>>();
  const add = (typed: string, meant: readonly string[]) => {
    const key = typed.toLowerCase();
    names.set(key, new Set([...(names.get(key) ?? []), ...meant.filter((other) => other !== typed)]));
  };
  for (const group of same) for (const typed of group) add(typed, group);
  for (const [typed, meant] of Object.entries(also)) add(typed, meant);
  const entries = Array.from(names, ([typed, meant]) => ({ typed, meant: [...meant] }));
  return { kind: 'synonyms', slug: 'synonyms', names: entries };
}
