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
