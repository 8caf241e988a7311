import { queries } from '../../contract/queries.ts';
import { SITE_MAP_POSTS_PER_SUBCATEGORY } from '../../site/limits.ts';

/** The newest posts of a subcategory that the site map names, as a call. */
export function querySiteMapPosts(subcategoryId: number) {
  return queries.listPosts({ subcategoryId, limit: SITE_MAP_POSTS_PER_SUBCATEGORY });
}
