import { canonicaliseRequestPath, isCallPath } from './request-kinds.ts';
import type { SiteSettings } from './settings.ts';

/** Every answer has this tag; purging it empties a shared cache. */
export const SITE_TAG = 'site';
const LISTS_TAG = 'lists';

/**
 * Returns the tags by which a shared cache can purge an answer. `recommended` are slugs of the
 * popular and related posts on the page.
 */
export function listCacheTags(
  pathname: string,
  { categories, news }: SiteSettings,
  recommended: readonly string[] = [],
): readonly string[] {
  const segments = canonicaliseRequestPath(pathname).split('/').slice(1);
  const category = `/${segments[0]}` === news?.path ? news.category : segments[0];
  const slug = segments.at(-1)?.replace(/\..*$/, '') ?? '';
  const isKnown = categories.some((known) => known.slug === category);
  const isPost = isKnown
    ? segments.length > 1
    : isCallPath(pathname) && segments.length > 2 && segments[1] === 'posts';
  const own = isPost ? [slug] : [];
  // Every changed post purges all lists, so they need no post's tag.
  if (!isKnown) return [SITE_TAG, LISTS_TAG, ...own.map(formatPostTag)];
  const posts = new Set([...own, ...recommended]);
  return [SITE_TAG, formatCategoryTag(category ?? ''), ...Array.from(posts, formatPostTag)];
}

export function listPostCacheTags(post: {
  readonly slug: string;
  readonly category: string;
}): readonly string[] {
  return [LISTS_TAG, formatCategoryTag(post.category), formatPostTag(post.slug)];
}

function formatCategoryTag(slug: string): string {
  return `category-${slug}`;
}

function formatPostTag(slug: string): string {
  return `post-${slug}`;
}
