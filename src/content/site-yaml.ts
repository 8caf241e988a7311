import { z } from 'zod';
import { isOwnSegment } from '../site/addresses.ts';
import { DEFAULT_SITE } from '../site/default-site.ts';
import { listMenuEntries, shortenMenu } from '../site/navigation.ts';
import { DEFAULT_COUNTING, type MenuEntry, type SiteCategory, type SiteSettings } from '../site/settings.ts';
import { findDirection } from '../site/site.ts';
import { isSlug } from '../site/slugs.ts';
import { adviseOnAnalytics, analyticsSchema, listAnalyticsProblems } from './analytics.ts';
import type { BrandSettings } from './brand/create-brand.ts';
import { type ContentFinding, placeInFile } from './content-finding.ts';
import { didYouMean } from './did-you-mean.ts';
import { SETTING_LIMITS } from './value-limits.ts';
import { explain, line, list, parseYamlFile, type SettingFile, strict, type YamlSource } from './yaml.ts';

const NAME = `write 1 to ${SETTING_LIMITS.name} characters`;
const SLUG = 'write lower-case letters, digits and single hyphens, such as local-seo';
const DOMAIN = 'write the host alone in lower case, such as www.example.com';
const DESCRIPTION = `write one or two sentences (at most ${SETTING_LIMITS.description} characters)`;
const URL_ADVICE = 'write a whole address, such as https://social.example/shop';
const TARGET = 'write a path such as /about, or a whole address that begins with https://';
const MENU_ENTRY = 'write the slug of a category, news, or { label: …, to: /… }';

const LANGUAGE = 'write its code, such as en or de-AT';

const name = line({ min: 1, max: SETTING_LIMITS.name, advice: NAME });
const description = line({ min: 1, max: SETTING_LIMITS.description, advice: DESCRIPTION });
const slug = line({ min: 1, max: SETTING_LIMITS.slug, advice: SLUG }).refine(isSlug, {
  error: `is not a slug; ${SLUG}`,
});
const COLOUR = 'write # and six digits of 0 to 9 and a to f in quotes, such as "#0a7d4f"';
const hex = z.string({ error: explain('is not a colour', COLOUR) }).regex(/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i, {
  error: `is not a colour; ${COLOUR}`,
});
/** Accepts one colour, from which both schemes are derived, or one for each scheme. */
const colour = z.union([hex, strict({ light: hex, dark: hex })], {
  error: explain('is not a colour', `${COLOUR}, or light and dark with one each`),
});
const colours = strict({
  paper: colour,
  panel: colour,
  sunken: colour,
  ink: colour,
  soft: colour,
  line: colour,
  edge: colour,
  accent: colour,
  'accent-strong': colour,
  'on-accent': colour,
  mark: colour,
}).partial();

/** Accepts a name of the icon set, or one class or several. */
function createIconSchema(example: string) {
  const advice = `write the name of an icon, such as ${example}`;
  return line({ min: 1, max: 100, advice }).regex(/^[\w -]+$/, {
    error: `is neither the name of an icon nor a class; ${advice}`,
  });
}

const PROFILES_MAX = 20;
const MENU_ENTRIES_MAX = 50;

function describeTooMany(max: number) {
  return { error: `has more than ${max} entries; leave some out or join them` };
}

const named = { slug, name, description: description.optional() };
const subcategory = strict(named);
const categorySchema = strict({
  ...named,
  icon: createIconSchema('BiSearch').default('BiSearch'),
  motif: z
    .literal(['ads', 'feed', 'email', 'search', 'news', 'blocks'], {
      error: explain('is not a motif', 'write ads, feed, email, search, news or blocks'),
    })
    .default('blocks'),
  colour: colour.optional(),
  subcategories: list(subcategory, 'write each as "- slug: …" with "name: …" below it')
    .max(SETTING_LIMITS.subcategories, describeTooMany(SETTING_LIMITS.subcategories))
    .default([]),
});

