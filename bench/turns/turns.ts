import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, get, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { parse } from 'yaml';
import { endpoints } from '../../packages/marketing-workbench/src/contract/endpoints.ts';
import {
  FEED_FORMATS,
  files,
  machineFiles,
  pages,
} from '../../packages/marketing-workbench/src/site/addresses.ts';
import { ALL_ARTICLES_PAGE_SIZE } from '../../packages/marketing-workbench/src/site/limits.ts';
import type {
  ContentRecord,
  PostRecord,
} from '../../packages/marketing-workbench/src/site/records.ts';
import { openStore } from '../../packages/marketing-workbench/src/store/store.ts';
import { syncSource } from '../../packages/marketing-workbench/src/store/sync/sync.ts';
import { createLegacyPostRecord, createTaxonomyRecords } from '../../tests/support/records.ts';
import { startServerProcess } from '../../tests/support/server-process.ts';
import { createGeneratedSource, createLibraryPost, pickPlace } from '../library.ts';
import { BROWSER, printTable, readPeakMb } from '../measured.ts';

const TAGS = 3_000;
const AUTHORS = 50;
const LEGACY_POSTS = 500;
const PICTURES = 5;
const VIEWED_EVERY = 3;

type TurnRow = {
  readonly longestTurnMs: number;
  readonly cpuMs: number;
  readonly seconds: number;
  readonly bytes: number;
  readonly peakMb: number;
  readonly status: number;
};

/**
 * Prints the longest turn of the server's event loop, and the memory, for each address of the site
 * at `--articles 100000`: the first request, the second, and the slowest of the searches. `--data`
 * names a folder that keeps the generated index for the next run; `--only` is part of the names of
 * the rows. Linux only.
 */
export async function benchTurns(args: readonly string[]): Promise<void> {
  const options = {
    articles: { type: 'string', default: '100000' },
    data: { type: 'string' },
    only: { type: 'string', default: '' },
  } as const;
  const { articles, data, only } = parseArgs({ args: [...args], options }).values;
  const dataDir = data ?? mkdtempSync(join(tmpdir(), 'bench-turns-'));
  try {
    fillTurns(dataDir, Number(articles));
    await measureAddresses(dataDir, Number(articles), only);
  } finally {
    if (data === undefined) rmSync(dataDir, { recursive: true });
  }
}

function fillTurns(dataDir: string, articles: number): void {
  if (existsSync(join(dataDir, 'index.sqlite'))) return;
  using store = openStore({ dataDir });
  const createSource = createGeneratedSource({
    posts: articles,
    others: createOthers(),
    create: createTurnsPost,
  });
  syncSource(store, createSource(), Date.now());
  store.state.transaction(() => {
    for (let id = 1; id <= articles; id += VIEWED_EVERY)
      store.state.run('INSERT INTO views (post_id, count) VALUES (:id, :count)', {
        id,
        count: 1 + (id % 97),
      });
  });
}

function createOthers(): readonly ContentRecord[] {
  const authors = Array.from(
    { length: AUTHORS },
    (_, number): ContentRecord => ({
      kind: 'author',
      slug: `author-${number}`,
      name: `Author ${number}`,
      role: 'Writer',
    }),
  );
  const legacy = Array.from({ length: LEGACY_POSTS }, (_, number) =>
    createLegacyPostRecord({
      slug: `old-${number}`,
      legacyUrl: `/posts/2012/07/old-${number}.html`,
      ...(number % 2 === 0 && { redirectTo: pages.articles(), content: '' }),
    }),
  );
  return [...createTaxonomyRecords(), ...authors, ...legacy];
}

/**
 * Every post has the tag `everything` and the author 0, as the worst case of a tag and of an
 * author.
 */
function createTurnsPost(number: number): PostRecord {
  const post = createLibraryPost(number);
  const tags = [1, 7, 31].map((factor) => `Tag ${(number * factor) % TAGS}`);
  const pictures = Array.from(
    { length: PICTURES },
    (_, place) =>
      `<p><img src="${files.media(`picture-${number}-${place}-0a1b2c3d.webp`)}" alt="A picture"></p>`,
  );
  return {
    ...post,
    tags: ['Everything', ...new Set(tags)],
    authors: ['author-0', `author-${1 + (number % (AUTHORS - 1))}`],
    content: post.content + pictures.join(''),
  };
}

