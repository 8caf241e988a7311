import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import pLimit from 'p-limit';
import { z } from 'zod';
import { type AuditedSite, isExampleHost } from './audited-site.ts';
import type { AuditFinding } from './rules.ts';

/** What another site answered. Status 0 stands for no answer, for the reason in `error`. */
const entrySchema = z.object({
  url: z.string(),
  status: z.int(),
  /** Address where a permanent redirect leads in the end. */
  movedTo: z.string().optional(),
  error: z.string().optional(),
  checkedAt: z.number(),
});
type CachedAnswer = z.infer<typeof entrySchema>;

const DAY_MS = 86_400_000;
/** A page that answered is trusted for longer than one that failed, which may be back tomorrow. */
const AGE_MAX = { found: 14 * DAY_MS, failed: DAY_MS };
const HOSTS_AT_ONCE = 8;
const REQUEST_EVERY_MS = 1_000;
const ANSWER_WITHIN_MS = 15_000;
const HOPS_MAX = 5;
/** Sites that refuse programs, or are busy, say nothing about the page. */
const SAYS_NOTHING = new Set([401, 403, 405, 406, 408, 418, 425, 429, 451, 503, 999]);

type ExternalLinksOptions = {
  /** File with a line of JSON for each answer. A stopped run continues where it ended. */
  readonly cacheFile: string;
  readonly now: number;
  readonly onProgress: (done: number, total: number) => void;
};

/**
 * Requests every page of other sites that the texts and authors link to: each host at most once a
 * second.
 */
export async function checkExternalLinks(
  site: AuditedSite,
  origin: string,
  { cacheFile, now, onProgress }: ExternalLinksOptions,
): Promise<{ readonly findings: readonly AuditFinding[]; readonly notes: readonly string[] }> {
  const links = listExternalLinks(site);
  const known = readAnswerCache(cacheFile, now);
  const urls = [...new Set(links.map(({ url }) => url))];
  const missing = urls.filter((url) => !known.has(url));
  const ask = createAsker(`MarketingWorkbenchAudit/1.0 (checks links once; +${origin})`);
  const limit = pLimit(HOSTS_AT_ONCE);
  let done = urls.length - missing.length;
  const checkHost = async (ofHost: readonly string[]) => {
    for (const url of ofHost) {
      const entry = { url, ...(await ask(url)), checkedAt: Date.now() };
      known.set(url, entry);
      appendFileSync(cacheFile, `${JSON.stringify(entry)}\n`);
      done += 1;
      onProgress(done, urls.length);
    }
  };
  const byHost = Map.groupBy(missing, (url) => new URL(url).host);
  await Promise.all([...byHost.values()].map((ofHost) => limit(() => checkHost(ofHost))));
  const unknown = urls.filter((url) => SAYS_NOTHING.has(known.get(url)?.status ?? 0)).length;
  return {
    findings: links.flatMap(({ url, ...place }) => listAnswerFindings(known.get(url), place)),
    notes: [
      `${urls.length} addresses of other sites, ${missing.length} of them requested now.`,
      ...(unknown === 0
        ? []
        : [
            `${unknown} addresses: the site refuses programs or was busy, so it is unknown whether the page exists.`,
          ]),
    ],
  };
}

type LinkPlace = Pick<AuditFinding, 'file' | 'line' | 'address'>;

function listExternalLinks({ texts, authors, folder, parseOwn }: AuditedSite) {
  const ofTexts = texts.flatMap(({ file, address, links }) =>
    links.map(({ href, line }) => ({ href, file, line, address })),
  );
  const ofAuthors = authors.flatMap(({ links = [] }) =>
    links.map((href) => ({ href, file: `${folder}/authors.yaml` })),
  );
  return [...ofTexts, ...ofAuthors].flatMap(({ href, ...place }) => {
    const url = URL.parse(href);
    if (url === null || !/^https?:$/.test(url.protocol) || parseOwn(href, '/') !== undefined)
      return [];
    if (isExampleHost(href)) return [];
    url.hash = '';
    return [{ ...place, url: url.href }];
  });
}

function listAnswerFindings(
  entry: CachedAnswer | undefined,
  place: LinkPlace,
): readonly AuditFinding[] {
  if (entry === undefined || SAYS_NOTHING.has(entry.status)) return [];
  const { url, status, error, movedTo } = entry;
  if (status === 0 || status >= 400) {
    const message = `${url} ${status === 0 ? `does not answer (${error ?? 'unknown reason'})` : `answers ${status}`}`;
    return [{ rule: 'external-broken', ...place, message }];
  }
  if (movedTo === undefined) return [];
  return [{ rule: 'external-moved', ...place, message: `${url} has moved to ${movedTo}` }];
}

/**
 * Reads the latest entry of each address that is not too old; lines that were cut short are
 * skipped.
 */
function readAnswerCache(file: string, now: number): Map<string, CachedAnswer> {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  const entries = lines.flatMap((line) => {
    try {
      return entrySchema.safeParse(JSON.parse(line)).data ?? [];
    } catch {
      return [];
    }
  });
  const isFresh = ({ status, checkedAt }: CachedAnswer) =>
    Math.abs(now - checkedAt) < (status >= 200 && status < 400 ? AGE_MAX.found : AGE_MAX.failed);
  return new Map(entries.filter(isFresh).map((entry) => [entry.url, entry]));
}

/** Creates a function that requests a page, without its body if the site allows that. */
function createAsker(userAgent: string) {
  const nextTimes = new Map<string, number>();
  const takeTurn = async (host: string) => {
    const start = Math.max(performance.now(), nextTimes.get(host) ?? 0);
    nextTimes.set(host, start + REQUEST_EVERY_MS);
    await wait(start - performance.now());
  };
  const request = async (url: string, method: 'HEAD' | 'GET') => {
    await takeTurn(new URL(url).host);
    const response = await fetch(url, {
      method,
      redirect: 'manual',
      headers: { 'User-Agent': userAgent, Accept: '*/*' },
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    await response.body?.cancel();
    return { status: response.status, location: response.headers.get('location') };
  };
  return async (start: string): Promise<Omit<CachedAnswer, 'url' | 'checkedAt'>> => {
    try {
      return await followRedirects(start, request);
    } catch (error) {
      return { status: 0, error: describeFetchError(error) };
    }
  };
}

type SendRequest = (
  url: string,
  method: 'HEAD' | 'GET',
) => Promise<{ readonly status: number; readonly location: string | null }>;

async function followRedirects(
  start: string,
  request: SendRequest,
): Promise<Omit<CachedAnswer, 'url' | 'checkedAt'>> {
  let url = start;
  let isPermanent = true;
  for (let hop = 0; hop <= HOPS_MAX; hop += 1) {
    let answer = await request(url, 'HEAD');
    // Some sites answer HEAD wrongly.
    if (answer.status >= 400) answer = await request(url, 'GET');
    const { status, location } = answer;
    const next =
      status >= 300 && status < 400 && location !== null ? URL.parse(location, url) : null;
    if (next === null) return { status, ...(url !== start && isPermanent && { movedTo: url }) };
    if (!/^https?:$/.test(next.protocol)) return { status };
    isPermanent &&= status === 301 || status === 308;
    url = next.href;
  }
  return { status: 0, error: `more than ${HOPS_MAX} redirects` };
}

function describeFetchError(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown reason';
  if (error.name === 'TimeoutError') return 'no answer in time';
  const { cause } = error;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.message;
}
