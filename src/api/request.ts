import type { Store } from '../store/store.ts';

/** Who asks, as far as counting a view needs to know. */
export type Visitor = { readonly address: string; readonly userAgent: string };

export type ApiRequest = {
  /** What the pattern's `:names` matched, decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly visitor: Visitor;
};

/** What the handlers stand on. */
export type ApiContext = {
  readonly store: Store;
  /** The database as health names it. */
  readonly describeDatabase: () => string;
  /** Counts a view unless the visitor had one of this post today. */
  readonly countView: (postId: number, visitor: Visitor, now: number) => void;
};
