import { isCallPath, pages } from './addresses.ts';
import { CATEGORIES, NEWS } from './categories.ts';

/** On every answer: what asks for this is told anew of everything. */
export const SITE_TAG = 'site';
/** On what shows several posts. */
const LISTS_TAG = 'lists';

/**
 * By which names a shared cache in front of the site can be told to forget the answer at an address: the site, the lists,
 * a category with all under it, a post. `recommended` are slugs of posts of any category that a page shows beside its own.
 */
export function listCacheTags(pathname: string, recommended: readonly string[] = []): readonly string[] {
  const segments = pathname.split('/').slice(1);
  const category = pathname.startsWith(pages.news()) ? NEWS.category : segments[0];
  const slug = segments.at(-1)?.replace(/\..*$/, '') ?? '';
  const isKnown = CATEGORIES.some((known) => known.slug === category);
  const isPost = isKnown
    ? segments.length > 1
    : isCallPath(pathname) && segments.length > 2 && segments[1] === 'posts';
  const own = isPost ? [slug] : [];
  // The lists are told anew of every post anyway.
  if (!isKnown) return [SITE_TAG, LISTS_TAG, ...own.map(formatPostTag)];
  const posts = new Set([...own, ...recommended]);
  return [SITE_TAG, formatCategoryTag(category ?? ''), ...Array.from(posts, formatPostTag)];
}

/** The names of what may look different now that this post is another one or is new. */
export function listPostTags(post: { readonly slug: string; readonly category: string }): readonly string[] {
  return [LISTS_TAG, formatCategoryTag(post.category), formatPostTag(post.slug)];
}

function formatCategoryTag(slug: string): string {
  return `category-${slug}`;
}

function formatPostTag(slug: string): string {
  return `post-${slug}`;
}
