import type { TextOutline } from '../content/checks/check-site.ts';
import { type ArticlePlace, isOwnSegment, pages } from '../site/addresses.ts';
import { findSettings } from '../site/default-site.ts';
import type { LiveTest } from '../site/live.ts';
import { formatLegacyKey } from '../site/paths/legacy-paths.ts';
import {
  listRedirectSources,
  normaliseRedirectPath,
  type Redirect,
  type RedirectAnswer,
} from '../site/paths/redirects.ts';
import { type ContentRecord, type RedirectsRecord, recordKey } from '../site/records.ts';
import type { News } from '../site/settings.ts';
import type { Protection } from '../store/postgres/publish-records.ts';
import { createLiveTest } from '../store/posts/live.ts';
import type { Store } from '../store/store.ts';
import {
  type KnownAddresses,
  readPostAddresses,
  retireAddresses,
} from '../store/sync/post-addresses.ts';

type VanishedAddressesOptions = {
  readonly isLive: LiveTest;
  readonly allowGone: boolean;
  /** Outlines of texts that are not among the records. */
  readonly outlines?: readonly TextOutline[];
  /** Keys of rows of other programs. */
  readonly externalKeys?: ReadonlySet<string>;
  /** Slugs of articles with errors, without a version to publish: their addresses are not gone. */
  readonly awaited?: ReadonlySet<string>;
};

/** Checks the addresses that this machine published, and stores which are retired. */
export function protectAddresses(
  store: Store,
  records: readonly ContentRecord[],
  { now, ...options }: Omit<VanishedAddressesOptions, 'isLive'> & { readonly now: number },
): Protection {
  const isLive = createLiveTest(store.state, now);
  const protection = checkAddresses(readPostAddresses(store, now), records, { ...options, isLive });
  retireAddresses(store, protection.retired);
  return protection;
}

/**
 * Checks that no address vanishes. An article that was public and is missing now needs a redirect,
 * unless `allowGone`. Moved articles are redirected automatically.
 */
export function checkAddresses(
  known: KnownAddresses,
  records: readonly ContentRecord[],
  options: VanishedAddressesOptions,
): Protection {
  const { allowGone, awaited = new Set() } = options;
  const { news } = findSettings(records);
  const isPublic = createPublicTest(records, options);
  const unanswered = listUnanswered(known.published, records, options).filter(
    (place) => !isPublic(place),
  );
  const isUnanswered = createPlaceTest(unanswered, news);
  const moved = (known.moved ?? []).filter(({ place, to }) => isUnanswered(place) && isPublic(to));
  const isMoved = createPlaceTest(
    moved.map(({ place }) => place),
    news,
  );
  const isGone = createPlaceTest(known.gone, news);
  const isExternal = createPlaceTest(known.external ?? [], news);
  const vanished = unanswered.filter(
    (place) => !isMoved(place) && (isGone(place) || !awaited.has(place.slug)),
  );
  const pending = vanished.filter((place) => !isGone(place));
  const own = pending.filter((place) => !isExternal(place));
  if (own.length > 0 && !allowGone) {
    return {
      problems: own.map((place) => describeVanished(pages.article(place, news))),
      records,
      retired: [],
      notices: [],
    };
  }
  const gone = allowGone ? vanished : vanished.filter(isGone);
  const rules = [
    ...moved.map(({ place, to }) =>
      createRedirectRule(
        pages.article(place, news),
        { status: 301, to: pages.article(to, news) },
        news,
      ),
    ),
    ...gone.map((place) => createRedirectRule(pages.article(place, news), { status: 410 }, news)),
  ];
  return {
    problems: [],
    records: addRedirectRules(records, rules),
    retired: allowGone ? pending : [],
    notices: allowGone ? [] : pending.map((place) => describeExternal(pages.article(place, news))),
  };
}

function createPublicTest(
  records: readonly ContentRecord[],
  { isLive, outlines = [], externalKeys = new Set() }: VanishedAddressesOptions,
): (place: ArticlePlace) => boolean {
  const slugs = new Set(
    [...records, ...outlines].flatMap((record) =>
      record.kind === 'post' && isLive('post', record.slug, record.publishedAt) ? record.slug : [],
    ),
  );
  return ({ slug }) => slugs.has(slug) || externalKeys.has(`post:${slug}`);
}

function createPlaceTest(
  places: readonly ArticlePlace[],
  news: News | undefined,
): (place: ArticlePlace) => boolean {
  const paths = new Set(places.map((place) => pages.article(place, news)));
  return (place) => paths.has(pages.article(place, news));
}

/** Lists addresses that neither a redirect nor another page answers. */
function listUnanswered(
  published: readonly ArticlePlace[],
  records: readonly ContentRecord[],
  { isLive, outlines = [], externalKeys = new Set() }: VanishedAddressesOptions,
): readonly ArticlePlace[] {
  const { news } = findSettings(records);
  const keys = new Set([...externalKeys, ...records.map(recordKey)]);
  const redirects = listRedirectRules(records).filter(({ from, activeFrom }) =>
    isLive('redirect', from, activeFrom),
  );
  const exact = new Set(redirects.map(({ from }) => from));
  const prefixes = new Set(redirects.flatMap(({ from, isPrefix }) => (isPrefix ? from : [])));
  const legacyKeys = new Set(
    [...records, ...outlines].flatMap((text) =>
      text.kind === 'legacy' ? formatLegacyKey(text.legacyUrl) : [],
    ),
  );
  return published.filter((place) => {
    const path = pages.article(place, news);
    const sources = listRedirectSources(path, news);
    const isRedirected =
      exact.has(sources[0] ?? '') || sources.some((source) => prefixes.has(source));
    return !isRedirected && !legacyKeys.has(formatLegacyKey(path)) && !isOtherPage(place, keys);
  });
}

/** Returns whether the address is that of another page, which no article ever answered. */
function isOtherPage(place: ArticlePlace, keys: ReadonlySet<string>): boolean {
  const isSubcategory = place.subcategory === undefined && keys.has(`subcategory:${place.slug}`);
  return isSubcategory || isOwnSegment(place.category);
}

function listRedirectRules(records: readonly ContentRecord[]): readonly Redirect[] {
  return records.flatMap((record) => (record.kind === 'redirects' ? record.redirects : []));
}

function createRedirectRule(
  path: string,
  answer: RedirectAnswer,
  news: News | undefined,
): Redirect {
  return { from: normaliseRedirectPath(path, news), isPrefix: false, ...answer, activeFrom: 0 };
}

export function addRedirectRules(
  records: readonly ContentRecord[],
  rules: readonly Redirect[],
): readonly ContentRecord[] {
  if (rules.length === 0) return records;
  const record: RedirectsRecord = {
    kind: 'redirects',
    slug: 'redirects',
    redirects: [...listRedirectRules(records), ...rules],
  };
  return [...records.filter(({ kind }) => kind !== 'redirects'), record];
}

function describeExternal(path: string): string {
  return `${path} was written and removed by another program, and no page answers it now; add a rule to redirects.yaml, or publish with --allow-gone to answer 410.`;
}

function describeVanished(path: string): string {
  return `${path} was published and is about to vanish; write "- from: ${path}" with "to: …" below it in redirects.yaml, or "aliases: [${path}]" in the article that takes its place, or publish with --allow-gone to answer 410`;
}
