/**
 * Small fixed records, as publishing passes them to the store. A test overrides only the fields
 * that it needs.
 */

import { describeBytes } from '../../packages/marketing-workbench/src/content/images/encode-image.ts';
import type {
  CategoryRecord,
  ContentRecord,
  LegacyPostRecord,
  MediaRecord,
  OwnPageRecord,
  PostRecord,
  SubcategoryRecord,
} from '../../packages/marketing-workbench/src/site/records.ts';
import { listAllSubcategories } from '../../packages/marketing-workbench/src/site/settings.ts';
import { SITE } from './default-site.ts';

const DAY_MS = 86_400_000;

/** The current time in tests: noon of 20 November 2026, UTC. */
export const NOW = Date.UTC(2026, 10, 20, 12);

export function daysAgo(days: number): number {
  return NOW - days * DAY_MS;
}

/**
 * Returns a post of SEO's local SEO, published ten days ago. Its title and address contain its
 * slug.
 */
export function createPostRecord(overrides: Partial<PostRecord> = {}): PostRecord {
  const slug = overrides.slug ?? 'google-reviews';
  return {
    kind: 'post',
    slug,
    category: 'seo',
    subcategory: 'local-seo',
    title: `Title of ${slug}`,
    excerpt: `Excerpt of ${slug}.`,
    metaDescription: `Description of ${slug}.`,
    content: `<p>Content of ${slug}.</p>`,
    headings: '',
    text: `Content of ${slug}.`,
    readTime: 5,
    publishedAt: daysAgo(10),
    featured: false,
    ...overrides,
  };
}

export function createCategoryRecord(overrides: Partial<CategoryRecord> = {}): CategoryRecord {
  const slug = overrides.slug ?? 'seo';
  return {
    kind: 'category',
    slug,
    name: `Name of ${slug}`,
    description: `Description of ${slug}.`,
    icon: 'BiSearch',
    position: 1,
    ...overrides,
  };
}

export function createSubcategoryRecord(
  overrides: Partial<SubcategoryRecord> = {},
): SubcategoryRecord {
  const slug = overrides.slug ?? 'local-seo';
  return {
    kind: 'subcategory',
    slug,
    category: 'seo',
    name: `Name of ${slug}`,
    description: `Description of ${slug}.`,
    position: 1,
    ...overrides,
  };
}

/** Returns a legacy post with a text instead of a redirect. */
export function createLegacyPostRecord(
  overrides: Partial<LegacyPostRecord> = {},
): LegacyPostRecord {
  const slug = overrides.slug ?? 'keyword-density';
  return {
    kind: 'legacy',
    slug,
    title: `Title of ${slug}`,
    legacyUrl: `/posts/2012/07/${slug}.html`,
    metaDescription: `Description of ${slug}.`,
    content: `<p>Content of ${slug}.</p>`,
    ...overrides,
  };
}

/** Returns a guide. */
export function createPageRecord(overrides: Partial<OwnPageRecord> = {}): OwnPageRecord {
  const slug = overrides.slug ?? 'a-guide';
  return {
    kind: 'page',
    form: 'guide',
    slug,
    title: `Title of ${slug}`,
    metaDescription: `Description of ${slug}.`,
    content: `<p>Content of ${slug}.</p>`,
    headings: '',
    text: `Content of ${slug}.`,
    publishedAt: daysAgo(10),
    readTime: 5,
    contents: true,
    inFooter: false,
    inSitemap: true,
    inSearch: true,
    ...overrides,
  };
}

const DRAWING = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>');

type MediaOverrides = Partial<Omit<MediaRecord, 'bytes'>> & { readonly bytes?: Uint8Array };

export function createMediaRecord({
  bytes = DRAWING,
  ...overrides
}: MediaOverrides = {}): MediaRecord {
  return {
    kind: 'media',
    name: 'funnel-3f2a.svg',
    type: 'image/svg+xml',
    bytes: describeBytes(bytes, () => bytes),
    ...overrides,
  };
}

/** Returns the built-in categories (SEO is 4) and subcategories (local SEO is 16, the news 17). */
export function createTaxonomyRecords(): ContentRecord[] {
  const categories = SITE.categories.map(({ slug, name, icon }, index) =>
    createCategoryRecord({ slug, name, icon, position: index + 1 }),
  );
  const subcategories = listAllSubcategories(SITE).map(({ slug, name, category }, index) =>
    createSubcategoryRecord({ slug, name, category, position: index + 1 }),
  );
  return [...categories, ...subcategories];
}

/** Returns the built-in categories and subcategories with these posts, and nothing else. */
export function createContent(...posts: readonly Partial<PostRecord>[]): ContentRecord[] {
  return [...createTaxonomyRecords(), ...posts.map(createPostRecord)];
}
