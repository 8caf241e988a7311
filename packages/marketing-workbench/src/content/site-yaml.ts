import { isOwnSegment } from '../site/addresses.ts';
import { formatPictureClass } from '../site/brand/icons.ts';
import { DEFAULT_SITE } from '../site/default-site.ts';
import { listMenuEntries, shortenMenu } from '../site/navigation.ts';
import {
  DEFAULT_COUNTING,
  type MenuEntry,
  type SiteCategory,
  type SiteSettings,
} from '../site/settings.ts';
import { findDirection } from '../site/site.ts';
import { adviseOnAnalytics, listAnalyticsProblems } from './analytics.ts';
import type { NamedPicture } from './brand/category-pictures.ts';
import type { BrandSettings } from './brand/create-brand.ts';
import { type ContentFinding, placeInFile } from './content-finding.ts';
import { didYouMean } from './did-you-mean.ts';
import { MENU_ENTRY, type SiteYaml, siteYamlSchema } from './site-yaml-schema.ts';
import { parseYamlFile, type SettingFile, type YamlSource } from './yaml.ts';

export type CompiledSite = {
  /** Undefined if the file has problems. */
  readonly settings?: SiteSettings;
  /** Descriptions of categories and subcategories, by slug. */
  readonly descriptions: ReadonlyMap<string, string>;
  readonly file: string;
  readonly look: BrandSettings;
  /** The pictures that categories have in the place of icons. */
  readonly pictures: readonly NamedPicture[];
  readonly lineOf: YamlSource['lineOf'];
  readonly problems: readonly ContentFinding[];
};

export function compileSite(source: SettingFile): CompiledSite {
  const none = {
    file: source?.file ?? '',
    descriptions: new Map(),
    look: describeLook({}, DEFAULT_SITE),
    pictures: [],
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
    pictures: listPictures(value),
    descriptions: listDescriptions(value),
    lineOf,
    problems: [
      ...problems,
      ...placeInFile(source.file, adviseOnAnalytics(value.analytics, lineOf('analytics'))),
    ],
  };
}

/**
 * Completes the settings. The built-in description, profiles and hero belong to the built-in name,
 * so a site with another name has none of them.
 */
function completeSettings(value: SiteYaml): SiteSettings {
  const { categories, news, hero, navigation, colours, headings, corners, counting, ...own } =
    value;
  const { name, description, profiles, ...rest } = DEFAULT_SITE;
  const base =
    own.name === undefined ? DEFAULT_SITE : { ...rest, name, description: '', profiles: [] };
  const sections = {
    categories: categories?.map(withoutDescriptions) ?? base.categories,
    news:
      news === undefined ? (categories === undefined ? base.news : undefined) : createNews(news),
  };
  return {
    ...base,
    ...own,
    ...sections,
    ...(counting && { counting: { ...DEFAULT_COUNTING, ...counting } }),
    hero:
      hero ??
      (own.name === undefined ? base.hero : { title: own.name, text: own.description ?? '' }),
    navigation: createMenu(sections, navigation),
  };
}

type MenuSections = Pick<SiteSettings, 'categories' | 'news'>;

function createMenu(
  sections: MenuSections,
  named: SiteYaml['navigation'],
): SiteSettings['navigation'] {
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

function listMenuProblems(
  { navigation = [] }: SiteYaml,
  settings: SiteSettings,
): readonly PlaceProblem[] {
  const known = [
    ...settings.categories.map(({ slug }) => slug),
    ...(settings.news ? ['news'] : []),
  ];
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

function listPictures({ categories = [] }: SiteYaml): readonly NamedPicture[] {
  return categories.flatMap(({ slug, picture }, index) =>
    picture === undefined ? [] : [{ slug, picture, path: ['categories', index, 'picture'] }],
  );
}

function withoutDescriptions(category: NonNullable<SiteYaml['categories']>[number]): SiteCategory {
  const { description, colour, subcategories, picture, icon, ...rest } = category;
  return {
    ...rest,
    icon: picture === undefined ? icon : formatPictureClass(rest.slug),
    subcategories: subcategories.map(({ slug, name }) => ({ slug, name })),
  };
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
  const repeated = slugs.filter(
    ({ slug }, index) => slugs.findIndex((other) => other.slug === slug) < index,
  );
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
