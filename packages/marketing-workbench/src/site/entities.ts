import type { AnswerOf } from './records.ts';

/**
 * What the calls of the API answer. Dates are ISO 8601, in UTC or, if the site has a `timeZone`, with
 * the offset of that zone; a field without a value is left out,
 * never null.
 */
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

export type SubcategoryLink = Omit<Subcategory, 'description'>;

type PostLinks = {
  /** 0 for a post that only its preview link shows. */
  readonly id: number;
  readonly categoryId: number;
  readonly subcategoryId?: number;
  /** Views counted; left out for a post never viewed. */
  readonly popular?: number;
};

export type PostSummary = AnswerOf<'post', 'summary'> & PostLinks;

export type PostNeighbour = { readonly slug: string; readonly title: string };

/** Its place in the category's learning path, from 1; `next` is left out for the last. */
export type LearningPathStep = {
  readonly number: number;
  readonly total: number;
  readonly next?: PostNeighbour & Pick<PostSummary, 'categoryId' | 'subcategoryId'>;
};

export type Tag = { readonly slug: string; readonly name: string; readonly postCount: number };

/** The slug is left out for a tag without a page of its own. */
export type PostTag = { readonly name: string; readonly slug?: string };

export type Post = Omit<AnswerOf<'post', 'full'>, 'tags'> &
  PostLinks & {
    readonly tags?: readonly PostTag[];
    readonly wordCount: number;
    readonly pathStep?: LearningPathStep;
    readonly previous?: PostNeighbour;
    readonly next?: PostNeighbour;
  };

export type CategoryDetail = Category & {
  /** The learning path in order; absent if the category has none. */
  readonly learningPath?: readonly PostSummary[];
};

export type LegacyPostSummary = AnswerOf<'legacy', 'summary'> & { readonly id: number };
export type LegacyPost = AnswerOf<'legacy', 'full'> & {
  readonly id: number;
  readonly wordCount: number;
};

/** A `database` text with "Fallback" in it means that the configured database can't be reached. */
export type Health = {
  readonly database: string;
  /** The revision, equal on all machines that serve the same content. */
  readonly revision: string;
  /** Seconds since the last sync with the source; left out before the first. */
  readonly contentAgeSeconds?: number;
  readonly indexBytes: number;
  readonly nodeId: string;
  /** The version of the program. */
  readonly version: string;
};

export function isFallback({ database }: Pick<Health, 'database'>): boolean {
  return database.includes('Fallback');
}

/** One page of a list, with the number of all that match. */
export type ListPage<Item> = { readonly items: readonly Item[]; readonly total: number };

/** A guide or a page of `content/pages`. */
export type OwnPage = AnswerOf<'page', 'full'> & { readonly wordCount: number };

/** A person who writes articles. */
export type Author = AnswerOf<'author', 'summary'>;
export type AuthorDetail = AnswerOf<'author', 'full'>;

export type HighlightedText = readonly { readonly text: string; readonly isMatch?: true }[];

export type SearchResult = PostSummary & {
  readonly passage: HighlightedText;
  readonly section?: { readonly anchor: string; readonly title: string };
};

/** A passage that answers the query, in the words of an article. */
export type DirectAnswer = {
  /** Empty if the section begins with the list. */
  readonly text: string;
  /** The list that follows the text, if it belongs to the answer. */
  readonly items?: readonly string[];
  /** Missing if the article's opening answers. */
  readonly section?: { readonly anchor: string; readonly title: string };
  readonly article: { readonly title: string; readonly path: string };
};

export type SearchSummary = {
  /** Set only if an author listed nearly the same question. */
  readonly answer?: DirectAnswer;
  /** Set if a typed word is a slip for sure, and the results are for a corrected text. */
  readonly correction?: {
    readonly text: string;
    /** A query that searches for the typed text. */
    readonly literal: string;
  };
  readonly suggestion?: string;
  /** Posts found in each category that has any, in descending order. */
  readonly categories: readonly { readonly categoryId: number; readonly count: number }[];
  /** What is no post, the best first. */
  readonly pages: readonly PlacedPage[];
  /** Set if neither a post nor a page is found. */
  readonly nearest?: NearestSubjects;
};

/** What is offered in place of results. */
export type NearestSubjects = {
  /**
   * Whether their names or articles have words like those of the query; otherwise they are the
   * biggest.
   */
  readonly isNear: boolean;
  /** Categories, subcategories and tags, at most six. */
  readonly subjects: readonly SubjectLink[];
  /** Up to three articles with the same words, or else the most viewed. */
  readonly articles: readonly FoundPage[];
};

export type SubjectLink = {
  readonly name: string;
  readonly path: string;
  readonly postCount: number;
};

/** An own page, a legacy post, an author or a tag. */
export type FoundPage = {
  readonly title: string;
  /** Left out for an author without any words. */
  readonly description?: string;
  readonly path: string;
};

/** `place` is the number of posts that are ranked before it. */
export type PlacedPage = FoundPage & { readonly place: number };

/** A page that an address without a page probably meant. */
export type PageGuess = {
  readonly path: string;
  readonly title: string;
  /** Its name; left out for pages that belong to none. */
  readonly category?: string;
  /** A number from 0 to 1. */
  readonly certainty: number;
};

/** A topic is a category, a subcategory or a tag; a section is a heading of an article. */
export type SearchSuggestion = {
  readonly kind: 'topic' | 'article' | 'section' | 'page';
  readonly label: string;
  readonly href: string;
  /** The title of the section's article. */
  readonly article?: string;
};
