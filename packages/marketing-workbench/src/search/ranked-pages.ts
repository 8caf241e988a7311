import { readLanguageTag } from '../search-engine/language.ts';
import { listBest, type Ranking } from '../search-engine/ranking.ts';
import { pages } from '../site/addresses.ts';
import { createSlug } from '../site/create-slug.ts';
import type { PlacedPage } from '../site/entities.ts';
import { formatArticleCount } from '../site/texts.ts';
import { readFoundPage } from '../store/pages/found-pages.ts';
import { findTag } from '../store/posts/tags.ts';
import type { Store } from '../store/store.ts';
import type { Search } from './open-search.ts';

type RankedPagesQuery = { readonly text: string; readonly now: number };

const PAGES_MAX = 24;

/**
 * Lists the best guides, other pages, authors and legacy posts, each with its place among the
 * posts. The page of a tag with that name is the first.
 */
export function listRankedPages(
  store: Store,
  { index, firstPage }: Search,
  { scores, found }: Ranking,
  { text, now }: RankedPagesQuery,
): PlacedPage[] {
  const own = { scores, found: found.filter((slot) => slot >= firstPage) };
  const best = listBest(own, PAGES_MAX, (a, b) => a - b);
  const places = countBefore(
    { scores, found: found.filter((slot) => slot < firstPage) },
    best.map((slot) => scores[slot] ?? 0),
  );
  const ranked = best.flatMap((slot, rank) => {
    const page = readFoundPage(store, index.idOf(slot));
    return page === undefined ? [] : { ...page, place: places[rank] ?? 0 };
  });
  const tag = findTag(store, createSlug(text, readLanguageTag(store.index)), now);
  if (tag === undefined) return ranked;
  const description = `${formatArticleCount(tag.postCount)} with this tag`;
  return [{ title: tag.name, description, path: pages.tag(tag.slug), place: 0 }, ...ranked];
}

/** Returns how many documents have at least each of the descending scores. */
function countBefore({ scores, found }: Ranking, descending: readonly number[]): number[] {
  const counts = descending.map(() => 0);
  for (const slot of found) {
    const first = descending.findIndex((score) => (scores[slot] ?? 0) >= score);
    if (first >= 0) counts[first] = (counts[first] ?? 0) + 1;
  }
  return counts.map((_, rank) => counts.slice(0, rank + 1).reduce((sum, count) => sum + count, 0));
}
