import type { PostSummary } from './entities.ts';

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
