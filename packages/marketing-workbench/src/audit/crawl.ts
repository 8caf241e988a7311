import { isPagePath, pages } from '../site/addresses.ts';
import { listFixedPages } from '../site/catalogue.ts';
import { type AuditedPage, readAuditedPage } from './read-page.ts';

export type CrawledAnswer = {
  readonly status: number;
  readonly type: string;
  readonly location: string | undefined;
  readonly body: string;
};

export type AskSite = (address: string) => Promise<CrawledAnswer>;

/** Address where a path ends after its redirects. */
export type RedirectEnd = {
  /** Addresses that redirected, in order. */
  readonly passed: readonly string[];
  readonly address: string;
  /** Status of the last answer; 0 for another site, and -1 for a loop. */
  readonly status: number;
};

export type Crawl = {
  readonly pages: ReadonlyMap<string, AuditedPage>;
  readonly follow: (address: string) => RedirectEnd;
  /** Number of clicks from the home page, by address. */
  readonly depths: ReadonlyMap<string, number>;
};

const PAGES_MAX = 100_000;
const HOPS_MAX = 10;
/** Lists of all pages, which don't count as ways to a page: otherwise nothing would be deep. */
const NOT_BROWSED: readonly string[] = listFixedPages('overview', undefined).map(
  ({ path }) => path,
);

type CrawlOptions = {
  /** Addresses to begin with, besides the home page. */
  readonly addresses: readonly string[];
  readonly parseOwn: ParseOwn;
  readonly onProgress: (done: number, total: number) => void;
};

/**
 * Returns the path and query of a link to this site, without an anchor; undefined for other links.
 */
export type ParseOwn = (href: string, base: string) => string | undefined;

/** Visits every page that can be reached by links or that a text describes. */
export async function crawlSite(ask: AskSite, options: CrawlOptions): Promise<Crawl> {
  const { addresses, parseOwn, onProgress } = options;
  const found = new Map<string, AuditedPage>();
  const answers = new Map<string, Pick<CrawledAnswer, 'status' | 'location'>>();
  const known = new Set([pages.home(), ...addresses]);
  // A set can grow while it is visited.
  for (const address of known) {
    const answer = await ask(address);
    const location = answer.location && (parseOwn(answer.location, address) ?? answer.location);
    answers.set(address, { status: answer.status, location });
    const page = readAnswer(address, answer);
    if (page !== undefined && answer.status === 200) found.set(address, page);
    const links = location === undefined ? (page?.links ?? []) : [location];
    for (const link of links) {
      const own = parseOwn(link, address);
      if (own !== undefined && isVisited(own) && known.size < PAGES_MAX) known.add(own);
    }
    onProgress(answers.size, known.size);
  }
  const follow = createFollower(answers);
  return { pages: found, follow, depths: measureDepths(found, follow, parseOwn) };
}

function readAnswer(address: string, { type, body }: CrawledAnswer): AuditedPage | undefined {
  // The clone's words are no slices of the HTML, which would stay in memory.
  return type.startsWith('text/html') ? structuredClone(readAuditedPage(address, body)) : undefined;
}

function isVisited(address: string): boolean {
  const [path = '', query = ''] = address.split('?');
  return isPagePath(path) && (query === '' || /^page=\d+$/.test(query));
}

function createFollower(answers: ReadonlyMap<string, Pick<CrawledAnswer, 'status' | 'location'>>) {
  return (start: string): RedirectEnd => {
    const passed: string[] = [];
    for (let address = start; ; ) {
      const answer = answers.get(address);
      if (answer?.location === undefined)
        return { passed, address, status: answer?.status ?? (address.startsWith('/') ? 200 : 0) };
      if (passed.includes(address) || passed.length === HOPS_MAX)
        return { passed, address, status: -1 };
      passed.push(address);
      address = answer.location.replace(/#.*/, '');
    }
  };
}

function measureDepths(
  found: ReadonlyMap<string, AuditedPage>,
  follow: Crawl['follow'],
  parseOwn: ParseOwn,
): ReadonlyMap<string, number> {
  const depths = new Map([[pages.home(), 0]]);
  // A map can grow while it is visited.
  for (const [address, depth] of depths) {
    if (NOT_BROWSED.includes(address)) continue;
    for (const href of found.get(address)?.links ?? []) {
      const own = parseOwn(href, address);
      const end = own === undefined ? undefined : follow(own).address;
      if (end !== undefined && found.has(end) && !depths.has(end)) depths.set(end, depth + 1);
    }
  }
  return depths;
}
