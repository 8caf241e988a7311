/** What every format of a feed says. */
export type Feed = {
  readonly title: string;
  readonly description: string;
  /** The page whose newest articles these are. */
  readonly url: string;
  /** The feed's own address. */
  readonly selfUrl: string;
  readonly origin: string;
  /** Stays the same whatever becomes of addresses (RFC 4151). */
  readonly id: string;
  /** ISO 8601: when an entry last changed. */
  readonly updatedAt: string;
  /** Newest first. */
  readonly entries: readonly FeedEntry[];
};

export type FeedEntry = {
  readonly id: string;
  readonly url: string;
  readonly title: string;
  readonly summary: string;
  /** HTML whose addresses are whole. */
  readonly content: string;
  readonly publishedAt: string;
  readonly updatedAt: string;
  readonly category: string;
  readonly image?: FeedImage;
};

export type FeedImage = { readonly url: string; readonly type: string; readonly bytes: number };

/** A text of a feed with its media type. */
export type FormattedFeed = { readonly type: string; readonly body: string };
