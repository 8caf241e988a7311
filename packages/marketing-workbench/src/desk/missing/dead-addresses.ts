import type { SiteCounts } from '../../publishing/read-counts.ts';
import {
  addGuessablePage,
  createPageGuesser,
  type Guess,
  guessPages,
} from '../../search/guess-pages.ts';
import { compareCodeUnits } from '../../site/compare-code-units.ts';
import { parseCanonicalPath } from '../../site/paths/canonical-path.ts';
import type { News, SiteSettings } from '../../site/settings.ts';
import type { PresentPages } from './present-pages.ts';

export type DeadAddress = {
  /** Path in its canonical spelling. */
  readonly path: string;
  readonly count: number;
  /** Hosts that led there, the most frequent first. */
  readonly hosts: readonly { readonly host: string; readonly count: number }[];
  /** Most similar present page; only the most wanted addresses have one. */
  readonly guess?: { readonly path: string; readonly title: string; readonly certainty: number };
};

export type DeadAddresses = {
  /** Addresses that readers asked for, the most wanted first. */
  readonly readers: readonly DeadAddress[];
  readonly robots: readonly DeadAddress[];
  /** Addresses that attackers try on every site. */
  readonly probes: readonly DeadAddress[];
  /** Number of requests for further addresses of a day, which are counted together. */
  readonly unnamed: number;
};

type AddressCount = SiteCounts['counts'][number];

const SCANNED_PATH = new RegExp(
  [
    '/(?:wp-(?:admin|config|content|cron|includes|json|login)|xmlrpc|phpmyadmin|pma|adminer|myadmin)(?=[/.]|$)',
    '/\\.(?!well-known/)',
    '/(?:cgi-bin|vendor|actuator|solr|owa|boaform|hnap1|telescope|phpinfo|server-status|_profiler)(?=[/.]|$)',
    '\\.(?:sql|bak|zip|gz|rar|7z|old|swp|ini|ya?ml|key|pem|log|cgi|sh|exe|dll|env)$',
    '%2e%2e|%00|etc/passwd|<|%3c|select(?:\\+|%20)|/(?:shell|alfa|wso|c99|r57)\\.php$',
  ].join('|'),
  'i',
);

/** Limit for compared addresses, which take about ten seconds with 10,000 articles. */
const GUESSED_MAX = 5_000;

/** Returns whether an address is one that attackers try on every site. */
function isProbe(path: string): boolean {
  return SCANNED_PATH.test(path);
}

/** Lists the counted addresses that still have neither a page nor a redirect. */
export function listDeadAddresses(
  counts: readonly AddressCount[],
  present: PresentPages,
  { news, language }: Pick<SiteSettings, 'news' | 'language'>,
): DeadAddresses {
  const guesser = createPageGuesser(language);
  for (const page of present.guessable) addGuessablePage(guesser, page);
  const isNamed = ({ name }: AddressCount) => name !== '';
  const missing = counts.filter(({ kind }) => kind === 'missing' || kind === 'missing-robot');
  const list = (wanted: readonly AddressCount[]) =>
    sumByAddress(wanted.filter(isNamed), news)
      .filter(({ path }) => !present.isAnswered(path))
      .map((one, place) =>
        isProbe(one.path) || place >= GUESSED_MAX
          ? one
          : addGuess(one, guessPages(guesser, one.path)[0]),
      );
  const byKind = (kind: string) => list(missing.filter((one) => one.kind === kind));
  const [readers, robots] = [byKind('missing'), byKind('missing-robot')];
  return {
    readers: readers.filter(({ path }) => !isProbe(path)),
    robots: robots.filter(({ path }) => !isProbe(path)),
    probes: list(missing).filter(({ path }) => isProbe(path)),
    unnamed: missing.filter((one) => !isNamed(one)).reduce((sum, { count }) => sum + count, 0),
  };
}

/** Adds up the counts of all spellings of one address. */
function sumByAddress(
  counts: readonly AddressCount[],
  news: News | undefined,
): readonly DeadAddress[] {
  const byPath = Map.groupBy(counts, ({ name }) => parseCanonicalPath(name, news) ?? name);
  return [...byPath]
    .map(([path, group]) => ({ path, count: sumCounts(group), hosts: listHosts(group) }))
    .toSorted((one, other) => other.count - one.count || compareCodeUnits(one.path, other.path));
}

function listHosts(counts: readonly AddressCount[]): DeadAddress['hosts'] {
  return [...Map.groupBy(counts, ({ host }) => host)]
    .filter(([host]) => host !== '')
    .map(([host, group]) => ({ host, count: sumCounts(group) }))
    .toSorted((one, other) => other.count - one.count || compareCodeUnits(one.host, other.host));
}

function addGuess(address: DeadAddress, guess: Guess | undefined): DeadAddress {
  if (guess === undefined) return address;
  const { page, certainty } = guess;
  return { ...address, guess: { path: page.path, title: page.title, certainty } };
}

function sumCounts(counts: readonly AddressCount[]): number {
  return counts.reduce((total, { count }) => total + count, 0);
}
