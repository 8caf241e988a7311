import { type Row, readInteger, readText } from '../../search-engine/database.ts';
import { type Address, pages } from '../../site/addresses.ts';
import {
  applyRedirect,
  findQuerySource,
  formatRedirectTarget,
  isCircular,
  listRedirectSources,
  type Redirect,
  type RedirectAnswer,
  withoutParameters,
} from '../../site/paths/redirects.ts';
import { IS_LIVE_REDIRECT } from '../posts/live.ts';
import { findFormerTag, findTag } from '../posts/tags.ts';
import { readOptionalText } from '../rows.ts';
import type { Store } from '../store.ts';
import { findRedirectParameters, readSite } from './known-site.ts';

/**
 * A rule with a query wins over the others, an exact one over prefixes, a longer prefix over a
 * shorter. `search` is what remains of the query for the target.
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
  if (rule === undefined) return findTagRedirect(store, { pathname, search }, now);
  if (isCircular(rule, { pathname, search }, site)) return undefined;
  const { status, to } = applyRedirect(rule, pathname, news);
  return {
    status,
    ...(to !== undefined && { to: formatRedirectTarget(to) }),
    search: queryRule === undefined ? search : withoutParameters(search, parameters),
  };
}

/** Finds where the page of a tag is now that had another slug; an existing page stays. */
function findTagRedirect(store: Store, { pathname, search }: Address, now: number) {
  const slug = pathname.slice(pages.tag('').length);
  if (pages.tag(slug) !== pathname || findTag(store, slug, now) !== undefined) return undefined;
  const tag = findFormerTag(store, slug, now);
  return tag && { status: 301 as const, to: pages.tag(tag.slug), search };
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

/** Lists all rules, also those that are not active yet. */
export function listRedirects({ index }: Pick<Store, 'index'>): readonly Redirect[] {
  const select = 'SELECT source, is_prefix, status, target, active_from FROM redirects';
  return index.all(select).map(parseRedirect);
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
