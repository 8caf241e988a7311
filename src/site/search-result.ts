import type { PostSummary } from './entities.ts';

/** A piece of text in its parts; those that match what was looked for are to be marked. */
export type Passage = readonly { readonly text: string; readonly isMatch?: true }[];

/** A post that a search found, as the call answers it. */
export type SearchResult = PostSummary & {
  /** What of the post matched. */
  readonly passage: Passage;
  /** The heading that the passage stands under. */
  readonly section?: { readonly anchor: string; readonly title: string };
};

/** What is to be said of a search besides its results. */
export type SearchSummary = {
  /** The results are for this text, since words of the one typed are in no post. */
  readonly correction?: {
    readonly text: string;
    /** Searches for what was typed. */
    readonly literal: string;
  };
  /** Another text that may have been meant. */
  readonly suggestion?: string;
  /** How many posts were found in each category that has any, the most first. */
  readonly categories: readonly { readonly categoryId: number; readonly count: number }[];
};

/** A title or topic that fits what is being typed. */
export type SearchSuggestion = {
  readonly kind: 'article' | 'topic';
  readonly label: string;
  readonly href: string;
};
