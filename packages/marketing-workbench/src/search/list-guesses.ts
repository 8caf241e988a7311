import { readText } from '../search-engine/database.ts';
import { pages } from '../site/addresses.ts';
import { listFixedPages } from '../site/catalogue.ts';
import type { PageGuess } from '../site/entities.ts';
import { findCategoryOf, formatPostAddress, formatSubcategoryAddress } from '../site/taxonomy.ts';
import { readLiveVersion } from '../store/index/status.ts';
import { computeFrozen } from '../store/lists/frozen-store.ts';
import { listPostsInSlices } from '../store/lists/post-slices.ts';
import { listLegacyPostsInSlices } from '../store/pages/legacy-posts.ts';
import { type DescribedTaxonomy, readTaxonomy } from '../store/pages/taxonomy.ts';
import { IS_LIVE_REDIRECT } from '../store/posts/live.ts';
import type { Store } from '../store/store.ts';
import {
  addGuessablePage,
  createPageGuesser,
  type GuessablePage,
  guessPagesInSteps,
  type PageGuesser,
} from './guess-pages.ts';
import { runInTurns } from './search-in-turns.ts';

type OpenGuesser = { readonly version: string; readonly guesser: Promise<PageGuesser> };

const guessers = new WeakMap<Store, OpenGuesser>();

/**
 * Lists the published pages that an address without a page probably meant, the most certain first.
 */
export async function listGuesses(
  store: Store,
  path: string,
  now: number,
): Promise<readonly PageGuess[]> {
  const guesser = await openGuesser(store, now);
  const guesses = await runInTurns(store, () => guessPagesInSteps(guesser, path));
  return guesses.map(({ page: { oldPaths: _, ...page }, certainty }) => ({ ...page, certainty }));
}

/**
 * Returns the guesser, which is prepared again only after the content changed or something went
 * live. Calls during the preparation share it.
 */
function openGuesser(store: Store, now: number): Promise<PageGuesser> {
  const version = readLiveVersion(store, now);
  const known = guessers.get(store);
  if (known?.version === version) return known.guesser;
  const open = { version, guesser: prepareGuesser(store, now) };
  open.guesser.catch(() => {
    if (guessers.get(store) === open) guessers.delete(store);
  });
  guessers.set(store, open);
  return open.guesser;
}

/**
 * Only the newest posts are guessed: 100,000 posts blocked the server for 4 s at the first dead
 * address after each change, and took 400 MB.
 */
const GUESSABLE_POSTS_MAX = 20_000;

/** Prepares a guesser in many turns of the event loop. */
function prepareGuesser(store: Store, now: number): Promise<PageGuesser> {
  return computeFrozen(store, async (frozen) => {
    const { rows, nextTurn } = frozen.slicing;
    const taxonomy = readTaxonomy(frozen, now);
    const guesser = createPageGuesser(taxonomy.site.language);
    const { named, moved } = await listTitledPages(frozen, taxonomy, now);
    const oldPaths = Map.groupBy(moved, ({ to }) => to);
    for (let start = 0; start < named.length; start += rows) {
      for (const page of named.slice(start, start + rows)) {
        const old = oldPaths.get(page.path) ?? [];
        addGuessablePage(guesser, { ...page, oldPaths: old.map(({ from }) => from) });
      }
      await nextTurn();
    }
    return guesser;
  });
}

type TitledPage = Omit<GuessablePage, 'oldPaths'>;

/** Lists all pages with titles, and in `moved` old addresses with the paths that they lead to. */
async function listTitledPages(store: Store, taxonomy: DescribedTaxonomy, now: number) {
  const named: TitledPage[] = [];
  for await (const slice of listPostsInSlices(store, {}, now)) {
    for (const post of slice) {
      const category = findCategoryOf(post, taxonomy)?.name;
      named.push({ path: formatPostAddress(post, taxonomy), title: post.title, category });
    }
    if (named.length >= GUESSABLE_POSTS_MAX) break;
  }
  named.push(...listFewPages(taxonomy));
  const moved = await listLiveRedirects(store, now);
  for await (const slice of listLegacyPostsInSlices(store)) {
    for (const { legacyUrl, title, redirectTo } of slice) {
      if (redirectTo === undefined) named.push({ path: legacyUrl, title });
      else moved.push({ from: legacyUrl, to: redirectTo });
    }
  }
  return { named, moved };
}

/** Lists topics, own pages, authors and the fixed pages of lists. */
function listFewPages(taxonomy: DescribedTaxonomy): TitledPage[] {
  const { categories, subcategories, site } = taxonomy;
  return [
    ...categories.map(({ slug, name }) => ({ path: pages.category(slug), title: name })),
    ...subcategories.map((place) => ({
      path: formatSubcategoryAddress(place, taxonomy),
      title: place.name,
      category: categories.find(({ id }) => id === place.categoryId)?.name,
    })),
    ...site.pages.map(({ slug, title }) => ({ path: pages.page(slug), title })),
    ...(site.authors ?? []).map(({ slug, name }) => ({ path: pages.author(slug), title: name })),
    ...listFixedPages('entrance', 'overview').flatMap(({ path, title }) =>
      path === pages.home() ? [] : { path, title },
    ),
  ];
}

async function listLiveRedirects({ index, slicing }: Store, now: number) {
  const moved: { readonly from: string; readonly to: string }[] = [];
  for (let after = ''; ; after = moved.at(-1)?.from ?? '') {
    const rows = index.all(
      `SELECT source, target FROM redirects
       WHERE NOT is_prefix AND target LIKE '/%' AND ${IS_LIVE_REDIRECT} AND source > :after
       ORDER BY source LIMIT :limit`,
      { now, after, limit: slicing.rows },
    );
    moved.push(
      ...rows.map((row) => ({ from: readText(row, 'source'), to: readText(row, 'target') })),
    );
    if (rows.length < slicing.rows) return moved;
    await slicing.nextTurn();
  }
}
