import { pages } from '../../site/addresses.ts';
import { formatPostAddress } from '../../site/taxonomy.ts';
import { findLegacyPost, listLegacyPosts } from '../../store/legacy.ts';
import { findPost } from '../../store/posts.ts';
import type { Store } from '../../store/store.ts';
import { readTaxonomy } from '../../store/taxonomy.ts';

/** A text that a page shows. */
export type TextPage = {
  readonly title: string;
  readonly description: string;
  /** The page's one path. */
  readonly path: string;
  /** Sanitised HTML. */
  readonly content: string;
  readonly publishedAt?: string;
  readonly updatedAt?: string;
};

/** The article or the legacy post at a path, or of the name that it ends with; undefined where there is none. */
export function findTextPage(store: Store, path: string, now: number): TextPage | undefined {
  const legacy = listLegacyPosts(store).find(({ legacyUrl }) => legacyUrl === path);
  if (legacy !== undefined) {
    const post = legacy.redirectTo === undefined ? findLegacyPost(store, legacy.slug) : undefined;
    return post && { ...post, description: post.metaDescription, path };
  }
  const post = findPost(store, path.slice(path.lastIndexOf('/') + 1).toLowerCase(), now);
  if (post === undefined) return undefined;
  const taxonomy = readTaxonomy(store, now);
  const address = formatPostAddress(post, taxonomy);
  return address === pages.articles()
    ? undefined
    : { ...post, description: post.metaDescription, path: address };
}
