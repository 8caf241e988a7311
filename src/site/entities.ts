/**
 * What the site is made of, field by field as the calls answer it.
 * Dates are ISO 8601 in UTC; a field without a value is left out, never null.
 */
export type Category = {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  /** One of the built-in icon names, or else a CSS class. */
  readonly icon: string;
  /** Posts published so far. */
  readonly postCount: number;
};

export type Subcategory = {
  readonly id: number;
  readonly categoryId: number;
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  /** Posts published so far. */
  readonly postCount: number;
};

/** A subcategory as links and labels need it. */
export type SubcategoryLink = Omit<Subcategory, 'description'>;

/** A post as it stands in a list: all but its content. */
export type PostSummary = {
  readonly id: number;
  readonly slug: string;
  readonly title: string;
  readonly excerpt: string;
  readonly metaDescription: string;
  /** Minutes. */
  readonly readTime: number;
  readonly publishedAt: string;
  readonly updatedAt?: string;
  readonly categoryId: number;
  readonly subcategoryId?: number;
  /** Views counted; left out for a post never viewed. */
  readonly popular?: number;
};

/** Another post of the same subcategory. */
export type PostNeighbour = { readonly slug: string; readonly title: string };

/** Where a post stands in its category's learning path, from 1; `next` is left out for the last step. */
export type PathStep = {
  readonly number: number;
  readonly total: number;
  readonly next?: PostNeighbour & Pick<PostSummary, 'categoryId' | 'subcategoryId'>;
};

/** `content` is sanitised HTML; `previous` and `next` were published before and after it. */
export type Post = PostSummary & {
  readonly content: string;
  readonly wordCount: number;
  readonly pathStep?: PathStep;
  readonly previous?: PostNeighbour;
  readonly next?: PostNeighbour;
};

/** A category as it is answered alone. */
export type CategoryDetail = Category & {
  /** What a beginner reads first, in that order; left out where the category has no path. */
  readonly learningPath?: readonly PostSummary[];
};

export type LegacyPostSummary = {
  readonly id: number;
  readonly slug: string;
  readonly title: string;
  /** The old path, exactly as it was. */
  readonly legacyUrl: string;
  readonly redirectTo?: string;
  readonly metaDescription: string;
};

export type LegacyPost = LegacyPostSummary & { readonly content: string; readonly wordCount: number };

/** A `database` text with "Fallback" in it means that the configured database can't be reached. */
export type Health = {
  readonly database: string;
  /** Names the content that is served; the same on every machine that serves the same. */
  readonly revision: string;
  /** Since the content last was what its source held; left out where none was ever taken over. */
  readonly contentAgeSeconds?: number;
  readonly indexBytes: number;
  /** Tells this machine from the others. */
  readonly nodeId: string;
};

/** One page of a list, with the number of all that match. */
export type Page<Item> = { readonly items: readonly Item[]; readonly total: number };
