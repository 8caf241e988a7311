import type { TextOutline } from '../content/checks/check-site.ts';
import { type ArticlePlace, isOwnSegment, pages } from '../site/addresses.ts';
import { findLegacyPath } from '../site/legacy-paths.ts';
import { type ContentRecord, type RedirectsRecord, recordKey } from '../site/records.ts';
import {
  listRedirectSources,
  normaliseRedirectPath,
  type Redirect,
  type RedirectAnswer,
} from '../site/redirects.ts';
import type { KnownAddresses } from '../store/postgres/known-addresses.ts';
import type { Store } from '../store/store.ts';
import { letAddressesGo, listGoneAddresses, listPublishedAddresses } from '../store/sync/post-addresses.ts';

type Options = {
  readonly now: number;
  readonly allowGone: boolean;
  /** Of posts that are not among the records, since their texts are not in memory. */
  readonly outlines?: readonly TextOutline[];
  /** Keys of what is none of the records and stays all the same. */
  readonly others?: ReadonlySet<string>;
};

export type Protection =
  | { readonly kind: 'refused'; readonly problems: readonly string[] }
  /**
   * The records with a rule for each address that is gone for good or that another program moved, the addresses that are
   * let go only now, and what is to be said of those that another program left to lead nowhere.
   */
  | {
      readonly kind: 'safe';
      readonly records: readonly ContentRecord[];
      readonly letGo: readonly ArticlePlace[];
      readonly notices: readonly string[];
    };

/** As `checkAddresses`, of what this machine published; remembers what is let go. */
export function protectAddresses(
  store: Store,
  records: readonly ContentRecord[],
  options: Options,
): Protection {
  const known = { published: listPublishedAddresses(store, options.now), gone: listGoneAddresses(store) };
  const protection = checkAddresses(known, records, options);
  if (protection.kind === 'safe') letAddressesGo(store, protection.letGo);
  return protection;
}

/**
 * Keeps what was once published from leading nowhere: an article that is no longer there needs a redirect, unless it is
 * let go, which is to be remembered. One that has only moved is redirected by the site itself. What another program wrote
 * and removed is its own to answer for, and keeps nobody from publishing.
 */
export function checkAddresses(
  known: KnownAddresses,
  records: readonly ContentRecord[],
  options: Options,
): Protection {
  const stays = createPresence(records, options);
  const unanswered = listUnanswered(known.published, records, options).filter((place) => !stays(place));
  const isUnanswered = createPlaceSet(unanswered);
  const moved = (known.moved ?? []).filter(({ place, to }) => isUnanswered(place) && stays(to));
  const isMoved = createPlaceSet(moved.map(({ place }) => place));
  const vanished = unanswered.filter((place) => !isMoved(place));
  const [isGone, isTheirs] = [createPlaceSet(known.gone), createPlaceSet(known.theirs ?? [])];
  const pending = vanished.filter((place) => !isGone(place));
  const ours = pending.filter((place) => !isTheirs(place));
  if (ours.length > 0 && !options.allowGone) return { kind: 'refused', problems: ours.map(describe) };
  const letGo = options.allowGone ? pending : [];
  const rules = [
    ...moved.map(({ place, to }) => createRule(place, { status: 301, to: pages.article(to) })),
    ...vanished
      .filter((place) => options.allowGone || isGone(place))
      .map((place) => createRule(place, { status: 410 })),
  ];
  return {
    kind: 'safe',
    records: addRules(records, rules),
    letGo,
    notices: options.allowGone ? [] : pending.map(describeTheirs),
  };
}

/** Tells whether a slug is an article's that readers can find. */
function createPresence(
  records: readonly ContentRecord[],
  { now, outlines = [], others = new Set() }: Options,
): (place: ArticlePlace) => boolean {
  const slugs = new Set(
    [...records, ...outlines].flatMap((record) =>
      record.kind === 'post' && record.publishedAt <= now ? record.slug : [],
    ),
  );
  return ({ slug }) => slugs.has(slug) || others.has(`post:${slug}`);
}

function createPlaceSet(places: readonly ArticlePlace[]): (place: ArticlePlace) => boolean {
  const paths = new Set(places.map(pages.article));
  return (place) => paths.has(pages.article(place));
}

/** Those that neither a rule nor a page of the site's own answers. */
function listUnanswered(
  published: readonly ArticlePlace[],
  records: readonly ContentRecord[],
  { now, others = new Set() }: Options,
): readonly ArticlePlace[] {
  const keys = new Set([...others, ...records.map(recordKey)]);
  const redirects = listRedirects(records).filter(({ activeFrom }) => activeFrom <= now);
  const exact = new Set(redirects.map(({ from }) => from));
  const prefixes = new Set(redirects.flatMap(({ from, isPrefix }) => (isPrefix ? from : [])));
  return published.filter((place) => {
    const sources = listRedirectSources(pages.article(place));
    const isRedirected = exact.has(sources[0] ?? '') || sources.some((source) => prefixes.has(source));
    return !isRedirected && !isPageOfTheSite(place, keys);
  });
}

/** Whether no article ever answered here, since a shelf or another page of the site does. */
function isPageOfTheSite(place: ArticlePlace, keys: ReadonlySet<string>): boolean {
  const isShelf = place.subcategory === undefined && keys.has(`subcategory:${place.slug}`);
  return isShelf || isOwnSegment(place.category) || findLegacyPath(pages.article(place)) !== undefined;
}

function listRedirects(records: readonly ContentRecord[]): readonly Redirect[] {
  return records.flatMap((record) => (record.kind === 'redirects' ? record.redirects : []));
}

function createRule(place: ArticlePlace, answer: RedirectAnswer): Redirect {
  return { from: normaliseRedirectPath(pages.article(place)), isPrefix: false, ...answer, activeFrom: 0 };
}

function addRules(records: readonly ContentRecord[], rules: readonly Redirect[]): readonly ContentRecord[] {
  if (rules.length === 0) return records;
  const record: RedirectsRecord = {
    kind: 'redirects',
    slug: 'redirects',
    redirects: [...listRedirects(records), ...rules],
  };
  return [...records.filter(({ kind }) => kind !== 'redirects'), record];
}

function describeTheirs(place: ArticlePlace): string {
  const path = pages.article(place);
  return `${path} was written and removed by another program and leads nowhere; it may have a rule in redirects.yaml, or --allow-gone lets it answer 410.`;
}

function describe(place: ArticlePlace): string {
  const path = pages.article(place);
  return `${path} was published and is about to vanish; write "- from: ${path}" with "to: …" below it in redirects.yaml, or "aliases: [${path}]" in the article that takes its place, or publish with --allow-gone to answer 410`;
}
