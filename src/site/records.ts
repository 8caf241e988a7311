import type { Redirect } from './redirects.ts';

/**
 * What publishing hands to the store: the content, compiled and checked, before it has ids.
 * A record is known by its key, `kind:name`; two records with the same fields are the same content.
 */
export type CategoryRecord = {
  readonly kind: 'category';
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  readonly icon: string;
  /** Place in the built-in list, from 1; becomes the id. */
  readonly position: number;
  /** Slugs of posts of this category, in the order in which a beginner reads them. */
  readonly learningPath?: readonly string[];
};

export type SubcategoryRecord = {
  readonly kind: 'subcategory';
  readonly slug: string;
  readonly category: string;
  readonly name: string;
  readonly description: string;
  /** Place in the built-in list, from 1 over all categories; becomes the id. */
  readonly position: number;
};

export type PostRecord = {
  readonly kind: 'post';
  readonly slug: string;
  readonly category: string;
  readonly subcategory?: string;
  readonly title: string;
  readonly excerpt: string;
  readonly metaDescription: string;
  /** Sanitised HTML. */
  readonly content: string;
  /** The headings' text, one a line, for search. */
  readonly headings: string;
  /** The body's text without markup, for search. */
  readonly text: string;
  readonly readTime: number;
  /** Milliseconds since the epoch; a time to come keeps the post out of sight until then. */
  readonly publishedAt: number;
  readonly updatedAt?: number;
  readonly featured: boolean;
};

export type LegacyPostRecord = {
  readonly kind: 'legacy';
  readonly slug: string;
  readonly title: string;
  readonly legacyUrl: string;
  readonly redirectTo?: string;
  readonly metaDescription: string;
  /** Sanitised HTML; empty for a redirect. */
  readonly content: string;
  /** Milliseconds since the epoch, where the text says when it was last changed. */
  readonly updatedAt?: number;
};

/** A file that content refers to; `name` holds a hash of the bytes, so it never changes. */
export type MediaRecord = {
  readonly kind: 'media';
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
};

/** What readers type, and the names by which articles may call it: looked for as well. There is one such record. */
export type SynonymsRecord = {
  readonly kind: 'synonyms';
  readonly slug: 'synonyms';
  readonly names: readonly { readonly typed: string; readonly meant: readonly string[] }[];
};

/** Where old addresses lead. There is at most one such record. */
export type RedirectsRecord = {
  readonly kind: 'redirects';
  readonly slug: 'redirects';
  readonly redirects: readonly Redirect[];
};

export type ContentRecord =
  | CategoryRecord
  | SubcategoryRecord
  | PostRecord
  | LegacyPostRecord
  | MediaRecord
  | SynonymsRecord
  | RedirectsRecord;

export function recordKey(record: ContentRecord): string {
  return `${record.kind}:${record.kind === 'media' ? record.name : record.slug}`;
}
