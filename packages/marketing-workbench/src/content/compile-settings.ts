import { z } from 'zod';
import type { Brand } from '../site/brand/brand.ts';
import { isDrawnIcon } from '../site/brand/icons.ts';
import {
  hasHostIfAbsolute,
  normaliseRedirectPath,
  type Redirect,
  TARGET_PATTERN,
} from '../site/paths/redirects.ts';
import type {
  CategoryRecord,
  RedirectsRecord,
  SiteRecord,
  SubcategoryRecord,
  SynonymsRecord,
} from '../site/records.ts';
import { listAllSubcategories, type News, type SiteSettings } from '../site/settings.ts';
import { authorsSchema } from './authors.ts';
import { nameProfileIcon } from './brand/compile-brand.ts';
import { hashBrand } from './brand/create-brand.ts';
import type { ContentFinding } from './content-finding.ts';
import { compileFacts } from './facts.ts';
import type { CompiledSite } from './site-yaml.ts';
import { siteYamlSchema } from './site-yaml-schema.ts';
import { SETTING_LIMITS } from './value-limits.ts';
import { explain, line, list, parseYamlFile, type SettingFile, strict } from './yaml.ts';

type ReadSetting = (name: string) => SettingFile;

type SettingsSource = Required<Pick<CompiledSite, 'settings' | 'descriptions'>> & {
  readonly brand: Brand;
};

export type LearningPath = {
  readonly file: string;
  readonly category: string;
  readonly steps: readonly { readonly slug: string; readonly line: number }[];
};

/** Compiles the settings of a content folder except `site.yaml` and the standard. */
export function compileSettings(readFile: ReadSetting, site: SettingsSource) {
  const categories = compileCategories(readFile('categories.yaml'), site);
  const paths = compileLearningPaths(readFile('learning-paths.yaml'), site);
  const synonyms = parseYamlFile(readFile('synonyms.yaml'), synonymsSchema);
  const redirects = compileRedirects(readFile('redirects.yaml'), site.settings.news);
  const facts = compileFacts(readFile('facts.yaml'));
  return {
    categories: categories.records,
    learningPaths: paths.learningPaths,
    redirects: redirects.redirects,
    facts: facts.facts,
    records: [
      createSiteRecord(site),
      ...(synonyms.value === undefined ? [] : [createSynonyms(synonyms.value)]),
    ],
    problems: [categories, paths, synonyms, redirects, facts].flatMap(({ problems }) => problems),
  };
}

function createSiteRecord({ settings, brand }: SettingsSource): SiteRecord {
  const profiles = settings.profiles.map((profile) => {
    const icon = nameProfileIcon(profile);
    return icon in brand.drawings || !isDrawnIcon(icon) ? { ...profile, icon } : profile;
  });
  return {
    kind: 'site',
    slug: 'site',
    settings: { ...settings, profiles, brandHash: hashBrand(brand) },
    brand,
  };
}

const DESCRIPTION =
  'write one or two sentences (at most 200 characters) on what one can do after reading';
const description = line({ min: 1, max: SETTING_LIMITS.description, advice: DESCRIPTION });
const describeEach = (named: readonly { readonly slug: string }[]) =>
  strict(Object.fromEntries(named.map(({ slug }) => [slug, description.optional()]))).default({});

/**
 * Describes `categories.yaml`: a description for each category and subcategory, by slug.
 * `site.yaml` may have them instead.
 */
function createCategoriesSchema(settings: SiteSettings) {
  const subcategories = describeEach(listAllSubcategories(settings));
  return strict({ categories: describeEach(settings.categories), subcategories });
}

function compileCategories(source: SettingFile, { settings, descriptions }: SettingsSource) {
  const subcategories = listAllSubcategories(settings);
  const { value, problems } = parseYamlFile(source, createCategoriesSchema(settings));
  const described = new Map(Object.entries({ ...value?.categories, ...value?.subcategories }));
  const formatDescription = ({ slug, name }: { readonly slug: string; readonly name: string }) =>
    descriptions.get(slug) ?? described.get(slug) ?? `All articles on ${name}.`;
  const records: readonly (CategoryRecord | SubcategoryRecord)[] = [
    ...settings.categories.map((category, index) => {
      const { slug, name, icon } = category;
      const position = index + 1;
      return {
        kind: 'category' as const,
        slug,
        name,
        icon,
        position,
        description: formatDescription(category),
      };
    }),
    ...subcategories.map((subcategory, index) => ({
      kind: 'subcategory' as const,
      ...subcategory,
      position: index + 1,
      description: formatDescription(subcategory),
    })),
  ];
  return { records, problems };
}

const [STEPS_MIN, STEPS_MAX] = [5, 8];
const STEPS = `write ${STEPS_MIN} to ${STEPS_MAX} articles, each as "- slug", the one to begin with first`;
const SLUG = 'write the slug of an article, such as keyword-match-types';
const steps = list(line({ min: 1, max: SETTING_LIMITS.textSlug, advice: SLUG }), STEPS)
  .nonempty({ error: `has no articles; ${STEPS}, or leave the category out` })
  .optional();

