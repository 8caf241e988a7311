import { createSlug } from 'marketing-workbench/site/create-slug';
import { readDate } from '../read-dates.ts';
import type { ImportedOutline } from '../source.ts';
import { COLLECTION_TAGS } from './eleventy.ts';
import { readCategories } from './jekyll.ts';
import type { OldPage } from './page.ts';
import {
  type FrontMatterValues,
  findFirstText,
  findValue,
  formatTextValue,
  isRecord,
  listTextValues,
  readRecord,
} from './read-values.ts';
import type { SiteConfig } from './site-config.ts';

const DATES = [
  'date',
  'pubDate',
  'pubDatetime',
  'publishDate',
  'publish_date',
  'published',
  'publishedAt',
  'published_at',
  'datePublished',
  'created',
  'created_at',
];
const UPDATES = [
  'lastmod',
  'updatedDate',
  'last_modified_at',
  'modDatetime',
  'updated',
  'updatedAt',
  'updated_at',
  'modified',
  'last_update.date',
  'lastUpdated',
  'dateModified',
];
const PICTURES = [
  'image',
  'cover',
  'coverImage',
  'cover_image',
  'thumbnail',
  'featured_image',
  'featuredImage',
  'feature_image',
  'heroImage',
  'hero',
  'hero_image',
  'header.image',
  'header.overlay_image',
  'header.teaser',
  'banner',
  'images',
  'ogImage',
  'og_image',
  'socialImage',
  'social_image',
  'preview',
  'img',
];
const ALTS = [
  'alt',
  'imageAlt',
  'image_alt',
  'coverAlt',
  'cover_alt',
  'heroAlt',
  'heroImageAlt',
  'featuredImageAlt',
  'featured_image_alt',
  'thumbnailAlt',
  'header.image_description',
];
const SEO_TITLES = [
  'seoTitle',
  'seo_title',
  'metaTitle',
  'meta_title',
  'seo.title',
  'title_tag',
  'title_seo',
];
const DESCRIPTIONS = [
  'description',
  'meta_description',
  'metaDescription',
  'seo.description',
  'seo_description',
];
const EXCERPTS = ['excerpt', 'summary', 'spoiler', 'teaser', 'abstract', 'lead', 'subtitle'];
const CANONICALS = ['canonical', 'canonicalURL', 'canonical_url', 'seo.canonical'];
/** Keys that told the old program how to show or list a text. */
const OTHERS = [
  'title',
  'draft',
  'expiryDate',
  'slug',
  'url',
  'permalink',
  'aliases',
  'redirect_from',
  'redirect_to',
  'categories',
  'category',
  'tags',
  'tag',
  'taxonomies',
  'author',
  'authors',
  'noindex',
  'robots',
  'robotsNoIndex',
  'sitemap',
  'weight',
  'featured',
  'pin',
  'pinned',
  'sticky',
  'layout',
  'seo',
  'header',
  'id',
  'path',
  'type',
  'unlisted',
  'last_update',
  'sidebar_position',
  'sidebar_label',
  'order',
  'nav_order',
  'build',
  '_build',
  'headless',
  'resources',
  'render_with_liquid',
];
const KNOWN: ReadonlySet<string> = new Set(
  [DATES, UPDATES, PICTURES, ALTS, SEO_TITLES, DESCRIPTIONS, EXCERPTS, CANONICALS, OTHERS]
    .flat()
    .map((key) => (key.split('.')[0] ?? '').toLowerCase()),
);

export function listUnknownKeys(values: FrontMatterValues): readonly string[] {
  return Object.keys(values).filter((key) => !KNOWN.has(key.toLowerCase()));
}

/** Finds the date of a text in the first key that has one, or else in the name of its file. */
export function findDate(
  values: FrontMatterValues,
  ofName: string | undefined,
  config: SiteConfig,
): string | undefined {
  return findDateOf(values, DATES, config) ?? readDate(ofName ?? '');
}

function findDateOf(
  values: FrontMatterValues,
  keys: readonly string[],
  { timeZone }: SiteConfig,
): string | undefined {
  for (const key of keys) {
    const date = readDate(findFirstText(values, key), timeZone);
    if (date !== undefined) return date;
  }
  return undefined;
}

/** Finds the date as the program writes it in addresses. */
export function findLocalDate(
  values: FrontMatterValues,
  ofName: string | undefined,
  config: SiteConfig,
): string | undefined {
  const date = findDate(values, ofName, config);
  if (date === undefined) return undefined;
  const written = DATES.map((key) => formatTextValue(findValue(values, key))).find((text) =>
    /^\d{4}-\d\d-\d\d/.test(text),
  );
  const hasZone = /[T ]\d\d:\d\d.*(?:Z|UTC|[+-]\d\d)/.test(written ?? '');
  if (config.program === 'Jekyll' && hasZone && config.timeZone !== undefined)
    return toLocalTime(date, config.timeZone);
  return written?.replace(' ', 'T') ?? date;
}

function toLocalTime(date: string, timeZone: string): string {
  try {
    return new Date(date).toLocaleString('sv-SE', { timeZone }).replace(' ', 'T');
  } catch {
    return date;
  }
}

export type OutlineSource = {
  readonly path: string;
  readonly title: string;
  readonly values: FrontMatterValues;
  readonly page: OldPage;
  readonly date: string | undefined;
  /** The text before the mark that ends the excerpt. */
  readonly opening: string | undefined;
};