async function measureAddresses(dataDir: string, articles: number, only: string): Promise<void> {
  let meterPort = '';
  const environment = { DATA_DIR: dataDir, PAGE_CACHE_MB: '64', METRICS: 'loopback' };
  const onLine = (line: string) => {
    const [, port] = /^meter (\d+)$/.exec(line) ?? [];
    if (port === undefined) console.error(line);
    else meterPort = port;
  };
  const server = await startServerProcess(environment, onLine, {
    program: 'bench/turns/turn-meter.ts',
  });
  const agent = new Agent({ keepAlive: true });
  const askMeter = async (name: string) =>
    JSON.parse((await requestAddress(`http://127.0.0.1:${meterPort}/${name}`, agent)).body);
  const measure = async (path: string, headers = {}): Promise<TurnRow> => {
    writeFileSync(`/proc/${server.pid}/clear_refs`, '5');
    const begin = performance.now();
    await askMeter('start');
    const answer = await requestAddress(`${server.origin}${path}`, agent, headers);
    const { longestMs, cpuMs } = await askMeter('stop');
    return {
      longestTurnMs: longestMs,
      cpuMs,
      seconds: (performance.now() - begin) / 1_000,
      bytes: answer.bytes,
      peakMb: readPeakMb(server.pid),
      status: answer.status,
    };
  };
  try {
    const rows: Record<string, object> = {};
    for (const [name, path] of listMeasuredAddresses(articles)) {
      if (!name.includes(only) && !path.includes(only)) continue;
      const first = await measure(path);
      const { longestTurnMs: secondTurnMs } = await measure(path, { 'accept-encoding': 'br' });
      rows[name] = { ...first, secondTurnMs };
    }
    for (const [name, paths] of 'searches'.includes(only) ? listSearchPaths() : []) {
      const all: TurnRow[] = [];
      for (const path of paths) all.push(await measure(path));
      rows[name] = summariseTurns(all);
    }
    printTable(rows);
  } finally {
    agent.destroy();
    server.kill('SIGKILL');
    await server.ended();
  }
}

function summariseTurns(rows: readonly TurnRow[]) {
  const turns = rows.map(({ longestTurnMs }) => longestTurnMs).toSorted((a, b) => a - b);
  const at = (share: number) => turns[Math.min(turns.length - 1, Math.floor(share * turns.length))];
  return {
    longestTurnMs: at(1),
    p99Ms: at(0.99),
    medianMs: at(0.5),
    peakMb: Math.max(...rows.map(({ peakMb }) => peakMb)),
    status: Math.max(...rows.map(({ status }) => status)),
  };
}

type NamedAddress = readonly [name: string, path: string];

/** Returns each kind of page, call and file, with the worst case of those that have several. */
function listMeasuredAddresses(articles: number): readonly NamedAddress[] {
  return [
    ...Object.entries(listPagePaths(articles)),
    ...Object.entries(listCallPaths(articles)),
    ...Object.entries(listFilePaths()),
  ];
}

const PLACE = pickPlace(0);
const PAGE_SIZE = 24;

function listPagePaths(articles: number): Readonly<Record<string, string>> {
  const last = Math.ceil(articles / PAGE_SIZE);
  const newest = articles - 1;
  const article = pages.article({ ...pickPlace(newest), slug: `post-${newest}` }, undefined);
  return {
    home: pages.home(),
    articles: pages.articles(),
    'articles, last page': pages.articles(Math.ceil(articles / ALL_ARTICLES_PAGE_SIZE)),
    category: pages.category(PLACE.category),
    'category, deep page': pages.category(PLACE.category, Math.floor(last / 10)),
    subcategory: pages.subcategory(
      { category: PLACE.category, slug: PLACE.subcategory },
      undefined,
    ),
    article,
    'article as Markdown': files.markdown(article),
    tag: pages.tag('everything'),
    'tag, last page': pages.tag('everything', last),
    'small tag': pages.tag('tag-1'),
    author: pages.author('author-0'),
    'author, last page': pages.author('author-0', last),
    'site map': pages.siteMap(),
    'legacy post': '/posts/2012/07/old-1.html',
    'not found': '/nothing-is-here/at-all',
    'db-setup-help': pages.dbSetupHelp(),
  };
}

