import { readFileSync, rmSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { parseConfig } from '../packages/marketing-workbench/src/config.ts';
import { endpoints } from '../packages/marketing-workbench/src/contract/endpoints.ts';
import { readText } from '../packages/marketing-workbench/src/search-engine/database.ts';
import { createBuiltSite } from '../packages/marketing-workbench/src/server/built-site.ts';
import { files, pages } from '../packages/marketing-workbench/src/site/addresses.ts';
import { SEARCH_PAGE_SIZE } from '../packages/marketing-workbench/src/site/limits.ts';
import { formatPostAddress } from '../packages/marketing-workbench/src/site/taxonomy.ts';
import { readTaxonomy } from '../packages/marketing-workbench/src/store/pages/taxonomy.ts';
import { listSitemapPosts } from '../packages/marketing-workbench/src/store/posts/sitemap.ts';
import { openStore, type Store } from '../packages/marketing-workbench/src/store/store.ts';
import { BROWSER, printTable, publishRealSite } from './measured.ts';
import { answerWithFts5, listPlainTexts } from './plain-fts5.ts';

/** These come first in each row and don't count: code gets fast only after some hundred calls. */
const WARM_UP_REQUESTS = 40;
const MEASURED_MAX = 110;
const COMMON_WORDS =
  'the of and to a in is that for it you on with as are your this or at by not from have they can if what how do my we be will more when who so about up out'.split(
    ' ',
  );
const COMMON_WORDS_AT_ONCE = 25;
const QUERY_FILES = ['queries', 'queries-held-out', 'queries-fresh'];
const querySchema = z.record(z.string(), z.array(z.object({ q: z.string() })));

/** A request whose answer is not cached: no two have the same address. */
type CostRequest = { readonly path: string; readonly query?: string };

type Sample = { readonly site: readonly number[]; readonly plain: readonly number[] };

/**
 * Prints the processor time of requests to the application with the site's own content, one after
 * another in this process, and, for searches, that of plain FTS5 with marked titles and passages in
 * the same round. Processor time includes compiling and collecting garbage, and depends less than a
 * clock on what else the machine does.
 */
export async function measureCost(): Promise<void> {
  const dataDir = await publishRealSite();
  try {
    using store = openStore({ dataDir });
    const app = await createBuiltSite(
      parseConfig({ DATA_DIR: dataDir, CONTENT_DIR: 'site/content' }),
      {
        store,
        describeDatabase: () => 'none',
        isReady: () => true,
      },
    );
    const answerPlainly = answerWithFts5(listPlainTexts(store), SEARCH_PAGE_SIZE);
    const ask = async (path: string) => {
      const { statusCode } = await app.inject({ url: path, headers: { 'user-agent': BROWSER } });
      if (statusCode !== 200) throw new Error(`${path} answers ${statusCode}`);
    };
    const rows: Record<string, object> = {};
    for (const [name, requests] of Object.entries(listRequests(store))) {
      rows[name] = summariseSample(await measureSample(requests, { ask, answerPlainly }));
    }
    printTable(rows);
    await app.close();
  } finally {
    rmSync(dataDir, { recursive: true });
  }
}

type Answering = {
  readonly ask: (path: string) => Promise<void>;
  readonly answerPlainly: (query: string) => string;
};

async function measureSample(
  requests: readonly CostRequest[],
  { ask, answerPlainly }: Answering,
): Promise<Sample> {
  const site: number[] = [];
  const plain: number[] = [];
  for (const [place, { path, query }] of requests.entries()) {
    const siteMs = await measureCpuMs(() => ask(path));
    const plainMs =
      query === undefined ? undefined : await measureCpuMs(() => answerPlainly(query));
    if (place < WARM_UP_REQUESTS) continue;
    site.push(siteMs);
    if (plainMs !== undefined) plain.push(plainMs);
  }
  return { site, plain };
}

async function measureCpuMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

function summariseSample({ site, plain }: Sample) {
  const { p50: medianMs, p95: p95Ms } = summariseCosts(site);
  const row = { requests: site.length, medianMs, p95Ms };
  if (plain.length === 0) return row;
  const { p50: fts5MedianMs, p95: fts5P95Ms } = summariseCosts(plain);
  return { ...row, fts5MedianMs, fts5P95Ms, medianRatio: medianMs / fts5MedianMs };
}

function summariseCosts(times: readonly number[]) {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95) };
}

