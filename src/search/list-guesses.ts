import type { Steps } from '../search-engine/steps.ts';
import { pages } from '../site/addresses.ts';
import type { LegacyPostSummary, PageGuess } from '../site/entities.ts';
import type { Site } from '../site/site.ts';
import { computeFrozen } from '../store/lists/slices.ts';
import { IS_LIVE_REDIRECT } from '../store/live.ts';
import { listLegacyPostsInSlices } from '../store/other-records.ts';
import { readText } from '../store/rows.ts';
import { readSite } from '../store/site.ts';
import { listPicturedPosts, START_OF_LIST } from '../store/sitemap.ts';
import { readLiveVersion } from '../store/status.ts';
import type { Store } from '../store/store.ts';
import { type DescribedTaxonomy, readTaxonomy } from '../store/taxonomy.ts';
import { createGuesser, type GrowingGuesser, type GuessablePage } from './guess-pages.ts';

type Guess = GrowingGuesser['guessInSteps'];

type OpenGuesser = { readonly version: string; readonly guesser: Promise<Guess> };

const guessers = new WeakMap<Store, OpenGuesser>();

/** The published pages that an address without a page probably meant, the most certain first. */
export async function listGuesses(store: Store, path: string, now: number): Promise<readonly PageGuess[]> {
  const guess = await openGuesser(store, now);
  const guesses = await runSteps(store, guess(path));
  return guesses.map(({ page: { path, title, category }, certainty }) => ({
    path,
    title,
    certainty,
    ...(category !== undefined && { category }),
  }));
}

/** They read nothing, so that whatever is published meanwhile makes no difference. */
async function runSteps<Result>({ slicing }: Store, steps: Steps<Result>): Promise<Result> {
  for (;;) {
    const start = performance.now();
    do {
      const { done, value } = steps.next();
      if (done) return value;
    } while (performance.now() - start < slicing.turnMs);
    await slicing.nextTurn();
  }
}

/** Prepared once until the content changes or something goes live, also for those that ask meanwhile. */
function openGuesser(store: Store, now: number): Promise<Guess> {
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

/** In many turns of the event loop. */
function prepareGuesser(store: Store, now: number): Promise<Guess> {
  return computeFrozen(store, async (frozen) => {
    const { add, guessInSteps } = createGuesser(readSite(frozen).language);
    const legacy: LegacyPostSummary[] = [];
    for await (const slice of listLegacyPostsInSlices(frozen)) legacy.push(...slice);
    const oldPaths = await listOldPaths(frozen, legacy, now);
    const addNamed = (pages: readonly NamedPage[]) =>
      add(pages.map((page) => ({ ...page, oldPaths: oldPaths.get(page.path) ?? [] })));
    const taxonomy = readTaxonomy(frozen, now);
    addNamed(listTopics(taxonomy));
    for await (const slice of listNewestPosts(frozen, taxonomy, now)) addNamed(slice);
    addNamed([
      { path: pages.articles(), title: 'Articles' },
      { path: pages.siteMap(), title: 'Site Map' },
    ]);
    for (let start = 0; start < legacy.length; start += frozen.slicing.rows) {
      const slice = legacy.slice(start, start + frozen.slicing.rows);
      addNamed(
        slice.flatMap(({ legacyUrl: path, title, redirectTo }) =>
          redirectTo === undefined ? { path, title } : [],
        ),
      );
      await frozen.slicing.nextTurn();
    }
    for await (const slice of listFoundPages(frozen, taxonomy.site)) addNamed(slice);
    return guessInSteps;
  });
}

/** The paths that lead to each page. */
async function listOldPaths(
  { index, slicing }: Store,
  legacy: readonly LegacyPostSummary[],
  now: number,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const paths = new Map<string, string[]>();
  const add = (from: string, to: string) => {
    const known = paths.get(to);
    if (known === undefined) paths.set(to, [from]);
    else known.push(from);
  };
  for (const { legacyUrl, redirectTo } of legacy) if (redirectTo !== undefined) add(legacyUrl, redirectTo);
  for (let after = ''; ; ) {
    const rows = index.all(SELECT_MOVED, { now, after, limit: slicing.rows });
    for (const row of rows) {
      after = readText(row, 'source');
      add(after, readText(row, 'target'));
    }
    if (rows.length < slicing.rows) return paths;
    await slicing.nextTurn();
  }
}

const SELECT_MOVED = `
  SELECT source, target FROM redirects
  WHERE NOT is_prefix AND target LIKE '/%' AND ${IS_LIVE_REDIRECT} AND source > :after
  ORDER BY source LIMIT :limit`;

/** Only the newest posts: 100,000 blocked the server for 4 s at the first dead address after each change, and took 400 MB. */
const GUESSABLE_POSTS_MAX = 20_000;

type NamedPage = Omit<GuessablePage, 'oldPaths'>;

function listTopics({ categories, subcategories, site }: DescribedTaxonomy): readonly NamedPage[] {
  const byId = new Map(categories.map((category) => [category.id, category]));
  return [
    ...categories.map(({ slug, name: title }) => ({ path: pages.category(slug), title })),
    ...subcategories.map(({ categoryId, slug, name: title }) => {
      const { slug: category = '', name } = byId.get(categoryId) ?? {};
      return { path: pages.subcategory({ category, slug }, site.news), title, category: name };
    }),
  ];
}

async function* listNewestPosts(
  store: Store,
  { categories, site }: DescribedTaxonomy,
  now: number,
): AsyncGenerator<readonly NamedPage[], void> {
  const names = new Map(categories.map(({ id, name }) => [id, name]));
  let place = START_OF_LIST;
  for (let count = 0; count < GUESSABLE_POSTS_MAX; ) {
    const posts = listPicturedPosts(store, place, now).slice(0, GUESSABLE_POSTS_MAX - count);
    yield posts.map((post) => ({
      path: pages.article(post, site.news),
      title: post.title,
      category: names.get(post.categoryId),
    }));
    const last = posts.at(-1);
    if (last === undefined || posts.length < store.slicing.rows) return;
    place = { publishedAt: Date.parse(last.publishedAt), id: last.id };
    count += posts.length;
    await store.slicing.nextTurn();
  }
}

/** Guides, pages, authors and legacy posts. */
async function* listFoundPages(
  { index, slicing }: Store,
  site: Site,
): AsyncGenerator<readonly NamedPage[], void> {
  const own = new Map(
    site.pages.map(({ slug, title }) => [pages.page(slug), { path: pages.page(slug), title }]),
  );
  for (let after = ''; ; ) {
    const rows = index.all(
      'SELECT path, title FROM found_pages WHERE path > :after ORDER BY path LIMIT :limit',
      {
        after,
        limit: slicing.rows,
      },
    );
    const found = rows.map((row) => ({ path: readText(row, 'path'), title: readText(row, 'title') }));
    yield found.map((page) => own.get(page.path) ?? page);
    for (const { path } of found) own.delete(path);
    if (rows.length < slicing.rows) break;
    after = found.at(-1)?.path ?? '';
    await slicing.nextTurn();
  }
  yield [...own.values()];
}
