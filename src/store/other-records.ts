import type { Address } from '../site/addresses.ts';
import type { AuthorDetail, LegacyPost, LegacyPostSummary, OwnPage } from '../site/entities.ts';
import {
  applyRedirect,
  findQuerySource,
  formatRedirectTarget,
  isCircular,
  listRedirectSources,
  type Redirect,
  type RedirectAnswer,
  withoutParameters,
} from '../site/redirects.ts';
import type { Row } from './database.ts';
import { readFrozen } from './lists/frozen-store.ts';
import { IS_LIVE_PAGE, IS_LIVE_REDIRECT } from './live.ts';
import { createAnswerReader } from './record-rows.ts';
import { readInteger, readOptionalText, readText } from './rows.ts';
import { findRedirectParameters, readSite } from './site.ts';
import type { Store } from './store.ts';

/**
 * A rule with a query wins over the others, an exact one over prefixes, a longer prefix over a shorter. `search` is what
 * remains of the query for the target.
 */
export function findRedirect(
  store: Store,
  { pathname, search }: Address,
  now: number,
): (RedirectAnswer & { readonly search: string }) | undefined {
  const site = readSite(store);
  const { news } = site;
  const parameters = findRedirectParameters(store);
  const source = findQuerySource({ pathname, search }, parameters, news);
  const queryRule = source === undefined ? undefined : findRule(store, [source], now);
  const rule = queryRule ?? findRule(store, listRedirectSources(pathname, news), now);
  if (rule === undefined || isCircular(rule, { pathname, search }, site)) return undefined;
  const { status, to } = applyRedirect(rule, pathname, news);
  return {
    status,
    ...(to !== undefined && { to: formatRedirectTarget(to) }),
    search: queryRule === undefined ? search : withoutParameters(search, parameters),
  };
}

/** @param sources - The first is the address itself. */
function findRule(store: Store, sources: readonly string[], now: number): Redirect | undefined {
  const row = store.index.get(
    `SELECT source, is_prefix, status, target, active_from FROM redirects
     WHERE source IN (SELECT value FROM json_each(:sources)) AND (is_prefix OR source = :path)
       AND ${IS_LIVE_REDIRECT}
     ORDER BY is_prefix, length(source) DESC LIMIT 1`,
    { sources: JSON.stringify(sources), path: sources[0] ?? '', now },
  );
  return row && parseRedirect(row);
}

function parseRedirect(row: Row): Redirect {
  return {
    from: readText(row, 'source'),
    isPrefix: readInteger(row, 'is_prefix') === 1,
    status: parseStatus(readInteger(row, 'status')),
    to: readOptionalText(row, 'target'),
    activeFrom: readInteger(row, 'active_from'),
  };
}

function parseStatus(status: number): Redirect['status'] {
  if (status === 301 || status === 302 || status === 410) return status;
  throw new Error(`The row has the status ${status}, which no redirect has.`);
}

const LEGACY_SUMMARY = createAnswerReader('legacy', 'summary', 'l');
const LEGACY_FULL = createAnswerReader('legacy', 'full', 'l');

const SELECT_LEGACY_POSTS = `SELECT l.id, ${LEGACY_SUMMARY.columns} FROM legacy_posts l`;

export function listLegacyPosts(store: Store): LegacyPostSummary[] {
  return store.index.all(`${SELECT_LEGACY_POSTS} ORDER BY l.legacy_url`).map(parseLegacySummary);
}

/** The same, a slice in a turn. */
export function listLegacyPostsInSlices(store: Store): AsyncGenerator<readonly LegacyPostSummary[], void> {
  return readFrozen(store, async function* ({ index, slicing }) {
    let last = { legacyUrl: '', id: 0 };
    for (;;) {
      const slice = index
        .all(
          `${SELECT_LEGACY_POSTS} WHERE (l.legacy_url, l.id) > (:legacyUrl, :id)
           ORDER BY l.legacy_url, l.id LIMIT :limit`,
          { legacyUrl: last.legacyUrl, id: last.id, limit: slicing.rows },
        )
        .map(parseLegacySummary);
      const [end] = slice.slice(-1);
      if (end === undefined) return;
      yield slice;
      if (slice.length < slicing.rows) return;
      last = end;
      await slicing.nextTurn();
    }
  });
}

/** Whether `listLegacyPosts` would read many at once. */
export function areLegacyPostsMany({ index, slicing }: Store): boolean {
  return readInteger(index.get('SELECT count(*) AS posts FROM legacy_posts'), 'posts') > slicing.rows;
}

export function findLegacyPostAt({ index }: Store, legacyUrl: string): LegacyPostSummary | undefined {
  const row = index.get(`${SELECT_LEGACY_POSTS} WHERE l.legacy_url = :legacyUrl ORDER BY l.id LIMIT 1`, {
    legacyUrl,
  });
  return row && parseLegacySummary(row);
}

function parseLegacySummary(row: Row): LegacyPostSummary {
  return { id: readInteger(row, 'id'), ...LEGACY_SUMMARY.read(row) };
}

export function findLegacyPost(store: Store, slug: string): LegacyPost | undefined {
  const row = store.index.get(
    `SELECT l.id, l.word_count, ${LEGACY_FULL.columns} FROM legacy_posts l WHERE l.slug = :slug`,
    { slug },
  );
  return (
    row && {
      id: readInteger(row, 'id'),
      wordCount: readInteger(row, 'word_count'),
      ...LEGACY_FULL.read(row),
    }
  );
}

const PAGE_FULL = createAnswerReader('page', 'full', 'p');

export function listPages(store: Store): OwnPage[] {
  return store.index.all(`${SELECT_PAGES} ORDER BY p.form, p.slug`).map(parsePage);
}

export function findPage(store: Store, slug: string): OwnPage | undefined {
  const row = store.index.get(`${SELECT_PAGES} WHERE p.slug = :slug`, { slug });
  return row && parsePage(row);
}

export function findPageDraft({ index }: Store, slug: string): OwnPage | undefined {
  const row = index.get(`SELECT p.word_count, ${PAGE_FULL.columns} FROM page_drafts p WHERE p.slug = :slug`, {
    slug,
  });
  return row && parsePage(row);
}

/** An own page or guide with its date. */
export type FeedPage = OwnPage & Required<Pick<OwnPage, 'publishedAt'>>;

/** Those that say so and are not in the future, newest first. */
export function listFeedPages(store: Store, limit: number, now: number): readonly FeedPage[] {
  const rows = store.index.all(
    `${SELECT_PAGES} WHERE p.in_feeds AND ${IS_LIVE_PAGE}
     ORDER BY p.published_at DESC, p.slug LIMIT :limit`,
    { limit, now },
  );
  return rows.map(parsePage).flatMap((page) => {
    const { publishedAt } = page;
    return publishedAt === undefined ? [] : [{ ...page, publishedAt }];
  });
}

const SELECT_PAGES = `SELECT p.word_count, ${PAGE_FULL.columns} FROM pages p`;

function parsePage(row: Row): OwnPage {
  return { wordCount: readInteger(row, 'word_count'), ...PAGE_FULL.read(row) };
}

const AUTHOR_FULL = createAnswerReader('author', 'full', 'a');

export function findAuthor(store: Store, slug: string): AuthorDetail | undefined {
  const row = store.index.get(`SELECT ${AUTHOR_FULL.columns} FROM authors a WHERE a.slug = :slug`, { slug });
  return row && AUTHOR_FULL.read(row);
}
