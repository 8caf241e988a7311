import { type Row, readText } from '../search-engine/database.ts';
import { pages } from '../site/addresses.ts';
import type { DirectAnswer } from '../site/entities.ts';
import { readSite } from '../store/pages/known-site.ts';
import { readOptionalText } from '../store/rows.ts';
import type { Store } from '../store/store.ts';

/**
 * Returns the title and path of an article. The row has the columns `slug`, `title`, `category` and
 * `subcategory` of `posts`.
 */
export function linkToArticle(store: Store, row: Row): DirectAnswer['article'] {
  const place = {
    category: readText(row, 'category'),
    subcategory: readOptionalText(row, 'subcategory'),
    slug: readText(row, 'slug'),
  };
  return { title: readText(row, 'title'), path: pages.article(place, readSite(store).news) };
}
