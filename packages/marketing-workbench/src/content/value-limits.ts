import { LINE_MAX_LENGTH } from '../site/limits.ts';

/**
 * How long values of front matter may be, in characters, and how many items lists may have. Lists
 * and search results show far less, so the house style asks for other lengths. The import cuts what
 * is longer.
 */
export const TEXT_LIMITS = {
  title: 300,
  seoTitle: 70,
  description: LINE_MAX_LENGTH,
  alt: 300,
  tag: 40,
  tags: 8,
  downloads: 12,
  downloadTitle: 100,
  downloadAbout: 300,
  heading: 300,
  question: 120,
} as const;

/** How long values of the YAML settings may be, and how many items their lists may have. */
export const SETTING_LIMITS = {
  name: 60,
  slug: 60,
  /** The slug of a text in a list of texts. */
  textSlug: 100,
  fact: 300,
  factSpelling: 80,
  description: 200,
  siteDescription: 300,
  heroTitle: 80,
  authorAbout: 500,
  /** More categories than readers find their way in; the home page shows all of them. */
  categories: 100,
  subcategories: 50,
} as const;
