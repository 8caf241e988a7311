import { pages } from '../site/addresses.ts';
import type { PageGuess } from '../site/entities.ts';
import { IS_LIVE_REDIRECT } from '../store/live.ts';
import { listLegacyPosts } from '../store/other-records.ts';
import { readText } from '../store/rows.ts';
import { readSite } from '../store/site.ts';
import { listSitemapPosts } from '../store/sitemap.ts';
import { nextScheduledAt, readContentVersion } from '../store/status.ts';
import type { Store } from '../store/store.ts';
import { readTaxonomy } from '../store/taxonomy.ts';
import { createGuesser, type GuessablePage, type Guesser } from './guess-pages.ts';

type OpenGuesser = {
  readonly version: string;
  readonly from: number;
  readonly until: number;
  readonly guess: Guesser;
};

const guessers = new WeakMap<Store, OpenGuesser>();

/** The published pages that an address without a page probably meant, the most certain first. */
export function listGuesses(store: Store, path: string, now: number): readonly PageGuess[] {
  return store.index.snapshot(() => {
    return openGuesser(
      store,
      now,
    )(path).map(({ page: { path, title, category }, certainty }) => ({
      ...{ path, title, certainty },
      ...(category !== undefined && { category }),
    }));
  });
}

/** Prepared once until the content changes or the next post becomes public. */
function openGuesser(store: Store, now: number): Guesser {
  const version = readContentVersion(store);
  const open = guessers.get(store);
  if (open?.version === version && now >= open.from && now < open.until) return open.guess;
  const until = nextScheduledAt(store, now) ?? Number.POSITIVE_INFINITY;
  const guess = createGuesser(listPresentPages(store, now));
  guessers.set(store, { version, from: now, until, guess });
  return guess;
}

function listPresentPages(store: Store, now: number): readonly GuessablePage[] {
  const legacy = listLegacyPosts(store);
  const moved = legacy.flatMap(({ legacyUrl, redirectTo }) =>
    redirectTo === undefined ? [] : [{ from: legacyUrl, to: redirectTo }],
  );
  const oldPaths = Map.groupBy([...moved, ...listMoved(store, now)], ({ to }) => to);
  const named = [
    ...listTopics(store, now),
    ...legacy.flatMap(({ legacyUrl: path, title, redirectTo }) =>
      redirectTo === undefined ? [{ path, title }] : [],
    ),
    ...listFoundPages(store),
  ];
  return named.map((page) => ({
    ...page,
    oldPaths: (oldPaths.get(page.path) ?? []).map(({ from }) => from),
  }));
}

/** Only the newest posts: 100,000 blocked the server for 4 s at the first dead address after each change, and took 400 MB. */
const GUESSABLE_POSTS_MAX = 20_000;

type NamedPage = Omit<GuessablePage, 'oldPaths'>;

function listTopics(store: Store, now: number): readonly NamedPage[] {
  const { categories, subcategories, site } = readTaxonomy(store, now);
  const byId = new Map(categories.map((category) => [category.id, category]));
  return [
    ...categories.map(({ slug, name: title }) => ({ path: pages.category(slug), title })),
    ...subcategories.flatMap(({ categoryId, slug, name: title }) => {
      const { slug: category = '', name } = byId.get(categoryId) ?? {};
      return [{ path: pages.subcategory({ category, slug }, site.news), title, category: name }];
    }),
    ...listSitemapPosts(store, now, GUESSABLE_POSTS_MAX).map((post) => ({
      ...{ path: pages.article(post, site.news), title: post.title },
      category: byId.get(post.categoryId)?.name,
    })),
    { path: pages.articles(), title: 'Articles' },
    { path: pages.siteMap(), title: 'Site Map' },
  ];
}

/** Guides, pages and authors. */
function listFoundPages(store: Store): readonly NamedPage[] {
  const found = store.index.all('SELECT path, title FROM found_pages ORDER BY path').map((row) => ({
    path: readText(row, 'path'),
    title: readText(row, 'title'),
  }));
  const own = readSite(store).pages.map(({ slug, title }) => ({ path: pages.page(slug), title }));
  return [...new Map([...found, ...own].map((page) => [page.path, page])).values()];
}

function listMoved(store: Store, now: number): readonly { readonly from: string; readonly to: string }[] {
  const rows = store.index.all(
    `SELECT source, target FROM redirects
     WHERE NOT is_prefix AND target LIKE '/%' AND ${IS_LIVE_REDIRECT} ORDER BY source`,
    { now },
  );
  return rows.map((row) => ({ from: readText(row, 'source'), to: readText(row, 'target') }));
}