/**
 * Describes `learning-paths.yaml`: for some categories the articles to read first, in reading
 * order. Whether the articles exist is checked over the whole site.
 */
function createPathsSchema({ categories }: SiteSettings) {
  return strict(Object.fromEntries(categories.map(({ slug }) => [slug, steps])));
}

function compileLearningPaths(source: SettingFile, { settings }: SettingsSource) {
  const { value = {}, problems, lineOf } = parseYamlFile(source, createPathsSchema(settings));
  const file = source?.file ?? '';
  const learningPaths = Object.entries(value).map(([category, slugs = []]) => ({
    file,
    category,
    steps: slugs.map((slug, index) => ({ slug, line: lineOf(category, index) })),
  }));
  const advice = learningPaths
    .filter(({ steps }) => steps.length < STEPS_MIN || steps.length > STEPS_MAX)
    .map(({ category, steps: { length } }): ContentFinding => {
      const message = `${category} has ${length} ${length === 1 ? 'article' : 'articles'}; ${STEPS}`;
      return { file, line: lineOf(category), message, rule: 'learningPaths' };
    });
  return { learningPaths, problems: [...problems, ...advice] };
}

const NAME = 'write a name of 1 to 60 characters, such as Google Ads';
const GROUP = 'write two names or more, such as [Google Ads, AdWords]';
const GROUPS = 'write each group as "- [one name, another name]", or [] for none';
const MEANT = 'write one name or more, such as [Google Ads]';
const synonym = line({ min: 1, max: 60, advice: NAME }).regex(/[\p{L}\p{N}]/u, {
  error: `has no words; ${NAME}`,
});

/**
 * Describes `synonyms.yaml`: `same` lists names of one thing; `also` maps a typed name to further
 * names to search for.
 */
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
    names.set(
      key,
      new Set([...(names.get(key) ?? []), ...meant.filter((other) => other !== typed)]),
    );
  };
  for (const group of same) for (const typed of group) add(typed, group);
  for (const [typed, meant] of Object.entries(also)) add(typed, meant);
  const entries = Array.from(names, ([typed, meant]) => ({ typed, meant: [...meant] }));
  return { kind: 'synonyms', slug: 'synonyms', names: entries };
}

const ROWS = 'write each as "- from: /old" with "to: /new" below it';
const FROM = 'write the old path, such as /old-page or /?p=123';
const TO = 'write a path such as /seo/local-seo, or a whole address with https://';
const STATUS = 'write 301 (for good), 302 (for now) or 410 (gone), or leave it out for 301';
const MATCH = 'write prefix, or leave it out for exact';

const path = z
  .string({ error: explain('is not a text', FROM) })
  .regex(/^\/[^\s?#]*(?:\?[^\s?#]+)?$/, { error: `is not a path; ${FROM}` })
  .regex(/^[^*]*$/, {
    error: 'has a *; write the path before it, and "match: prefix" for all addresses below',
  });
const target = z
  .string({ error: explain('is not a text', TO) })
  .regex(TARGET_PATTERN, { error: `is not a valid address; ${TO}` })
  .refine(hasHostIfAbsolute, { error: `is not a valid address; ${TO}` });
const row = strict({
  from: path,
  to: target.optional(),
  status: z
    .literal([301, 302, 410], { error: explain('is not a redirect status', STATUS) })
    .optional(),
  match: z
    .literal(['exact', 'prefix'], { error: explain('is not a kind of match', MATCH) })
    .optional(),
});

/** Returns the schemas of the settings files that a form can show. */
export function createSettingsSchemas(settings: SiteSettings): Readonly<Record<string, z.ZodType>> {
  return {
    'site.yaml': siteYamlSchema,
    'categories.yaml': createCategoriesSchema(settings),
    'learning-paths.yaml': createPathsSchema(settings),
    'authors.yaml': authorsSchema,
    'redirects.yaml': list(row, ROWS),
  };
}

export type RedirectRow = Redirect & {
  readonly file: string;
  readonly line: number;
  readonly key: string;
};

/** Compiles `redirects.yaml`: old addresses and their targets. */
function compileRedirects(source: SettingFile, news: News | undefined) {
  const { raw, problems, lineOf } = parseYamlFile(source, list(row, ROWS), {
    empty: [],
    item: 'redirect',
  });
  const written: readonly unknown[] = Array.isArray(raw) ? raw : [];
  // Valid rows are checked over the whole site even if another row is invalid.
  const redirects = written.flatMap((item, index): RedirectRow[] => {
    const { data } = row.safeParse(item);
    if (data === undefined) return [];
    const { from, to, status = 301, match = 'exact' } = data;
    return [
      {
        from: normaliseRedirectPath(from, news),
        isPrefix: match === 'prefix',
        status,
        to,
        activeFrom: 0,
        file: source?.file ?? '',
        line: lineOf(index, 'from'),
        key: `from ${from}`,
      },
    ];
  });
  return { redirects, problems };
}

export function createRedirectsRecord(rows: readonly RedirectRow[]): readonly RedirectsRecord[] {
  if (rows.length === 0) return [];
  const redirects = rows.map(({ file, line, key, ...redirect }) => redirect);
  return [{ kind: 'redirects', slug: 'redirects', redirects }];
}