const profile = strict({
  name,
  url: z.url({ protocol: /^https$/, error: explain('is not an address', URL_ADVICE) }),
  handle: line({ min: 2, max: 60, advice: 'write it with its @' }).optional(),
  icon: createIconSchema('SiMastodon').optional(),
});

const menuEntry = z.union(
  [
    slug,
    strict({
      label: name,
      to: z.string({ error: explain('is not an address', TARGET) }).regex(/^(?:\/(?!\/)|https:\/\/)\S*$/, {
        error: `is not an address; ${TARGET}`,
      }),
    }),
  ],
  { error: explain('is not a menu entry', MENU_ENTRY) },
);

const VERIFICATION = 'write the code alone, without the tag around it';
const code = line({ min: 1, max: 200, advice: VERIFICATION })
  .regex(/^[^\s<>"]+$/, { error: `is not a code; ${VERIFICATION}` })
  .optional();

const [DAYS_KEPT_MAX, ROWS_PER_DAY_MAX] = [3_650, 100_000];

function createNumberSchema(min: number, max: number) {
  const error = explain('is not valid', `write a whole number from ${min} to ${max}`);
  return z.int({ error }).min(min, { error }).max(max, { error });
}

const yesOrNo = z.boolean({ error: explain('is neither true nor false', 'write true or false') });
const counting = strict({
  daysKept: createNumberSchema(1, DAYS_KEPT_MAX),
  rowsPerDay: createNumberSchema(1, ROWS_PER_DAY_MAX),
  sources: yesOrNo,
  searches: yesOrNo,
  missing: yesOrNo,
}).partial();

/** Describes `site.yaml`: what differs from the built-in site. All keys are optional. */
export const siteYamlSchema = strict({
  name: name.optional(),
  domain: line({ min: 3, max: 250, advice: DOMAIN })
    .regex(/^[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::\d+)?$/, { error: `is not a domain; ${DOMAIN}` })
    .optional(),
  description: line({
    min: 1,
    max: SETTING_LIMITS.siteDescription,
    advice: `write at most ${SETTING_LIMITS.siteDescription} characters`,
  }).optional(),
  language: z
    .string({ error: explain('is not a language', LANGUAGE) })
    .refine(isLanguage, { error: `is not a language; ${LANGUAGE}` })
    .describe(`${LANGUAGE}; it is that of the texts, and the words of the interface stay English`)
    .optional(),
  hero: strict({
    title: line({
      min: 1,
      max: SETTING_LIMITS.heroTitle,
      advice: `write at most ${SETTING_LIMITS.heroTitle} characters`,
    }),
    text: line({ min: 1, max: 400, advice: 'write at most 400 characters' }),
  }).optional(),
  colours: colours.optional(),
  headings: z
    .literal(['serif', 'sans'], { error: explain('is not a typeface', 'write serif or sans') })
    .optional(),
  corners: z
    .literal(['round', 'square'], { error: explain('is not a form of corners', 'write round or square') })
    .optional(),
  profiles: list(profile, 'write each as "- name: …" with "url: …" below it, or [] for none')
    .max(PROFILES_MAX, describeTooMany(PROFILES_MAX))
    .optional(),
  categories: list(categorySchema, 'write each as "- slug: …" with "name: …" below it')
    .max(SETTING_LIMITS.categories, describeTooMany(SETTING_LIMITS.categories))
    .optional(),
  news: strict({
    ...named,
    category: slug,
    menuName: name.optional(),
    colour: colour.optional(),
    path: z.string().regex(/^\/[a-z0-9]+(?:-[a-z0-9]+)*$/, {
      error: explain('is not a path of one segment', 'write one such as /news'),
    }),
  }).optional(),
  navigation: list(menuEntry, MENU_ENTRY).max(MENU_ENTRIES_MAX, describeTooMany(MENU_ENTRIES_MAX)).optional(),
  verification: strict({
    google: code,
    bing: code,
    yandex: code,
    baidu: code,
    naver: code,
    pinterest: code,
    facebook: code,
  }).optional(),
  analytics: analyticsSchema.optional(),
  counting: counting.optional(),
});

function isLanguage(tag: string): boolean {
  try {
    const isKnown = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' }).of(tag) !== undefined;
    return isKnown && /^[a-z]{2,3}(?:-|$)/.test(tag) && Intl.getCanonicalLocales(tag)[0] === tag;
  } catch {
    return false;
  }
}

type SiteYaml = z.infer<typeof siteYamlSchema>;

export type CompiledSite = {
  /** Undefined if the file has problems. */
  readonly settings?: SiteSettings;
  /** Descriptions of categories and subcategories, by slug. */
  readonly descriptions: ReadonlyMap<string, string>;
  readonly file: string;
  readonly look: BrandSettings;
  readonly lineOf: YamlSource['lineOf'];
  readonly problems: readonly ContentFinding[];
};

export function compileSite(source: SettingFile): CompiledSite {
  const none = {
    file: source?.file ?? '',
    descriptions: new Map(),
    look: describeLook({}, DEFAULT_SITE),
    lineOf: () => 1,
  };
  if (source === undefined) return { ...none, settings: DEFAULT_SITE, problems: [] };
  const { value, problems, lineOf } = parseYamlFile(source, siteYamlSchema);
  if (value === undefined) return { ...none, problems };
  const settings = completeSettings(value);
  const found = [
    ...listPlaceProblems(settings),
    ...listMenuProblems(value, settings),
    ...listAnalyticsProblems(value.analytics),
  ].map(({ path, message }) => ({ line: lineOf(...path), message }));
  if (found.length > 0) return { ...none, problems: placeInFile(source.file, found) };
  const look = describeLook(value, settings);
  return {
    file: source.file,
    settings,
    look,
    descriptions: listDescriptions(value),
    lineOf,
    problems: [
      ...problems,
      ...placeInFile(source.file, adviseOnAnalytics(value.analytics, lineOf('analytics'))),
    ],
  };
}

/** Completes the settings. The built-in description, profiles and hero belong to the built-in name, so a site with another name has none of them. */
function completeSettings(value: SiteYaml): SiteSettings {
  const { categories, news, hero, navigation, colours, headings, corners, counting, ...own } = value;
  const { name, description, profiles, ...rest } = DEFAULT_SITE;
  const base = own.name === undefined ? DEFAULT_SITE : { ...rest, name, description: '', profiles: [] };
  const sections = {
    categories: categories?.map(withoutDescriptions) ?? base.categories,
    news: news === undefined ? (categories === undefined ? base.news : undefined) : createNews(news),
  };
  return {
    ...base,
    ...own,
    ...sections,
    ...(counting && { counting: { ...DEFAULT_COUNTING, ...counting } }),
    hero: hero ?? (own.name === undefined ? base.hero : { title: own.name, text: own.description ?? '' }),
    navigation: createMenu(sections, navigation),
  };
}

type MenuSections = Pick<SiteSettings, 'categories' | 'news'>;

function createMenu(sections: MenuSections, named: SiteYaml['navigation']): SiteSettings['navigation'] {
  if (named === undefined) return listMenuEntries(sections);
  const links = named.flatMap((entry) => {
    if (typeof entry !== 'string') return [{ ...entry, links: [] }];
    return findMenuEntry(entry, sections) ?? [];
  });
  return shortenMenu(links);
}

function findMenuEntry(named: string, { categories, news }: MenuSections): MenuEntry | undefined {
  const category = categories.filter(({ slug }) => slug === named);
  return listMenuEntries({ categories: category, news: named === 'news' ? news : undefined })[0];
}

function listMenuProblems({ navigation = [] }: SiteYaml, settings: SiteSettings): readonly PlaceProblem[] {
  const known = [...settings.categories.map(({ slug }) => slug), ...(settings.news ? ['news'] : [])];
  return navigation.flatMap((entry, index) => {
    if (typeof entry !== 'string' || known.includes(entry)) return [];
    const message = `navigation ${index + 1} “${entry}” is not a category; ${didYouMean(entry, known, MENU_ENTRY)}`;
    return [{ path: ['navigation', index], message }];
  });
}

function describeLook(value: SiteYaml, settings: SiteSettings): BrandSettings {
  const { categories, news, colours, headings, corners } = value;
  const given = new Map(
    [...(categories ?? []), ...(news ? [news] : [])].map(({ slug, colour }) => [slug, colour]),
  );
  const places = [...settings.categories, ...(settings.news ? [settings.news] : [])];
  return {
    colours,
    headings,
    corners,
    direction: findDirection(settings.language),
    themes: Object.fromEntries(places.map(({ slug }) => [slug, given.get(slug)])),
  };
}

function withoutDescriptions(category: z.infer<typeof categorySchema>): SiteCategory {
  const { description, colour, subcategories, ...rest } = category;
  return { ...rest, subcategories: subcategories.map(({ slug, name }) => ({ slug, name })) };
}

function createNews({
  description,
  colour,
  menuName,
  ...news
}: NonNullable<SiteYaml['news']>): SiteSettings['news'] {
  return { ...news, menuName: menuName ?? news.name };
}

function listDescriptions({ categories = [], news }: SiteYaml): ReadonlyMap<string, string> {
  const named = [
    ...categories,
    ...categories.flatMap(({ subcategories }) => subcategories),
    ...(news ? [news] : []),
  ];
  return new Map(
    named.flatMap(({ slug, description }) => (description ? [[slug, description] as const] : [])),
  );
}

type PlaceProblem = { readonly path: readonly PropertyKey[]; readonly message: string };

/** Lists the slugs of categories, subcategories and the news, with their places in the file. */
function listSlugs({ categories, news }: SiteSettings) {
  const list = (places: readonly { readonly slug: string }[], ...path: readonly PropertyKey[]) =>
    places.map(({ slug }, index) => ({ slug, path: [...path, index, 'slug'] }));
  return [
    ...list(categories, 'categories'),
    ...categories.flatMap(({ subcategories }, index) =>
      list(subcategories, 'categories', index, 'subcategories'),
    ),
    ...(news === undefined ? [] : [{ slug: news.slug, path: ['news', 'slug'] }]),
  ];
}

/** Checks that each slug names one place, and that no category hides another page of the site. */
function listPlaceProblems(settings: SiteSettings): readonly PlaceProblem[] {
  const { categories, news } = settings;
  const slugs = listSlugs(settings);
  const repeated = slugs.filter(({ slug }, index) => slugs.findIndex((other) => other.slug === slug) < index);
  const taken = categories.flatMap(({ slug }, index) =>
    isOwnSegment(slug) || `/${slug}` === news?.path
      ? [
          {
            path: ['categories', index, 'slug'],
            message: `slug in categories ${index + 1} “${slug}” is the address of another page; choose another`,
          },
        ]
      : [],
  );
  const isKnown = news === undefined || categories.some(({ slug }) => slug === news.category);
  const isOwn = news !== undefined && isOwnSegment(news.path.slice(1));
  return [
    ...repeated.map(({ slug, path }) => ({
      path,
      message: `categories have the slug “${slug}” twice; give each its own`,
    })),
    ...taken,
    ...(isKnown
      ? []
      : [
          {
            path: ['news', 'category'],
            message: `news.category “${news.category}” is not a category; write the slug of one`,
          },
        ]),
    ...(isOwn
      ? [
          {
            path: ['news', 'path'],
            message: `news.path ${news.path} is the address of another page; choose another`,
          },
        ]
      : []),
  ];
}