function listRequests(store: Store): Readonly<Record<string, readonly CostRequest[]>> {
  const judged = listJudgedQueries();
  const [titles, articles] = [listTitles(store), listArticlePaths(store)];
  const isQuestion = (text: string) => /^(?:\S+\s+){5,11}\S+$/.test(text);
  const words = [
    ...new Set(titles.flatMap((title) => title.toLowerCase().match(/\p{L}{5,}/gu) ?? [])),
  ];
  const [questions, others] = [
    judged.filter(isQuestion),
    judged.filter((text) => !isQuestion(text)),
  ];
  return {
    'search, two words': limitRequests(titles.flatMap(pickTwoWords).map(createSearchRequest)),
    // The shorter ones warm it up.
    'search, question': [...others.slice(0, WARM_UP_REQUESTS), ...questions].map(
      createSearchRequest,
    ),
    'search, one letter': limitRequests(listLetterSearches()),
    'search, 25 common words': limitRequests(listCommonSearches()),
    'search page': limitRequests(
      words.map((word, place) => createSearchPageRequest(`${word} ${words.at(-place - 1)}`)),
    ),
    suggestions: limitRequests(words.map((word) => createSuggestionRequest(word.slice(0, -1)))),
    'suggestions, misspelled': limitRequests(
      words.map((word) => createSuggestionRequest(word.slice(0, 2) + word.slice(3))),
    ),
    'article as Markdown': articles.map((path) => ({ path: files.markdown(path) })),
    'list, page N': listListPages(store),
  };
}

function limitRequests(requests: readonly CostRequest[]): readonly CostRequest[] {
  const distinct = new Map(requests.map((request) => [request.path, request]));
  return [...distinct.values()].slice(0, WARM_UP_REQUESTS + MEASURED_MAX);
}

function createSearchRequest(query: string): CostRequest {
  return { path: endpoints.search.address({ q: query }), query };
}

function createSearchPageRequest(query: string): CostRequest {
  return { path: pages.search(query), query };
}

function createSuggestionRequest(text: string): CostRequest {
  return { path: endpoints.searchSuggestions.address({ q: text }) };
}

function listJudgedQueries(): readonly string[] {
  const all = QUERY_FILES.flatMap((name) => {
    const kinds = querySchema.parse(parse(readFileSync(`tests/search/${name}.yaml`, 'utf8')));
    return Object.values(kinds).flatMap((queries) => queries.map(({ q }) => q));
  });
  return [...new Set(all)];
}

function listTitles({ index }: Store): readonly string[] {
  return index.all('SELECT title FROM posts ORDER BY slug').map((row) => readText(row, 'title'));
}

function pickTwoWords(title: string): string[] {
  const [first, second] = (title.match(/\p{L}+/gu) ?? []).toSorted((a, b) => b.length - a.length);
  return second === undefined ? [] : [`${first} ${second}`];
}

/** A letter has few spellings, so pages of its results are requested, too. */
function listLetterSearches(): readonly CostRequest[] {
  const letters = Array.from('abcdefghijklmnopqrstuvwxyzäéñøß1234567890');
  return [1, 2, 3].flatMap((page) =>
    letters.map((q) => ({ path: endpoints.search.address({ q, page }), query: q })),
  );
}

function listCommonSearches(): readonly CostRequest[] {
  const count = COMMON_WORDS.length;
  return [1, 3, 7, 11].flatMap((step) =>
    COMMON_WORDS.map((_, start) => {
      const words = Array.from(
        { length: COMMON_WORDS_AT_ONCE },
        (_, place) => COMMON_WORDS[(start + place * step) % count],
      );
      return createSearchRequest(words.join(' '));
    }),
  );
}

function listArticlePaths(store: Store): readonly string[] {
  const now = Date.now();
  const taxonomy = readTaxonomy(store, now);
  return listSitemapPosts(store, now).map((post) => formatPostAddress(post, taxonomy));
}

/** Pages past the end show the last one. */
function listListPages(store: Store): readonly CostRequest[] {
  const { categories } = readTaxonomy(store, Date.now());
  const numbers = Array.from({ length: 30 }, (_, place) => place + 2);
  return numbers.flatMap((number) => [
    { path: pages.articles(number) },
    ...categories.map(({ slug }) => ({ path: pages.category(slug, number) })),
  ]);
}
