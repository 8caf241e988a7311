const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

export function isSlug(text: string): boolean {
  return SLUG.test(text);
}

/** Slugs that are paths of calls and routes. */
export const RESERVED_SLUGS: ReadonlySet<string> = new Set(['featured', 'recent', 'popular']);

/** `What’s a “café” menu?` becomes `whats-a-cafe-menu`. Empty if nothing is left. */
export function createSlug(title: string): string {
  return title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[\p{M}'’]/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