function listCallPaths(articles: number): Readonly<Record<string, string>> {
  const last = Math.ceil(articles / PAGE_SIZE);
  const [tag, author] = ['everything', 'author-0'];
  return {
    categories: endpoints.categories.address(),
    'one category': endpoints.category.address({ slug: PLACE.category }),
    subcategories: endpoints.subcategories.address({}),
    'one subcategory': endpoints.subcategory.address({ slug: PLACE.subcategory }),
    ...listPostCalls(last, { tag, author }),
    featured: endpoints.featuredPosts.address(),
    recent: endpoints.recentPosts.address(),
    popular: endpoints.popularPosts.address({ limit: 50 }),
    'one post': endpoints.post.address({ slug: 'post-17' }),
    'related posts': endpoints.relatedPosts.address({ id: 17 }),
    'a view': endpoints.viewPost.address({ id: 17 }),
    'one tag': endpoints.tag.address({ slug: tag }),
    'legacy posts': endpoints.legacyPosts.address(),
    'one legacy post': endpoints.legacyPost.address({ slug: 'old-1' }),
    redirects: endpoints.redirects.address({ path: '/nothing' }),
    guesses: endpoints.guesses.address({ path: '/seo/local-seo/post-177' }),
    'guesses of slips': endpoints.guesses.address({ path: '/bacebice-tivebibo-zanibusa-rasaseme' }),
    'one author': endpoints.author.address({ slug: author }),
    health: endpoints.health.address(),
  };
}

function listPostCalls(
  page: number,
  { tag, author }: { readonly tag: string; readonly author: string },
): Readonly<Record<string, string>> {
  const list = endpoints.posts.address;
  return {
    'all posts': list({}),
    'posts of a category': list({ categoryId: 1 }),
    'posts of a subcategory': list({ subcategoryId: 1 }),
    'posts of a tag': list({ tag }),
    'posts of an author': list({ author }),
    'posts of tag, author, category': list({ tag, author, categoryId: 1 }),
    'posts, last page': list({ page }),
    'posts, page beyond': list({ page: 999_999 }),
    'tag and author, last page': list({ tag, author, page }),
    'rare tag and author': list({ tag: 'tag-1', author: 'author-1', page: 1 }),
  };
}

function listFilePaths(): Readonly<Record<string, string>> {
  const feeds = FEED_FORMATS.flatMap((format) =>
    [pages.home(), pages.category(PLACE.category)].map((path) => files.feed(format, path)),
  );
  const parts = [1, 2, 3, 999].map((part) => machineFiles.sitemapPart(part));
  const others = [
    machineFiles.robots(),
    machineFiles.llms(),
    files.sitemapXml(),
    ...parts,
    machineFiles.newsSitemapXml(),
    machineFiles.metrics(),
    machineFiles.readiness(),
    files.manifest(),
    ...feeds,
  ];
  return Object.fromEntries(others.map((path) => [path, path]));
}

const QUERY_FILES = ['queries', 'queries-fresh', 'queries-held-out', 'queries-sealed'];

function listSearchPaths(): readonly (readonly [name: string, paths: readonly string[]])[] {
  const letters = Array.from('abcdefghijklmnopqrstuvwxyz0123456789');
  // Almost every article of the library has the first three.
  const frequent = ['ba', 'ce', 'ba ce di', '"ba ce"', 'bace', 'the ba', 'xqzzv', 'post', '2020'];
  const queries = [...new Set([...letters, ...frequent, ...QUERY_FILES.flatMap(readQueries)])];
  const typed = queries.flatMap((q) => [q.slice(0, 2), q.slice(0, 4), q]);
  return [
    ['searches: results', queries.map((q) => endpoints.search.address({ q }))],
    [
      'searches: last page',
      ['ba', 'a', 'post'].map((q) => endpoints.search.address({ q, page: 4_000 })),
    ],
    ['searches: summary', queries.map((q) => endpoints.searchSummary.address({ q }))],
    ['searches: suggestions', typed.map((q) => endpoints.searchSuggestions.address({ q }))],
    ['searches: screen', queries.map((q) => pages.search(q))],
  ];
}

function readQueries(name: string): readonly string[] {
  const kinds: Readonly<Record<string, readonly { readonly q: string }[]>> = parse(
    readFileSync(`tests/search/${name}.yaml`, 'utf8'),
  );
  return Object.values(kinds).flatMap((list) => list.map(({ q }) => q));
}

type TimedAnswer = { readonly status: number; readonly bytes: number; readonly body: string };

/** Keeps the body only of short answers. */
function requestAddress(
  url: string,
  agent: Agent,
  headers: IncomingHttpHeaders = {},
): Promise<TimedAnswer> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: { 'user-agent': BROWSER, ...headers } }, (answer) => {
      let bytes = 0;
      let body = '';
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.byteLength;
        if (bytes < 10_000) body += chunk.toString();
      });
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, bytes, body }));
      answer.on('error', reject);
    }).on('error', reject);
  });
}
