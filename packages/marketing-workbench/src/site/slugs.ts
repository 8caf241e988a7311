const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

export function isSlug(text: string): boolean {
  return SLUG.test(text);
}

/** Slugs that are paths of calls and routes. */
export const RESERVED_SLUGS: ReadonlySet<string> = new Set(['featured', 'recent', 'popular']);