export function createTextOutline(
  source: OutlineSource,
  config: SiteConfig,
  now: number,
): ImportedOutline {
  const { path, title, values, page } = source;
  const updatedAt = findDateOf(values, UPDATES, config);
  const publishedAt = laterOf(
    source.date,
    readDate(findFirstText(values, 'publishDate'), config.timeZone),
  );
  const names = [...listCategoryNames(values, config), ...(page.categories ?? [])];
  return {
    id: path,
    kind: page.kind,
    title,
    status: findTextStatus(values, page, publishedAt, now),
    slug: page.language === undefined ? page.slug : `${page.slug}-${page.language}`,
    publishedAt: publishedAt ?? updatedAt,
    updatedAt: updatedAt === publishedAt ? undefined : updatedAt,
    addresses: page.addresses.map((address) => `${config.basePath}${address}`),
    authors: listAuthorIds(values),
    categories: [...new Set(names.map((name) => createCategorySlug(name, config)))],
    tags: listTextTags(values, config),
    excerpt: findFirstText(values, ...EXCERPTS) || source.opening,
    seoTitle: findFirstText(values, ...SEO_TITLES) || undefined,
    metaDescription: findFirstText(values, ...DESCRIPTIONS) || undefined,
    canonical: findCanonicalElsewhere(values, config),
    noindex: isNoindex(values) || undefined,
    featured:
      ['featured', 'pin', 'pinned', 'sticky'].some((key) => findValue(values, key) === true) ||
      undefined,
    picture: findCoverPicture(values),
    comments: 0,
  };
}

function laterOf(one: string | undefined, other: string | undefined): string | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return Date.parse(one) < Date.parse(other) ? other : one;
}

function findTextStatus(
  values: FrontMatterValues,
  { isDraft }: OldPage,
  publishedAt: string | undefined,
  now: number,
): ImportedOutline['status'] {
  const isUnpublished =
    ['draft', 'isDraft'].some((key) => isTrue(findValue(values, key))) ||
    String(findValue(values, 'published')) === 'false';
  const expires = Date.parse(readDate(findFirstText(values, 'expiryDate')) ?? '');
  if (isDraft || isUnpublished || expires < now) return 'draft';
  return Date.parse(publishedAt ?? '') > now ? 'scheduled' : 'published';
}

function isTrue(value: unknown): boolean {
  return value === true || value === 'true';
}

/** Returns true for a text that search engines should not list. */
function isNoindex(values: FrontMatterValues): boolean {
  const sitemap = findValue(values, 'sitemap');
  const isLeftOut =
    sitemap === false || isTrue(readRecord(sitemap).disable) || isTrue(readRecord(sitemap).exclude);
  const keys = ['noindex', 'robotsNoIndex', 'seo.noindex', 'unlisted'];
  return (
    isLeftOut ||
    keys.some((key) => isTrue(findValue(values, key))) ||
    /noindex|none/i.test(findFirstText(values, 'robots'))
  );
}

function findCanonicalElsewhere(
  values: FrontMatterValues,
  { origin }: SiteConfig,
): string | undefined {
  const url = URL.parse(findFirstText(values, ...CANONICALS));
  return url?.protocol === 'https:' && url.origin !== origin ? url.href : undefined;
}

export function listCategoryNames(
  values: FrontMatterValues,
  { program }: SiteConfig,
): readonly string[] {
  const taxonomies = readRecord(findValue(values, 'taxonomies'));
  const listed =
    program === 'Jekyll'
      ? readCategories(values)
      : ['categories', 'category'].flatMap((key) => splitNames(findValue(values, key)));
  return [...listed, ...listTextValues(taxonomies.categories)];
}

function splitNames(value: unknown): readonly string[] {
  return typeof value === 'string'
    ? value.split(',').flatMap(listTextValues)
    : listTextValues(value);
}

/** Lists the tags. In Jekyll, each word of a text is a tag. */
function listTextTags(values: FrontMatterValues, { program }: SiteConfig): readonly string[] {
  const written = findValue(values, 'tags') ?? findValue(values, 'tag');
  const isWords = program === 'Jekyll' && typeof written === 'string' && !written.includes(',');
  const names = isWords ? written.split(/\s+/).flatMap(listTextValues) : splitNames(written);
  const labels = Array.isArray(written)
    ? written.filter(isRecord).map((tag) => findFirstText(tag, 'label', 'name'))
    : [];
  const all = [
    ...names,
    ...labels,
    ...listTextValues(readRecord(findValue(values, 'taxonomies')).tags),
  ];
  return all.filter(
    (tag) => tag !== '' && !(program === 'Eleventy' && COLLECTION_TAGS.has(tag.toLowerCase())),
  );
}

export function createCategorySlug(name: string, { language }: SiteConfig): string {
  return createSlug(name, language) || name.trim().toLowerCase();
}

/** Lists the ids of authors, or the names of those without an id. */
function listAuthorIds(values: FrontMatterValues): readonly string[] {
  const written = [findValue(values, 'authors') ?? findValue(values, 'author')].flat();
  return written
    .map((author) =>
      isRecord(author) ? findFirstText(author, 'key', 'name', 'title') : formatTextValue(author),
    )
    .filter(Boolean);
}

export function listAuthorRecords(values: FrontMatterValues): readonly FrontMatterValues[] {
  return [findValue(values, 'authors') ?? findValue(values, 'author')].flat().filter(isRecord);
}

function findCoverPicture(values: FrontMatterValues): ImportedOutline['picture'] {
  for (const key of PICTURES) {
    const [value] = [findValue(values, key)].flat();
    const inner = readRecord(value);
    const src =
      typeof value === 'string'
        ? value.trim()
        : findFirstText(inner, 'src', 'image', 'path', 'url', 'feature', 'file');
    if (src === '') continue;
    const alt = findFirstText(inner, 'alt', 'caption', 'title') || findFirstText(values, ...ALTS);
    return alt === '' ? { src } : { src, alt };
  }
  return undefined;
}
