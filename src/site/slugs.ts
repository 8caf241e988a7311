const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

export function isSlug(text: string): boolean {
  return SLUG.test(text);
}

/** Slugs that calls and routes need for themselves. */
export const RESERVED_SLUGS: ReadonlySet<string> = new Set(['featured', 'recent', 'popular']);
