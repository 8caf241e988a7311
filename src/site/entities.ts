import type { AnswerOf } from './records.ts';

/** What the calls of the API answer. Dates are ISO 8601 in UTC; a field without a value is left out, never null. */
export type Category = AnswerOf<'category', 'summary'> & {
  readonly id: number;
  /** Posts published so far. */
  readonly postCount: number;
};

export type Subcategory = AnswerOf<'subcategory', 'summary'> & {
  readonly id: number;
  readonly categoryId: number;
  /** Posts published so far. */
  readonly postCount: number;
};

/** A subcategory as links and labels need it. */
export type SubcategoryLink = Omit<Subcategory, 'description'>;

type PostLinks = {
  readonly id: number;
  readonly categoryId: number;
  readonly subcategoryId?: number;
  /** Views counted; left out for a post never viewed. */
  readonly popular?: number;
};

/** A post in a list, without its content. */
export type PostSummary = AnswerOf<'post', 'summary'> & PostLinks;

/** Another post of the same subcategory. */
export type PostNeighbour = { readonly slug: string; readonly title: string };

/** Where a post stands in its category's learning path, from 1; `next` is left out for the last step. */
export type PathStep = {
  readonly number: number;
  readonly total: number;
  readonly next?: PostNeighbour & Pick<PostSummary, 'categoryId' | 'subcategoryId'>;
};

/** `previous` and `next` were published before and after it. */
export type Post = AnswerOf<'post', 'full'> &
  PostLinks & {
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

export type LegacyPostSummary = AnswerOf<'legacy', 'summary'> & { readonly id: number };
export type LegacyPost = AnswerOf<'legacy', 'full'> & { readonly id: number; readonly wordCount: number };

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

/** Whether the configured database can't be reached (specification, section 3). */
export function isFallback({ database }: Pick<Health, 'database'>): boolean {
  return database.includes('Fallback');
}

/** One page of a list, with the number of all that match. */
export type Page<Item> = { readonly items: readonly Item[]; readonly total: number };

/** A long-form guide: static, part of the build rather than of the published records. */
export type Guide = {
  readonly slug: string;
  readonly title: string;
  readonly metaDescription: string;
  /** Sanitised HTML. */
  readonly content: string;
  readonly wordCount: number;
  /** Minutes. */
  readonly readTime: number;
  /** ISO 8601, UTC. */
  readonly publishedAt: string;
  readonly updatedAt?: string;
};

/** A piece of text, split where matches begin and end. */
export type Passage = readonly { readonly text: string; readonly isMatch?: true }[];

export type SearchResult = PostSummary & {
  readonly passage: Passage;
  /** The heading that the passage stands under. */
  readonly section?: { readonly anchor: string; readonly title: string };
};

export type SearchSummary = {
  /** Set if the results are for a corrected text, as no post contains words of the typed one. */
  readonly correction?: {
    readonly text: string;
    /** A query that searches for the typed text. */
    readonly literal: string;
  };
  /** A text that the reader may have meant. */
  readonly suggestion?: string;
  /** Posts found in each category that has any, in descending order. */
  readonly categories: readonly { readonly categoryId: number; readonly count: number }[];
};

export type SearchSuggestion = {
  readonly kind: 'article' | 'topic';
  readonly label: string;
  readonly href: string;
};
