import type { News } from '../settings.ts';

/**
 * Undefined for a broken percent-encoding or an encoded slash. Legacy paths are looked up before.
 *
 * | path | canonical |
 * |---|---|
 * | `/SEO/` | `/seo` |
 * | `/category/seo/local-seo` | `/seo/local-seo` |
 * | `/seo/digital-marketing-news/x` | `/digitalmarketingnews/x` |
 */
export function parseCanonicalPath(pathname: string, news: News | undefined): string | undefined {
  const decoded = decodeSegments(pathname);
  if (decoded === undefined) return undefined;
  const segments = decoded.length <= 3 ? withoutCategoryPrefix(decoded) : decoded;
  const [first, second, ...rest] = segments;
  if (news !== undefined && first === news.category && second === news.slug)
    return [news.path, ...rest.map(encodeURIComponent)].join('/');
  return `/${segments.map(encodeURIComponent).join('/')}`;
}

function withoutCategoryPrefix(segments: readonly string[]): readonly string[] {
  const [prefix, ...rest] = segments;
  return prefix === 'category' && rest.length > 0 ? withoutCategoryPrefix(rest) : segments;
}

function decodeSegments(pathname: string): readonly string[] | undefined {
  try {
    const segments = pathname
      .split('/')
      .filter((segment) => segment !== '')
      .map((segment) => decodeURIComponent(segment).toLowerCase());
    return segments.some((segment) => segment.includes('/')) ? undefined : segments;
  } catch {
    return undefined;
  }
}
