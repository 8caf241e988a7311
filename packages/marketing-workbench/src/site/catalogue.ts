/**
 * Lists the pages and files that follow from the settings of a site, next to the fixed pages
 * (`FIXED_PAGES`). Texts, authors, media and the files of the folder `public` are in the content
 * itself.
 */
import {
  FEED_FORMATS,
  FIXED_PAGES,
  type FixedPage,
  files,
  ICON_NAMES,
  machineFiles,
  pages,
} from './addresses.ts';
import { createSlug } from './create-slug.ts';
import { TAG_POSTS_MIN } from './limits.ts';
import { listAllSubcategories, type SiteSettings } from './settings.ts';

/** Returns the fixed pages of the given kinds, or all, in the order of their table. */
export function listFixedPages(...kinds: readonly FixedPage['kind'][]): readonly FixedPage[] {
  const all: readonly FixedPage[] = Object.values(FIXED_PAGES);
  return all.filter(({ kind }) => kinds.length === 0 || kinds.includes(kind));
}

/** The page of a category, or of a subcategory of `category`. */
export type SectionPage = {
  readonly slug: string;
  readonly path: string;
  readonly title: string;
  readonly category?: { readonly slug: string; readonly name: string };
};

/** Lists the pages of categories, then those of subcategories, the news last. */
export function listSectionPages(settings: SiteSettings): readonly SectionPage[] {
  const { categories, news } = settings;
  const names = new Map(categories.map(({ slug, name }) => [slug, name]));
  return [
    ...categories.map(({ slug, name: title }) => ({ slug, title, path: pages.category(slug) })),
    ...listAllSubcategories(settings).map((place) => ({
      slug: place.slug,
      title: place.name,
      path: pages.subcategory(place, news),
      category: { slug: place.category, name: names.get(place.category) ?? '' },
    })),
  ];
}

/** What a feed contains: the articles of the whole site, of a category or of the news. */
export type FeedSource = {
  /** The path of the page that lists the same articles. */
  readonly path: string;
  readonly name: string;
  readonly filter: { readonly category?: string; readonly subcategory?: string };
};

type SiteSections = Pick<SiteSettings, 'categories' | 'news'>;

export function listFeedSources({ categories, news }: SiteSections): readonly FeedSource[] {
  return [
    { path: pages.home(), name: '', filter: {} },
    ...categories.map(({ slug, name }) => ({
      path: pages.category(slug),
      name,
      filter: { category: slug },
    })),
    ...(news === undefined
      ? []
      : [{ path: news.path, name: news.name, filter: { subcategory: news.slug } }]),
  ];
}

/** Returns the feeds of every source in every format. */
export function listFeeds(settings: SiteSections): readonly string[] {
  return listFeedSources(settings).flatMap(({ path }) =>
    FEED_FORMATS.map((format) => files.feed(format, path)),
  );
}

/**
 * Returns the files that the site makes itself and that readers may be sent to. `/sitemap.xml`
 * redirects to the sitemap.
 */
export function listGeneratedFiles(settings: SiteSections): readonly string[] {
  return [
    machineFiles.robots(),
    machineFiles.llms(),
    files.manifest(),
    files.faviconSvg(),
    ...ICON_NAMES.map(files.icon),
    pages.xmlSiteMap(),
    files.sitemapXml(),
    machineFiles.newsSitemapXml(),
    ...listFeeds(settings),
  ];
}

/**
 * Returns the slugs of the tags with a page, from the tags of every article that readers see. In
 * the index, `store/tags.ts` counts them in SQL.
 */
export function listTagSlugs(
  tagsOfArticles: Iterable<readonly string[]>,
  language: string,
): readonly string[] {
  const counts = new Map<string, number>();
  for (const tags of tagsOfArticles)
    for (const slug of new Set(tags.map((tag) => createSlug(tag, language))))
      counts.set(slug, (counts.get(slug) ?? 0) + 1);
  return [...counts].flatMap(([slug, count]) => (count >= TAG_POSTS_MIN ? slug : []));
}
