/**
 * A site of another program, read one text at a time. Slugs and addresses are those of the old
 * site.
 */
export type ImportSource = {
  /** The program and the number of files, for the owner. */
  readonly name: string;
  /** What the source was taken for, and why. */
  readonly reason?: string;
  /** Set if the source does not say the old addresses, so that they follow from names and settings. */
  readonly hasGuessedAddresses?: boolean;
  readonly site: SourceSite;
  /** All texts without bodies, kept in memory; about 10,000 at most are expected. */
  readonly outlines: readonly ImportedOutline[];
  /** Yields the bodies of all texts, in the order of the outlines. */
  readonly bodies: () => AsyncIterable<{ readonly id: string; readonly body: SourceBody }>;
  /** Finds a picture or file by its address as a text writes it, if its bytes are available. */
  readonly findFile: (src: string, textId: string) => SourceFile | undefined;
  /** Returns the alt text that the source has for a file of a body. */
  readonly describeFile: (src: string) => string | undefined;
  /**
   * Returns the address on the old site that a link of a text means, for links of another form,
   * such as `../other.md#part`.
   */
  readonly resolveLink?: ((href: string, textId: string) => string) | undefined;
  readonly redirects: readonly SourceRedirect[];
  readonly archives: readonly SourceArchive[];
  /** Messages for the owner about what could not be read. */
  readonly problems: readonly string[];
  /** What the source has outside of its texts and the new site has no place for. */
  readonly losses?: readonly SourceLoss[] | undefined;
};

export type SourceLoss = {
  readonly what: string;
  readonly count: number;
  readonly example: string;
};

export type SourceFile = {
  /** An id that is the same for all addresses of the file. */
  readonly id: string;
  readonly name: string;
  readonly read: () => Promise<Uint8Array>;
};

export type SourceSite = {
  readonly name: string;
  readonly description: string;
  readonly language: string;
  /** Origins of its own addresses, such as `https://www.example.com`, perhaps with a path. */
  readonly origins: readonly string[];
  readonly authors: readonly SourceAuthor[];
  readonly categories: readonly SourceCategory[];
};

export type SourceAuthor = {
  readonly id: string;
  readonly name: string;
  readonly about?: string | undefined;
  readonly picture?: string | undefined;
  readonly links?: readonly string[] | undefined;
};

export type SourceCategory = {
  readonly slug: string;
  readonly name: string;
  readonly parent?: string | undefined;
  readonly description?: string | undefined;
};

/** `from` is an old path with its query; `to` an old path, or an address elsewhere. */
export type SourceRedirect = {
  readonly from: string;
  readonly to: string;
  /**
   * Set if the redirect also applies to the addresses below. If `to` ends with a slash, the rest of
   * the address is appended.
   */
  readonly isPrefix?: boolean | undefined;
};

/** The old path of a list of texts or of a feed. */
export type SourceArchive = {
  readonly address: string;
  readonly kind: 'home' | 'category' | 'tag' | 'author' | 'feed';
  /**
   * The slug of the category, the name of the tag, or the id of the author, whose list or feed it
   * is.
   */
  readonly of?: string | undefined;
};

/** A text without its body. */
export type ImportedOutline = {
  /** Unique in the source, and the same in its next export. */
  readonly id: string;
  readonly kind: 'post' | 'page';
  readonly title: string;
  readonly slug: string;
  readonly status: 'published' | 'scheduled' | 'draft' | 'private';
  /** The time in ISO 8601, with a zone. */
  readonly publishedAt?: string | undefined;
  readonly updatedAt?: string | undefined;
  /** Old paths with their queries; the first is the permalink. */
  readonly addresses: readonly string[];
  /** Ids of authors. */
  readonly authors: readonly string[];
  /** Slugs of categories, the main one first. */
  readonly categories: readonly string[];
  readonly tags: readonly string[];
  readonly excerpt?: string | undefined;
  readonly seoTitle?: string | undefined;
  readonly metaDescription?: string | undefined;
  readonly canonical?: string | undefined;
  readonly noindex?: boolean | undefined;
  readonly featured?: boolean | undefined;
  readonly picture?: { readonly src: string; readonly alt?: string | undefined } | undefined;
  readonly comments: number;
};

/**
 * The text of a post or page. Markdown is that of GitHub and may contain HTML; what the old program
 * adds to HTML or Markdown, such as shortcodes, has been replaced. `notes` tell the owner what was
 * changed.
 */
export type ImportedBody = {
  readonly format: 'html' | 'markdown';
  readonly text: string;
  readonly notes?: readonly string[];
};

/** A body before it is rendered, for which the import has a limit of time. */
export type SourceBody = {
  /** The body as the source has it, for a text that can't be rendered. */
  readonly source: string;
  /** Set if the rest was left out, because the body is too long. */
  readonly isCut: boolean;
  readonly render: () => ImportedBody;
};
