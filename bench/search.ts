import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { listSuggestions } from '../src/search/list-suggestions.ts';
import { listRelatedPosts } from '../src/search/related-posts.ts';
import { searchPosts, summariseSearch } from '../src/search/search-posts.ts';
import { writeDocuments } from '../src/search-engine/write-documents.ts';
import { openDatabase } from '../src/store/database.ts';
import { openStore, type Store } from '../src/store/store.ts';
import { createPostDocument } from '../src/store/sync/record-writer.ts';
import { createChangedPost, fillInProcess } from './library.ts';
import { createProse } from './made-up-prose.ts';
import { measureQuality } from './search-quality.ts';

const POSTS = '1000,12000,100000';
const RUNS = 200;
const REPETITIONS = 3;
const UPDATES = 20;
/** V8 optimizes code only after some hundred calls. */
const WARM_UP_RUNS = 100;
const NOW = Date.UTC(2026, 10, 20, 12);

/**
 * Prints the quality of the site's search (`--apart` uses the queries that nothing was tuned by), then the timings of large
 * libraries. `--quality` and `--timings` print only one; `--posts` sets the sizes.
 */
export async function benchSearch(args: readonly string[]): Promise<void> {
  const options = {
    apart: { type: 'boolean' },
    quality: { type: 'boolean' },
    timings: { type: 'boolean' },
    posts: { type: 'string', default: POSTS },
  } as const;
  const { apart = false, quality, timings, posts } = parseArgs({ args: [...args], options }).values;
  if (!timings) await measureQuality(apart ? 'tests/search/queries-apart.yaml' : 'tests/search/queries.yaml');
  if (!quality) for (const count of posts.split(',')) measureTimings(Number(count));
}

/** Measures indexing, searching and changing a library of `count` posts. */
function measureTimings(count: number): void {
  const dataDir = mkdtempSync(join(tmpdir(), 'search-bench-'));
  try {
    console.log(`${count} posts of 700 words`);
    fillInProcess(dataDir, String(count));
    const store = openStore({ dataDir });
    measureStore(store, count);
    store.close();
  } finally {
    rmSync(dataDir, { recursive: true });
  }
}

function measureStore(store: Store, count: number): void {
  const queries = createQueries(RUNS);
  const hostile = listHostileQueries();
  const phrases = queries.map((text) => `"${text.split(' ').slice(0, 2).join(' ')}"`);
  const typed = queries.flatMap((text) => [text.slice(0, 1), text.slice(0, 3), text.slice(0, -1)]);
  // The time decreases, because a cached answer is valid only for later times. So each query is computed.
  let now = NOW;
  const search = (text: string) => void searchPosts(store, { text }, --now);
  const summarise = (text: string) => void summariseSearch(store, text, --now);
  console.log(`${'milliseconds'.padEnd(30)}    p50    p99    max  slowest`);
  printRow('search, first of all', queries.slice(0, 1), [measure(() => search(queries[0] ?? ''))]);
  for (const text of queries.slice(0, WARM_UP_RUNS)) search(text);
  printTimes('search', queries, search);
  printTimes('summary', queries, summarise);
  printTimes('search, phrase', phrases, search);
  printTimes('search, hostile', hostile, search);
  printTimes('summary, hostile', hostile, summarise);
  printTimes('suggestions', typed, (text) => void listSuggestions(store, text, NOW));
  printTimes('suggestions, hostile', hostile, (text) => void listSuggestions(store, text, NOW));
  printTimes('related', queries, (text) => {
    listRelatedPosts(store, 1 + ((queries.indexOf(text) * 7919) % count), NOW);
  });
  measureChanges(store, queries.slice(0, UPDATES), count);
  console.log(`memory ${Math.round(process.memoryUsage.rss() / 1e6)} MB`);
}

function measureChanges(store: Store, queries: readonly string[], count: number): void {
  const times = queries.map((text, place) => ({
    change: measure(() => change(store, (place * 997) % count)),
    search: measure(() => void searchPosts(store, { text }, NOW)),
  }));
  const changes = times.map((time) => time.change);
  printRow('one post changed in the index', queries, changes);
  const searches = times.map((time) => time.search);
  printRow('search, first after a change', queries, searches);
}

function change(store: Store, number: number): void {
  const row = store.index.get('SELECT id FROM posts WHERE slug = :slug', { slug: `post-${number}` });
  const id = Number(row?.id);
  const index = openDatabase(store.indexPath);
  index.exec('PRAGMA synchronous = NORMAL; PRAGMA cache_size = -32000');
  index.transaction(() => {
    writeDocuments(index, {
      removed: [id],
      written: [createPostDocument(createChangedPost(number), id)],
    });
    index.run('UPDATE meta SET revision = :revision', { revision: `changed-${performance.now()}` });
  });
  index.close();
}

/** The best time of each input: other processes on the machine can only slow a run down. */
function printTimes(name: string, inputs: readonly string[], work: (input: string) => void): void {
  const best = inputs.map((input) =>
    Math.min(...Array.from({ length: REPETITIONS }, () => measure(() => work(input)))),
  );
  printRow(name, inputs, best);
}

function measure(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

function printRow(name: string, inputs: readonly string[], times: readonly number[]): void {
  const sorted = times.toSorted((a, b) => a - b);
  const figures = [0.5, 0.99, 1].map((share) =>
    (sorted[Math.ceil(sorted.length * share) - 1] ?? 0).toFixed(1).padStart(6),
  );
  const slowest = inputs[times.indexOf(Math.max(...times))] ?? '';
  console.log(`${name.padEnd(30)} ${figures.join(' ')}  ${slowest.slice(0, 30)}`);
}

/** Queries of one to four words of a topic; some have a common word, are questions or are misspelled. */
function createQueries(count: number): string[] {
  return Array.from({ length: count }, (_, place) => {
    const { topicWord, commonWord, number } = createProse(place, place * 31);
    const words = Array.from({ length: 1 + (place % 4) }, topicWord);
    if (place % 3 === 0) words.push(commonWord());
    const text = words.join(' ');
    if (place % 10 === 4) return `how much should i ${text} for my ${commonWord()}`;
    const error = number(text.length);
    return place % 10 === 7 ? `${text.slice(0, error)}q${text.slice(error + 1)}` : text;
  });
}

/** Hostile queries, which cost as much as possible. */
function listHostileQueries(): string[] {
  const words = createQueries(60);
  return [
    '"'.repeat(1_000),
    `((((${'('.repeat(90)}the) OR (${')'.repeat(90)}`,
    '🦓'.repeat(200),
    'שלום עולם مرحبا '.repeat(12),
    Array.from({ length: 100 }, (_, place) => String.fromCharCode(97 + (place % 26))).join(' '),
    'the '.repeat(50),
    'the of and to a in is that for it you on with as are your this or at by not from have they can if',
    '"the of and to a in is that for it you on with as are your this or at by not from"',
    `"${'the '.repeat(49)}"`,
    '"the of" "and to" "a in" "is that" "for it" "you on" "with as" "are your" "this or" "at by"',
    Array.from('abcdefghijklmnopqrstuvwxyz', (letter) => `"${letter}"`).join(' '),
    words.join(' '),
    `"${words.join('" "')}"`,
    `the ${'-of -and -to -a -in -is -that -for -it -you -on -with -as -be -are -your -this -or -at -by -not -from'}`,
    'the -"of and" -"to a" -"in is" -"that for" -"it you" -"on with" -"as be" -"are your" -"this or" -"at by"',
    'on-page-in-the a/b/c/d b&c ce-fo-gu-ha ke-li-mo nu/pa re&si 3rd-party c++ c# '.repeat(2),
    'babbx cebbx dibbx fobbx gubbx habbx kebbx libbx mobbx nubbx pabbx rebbx sibbx tobbx vubbx zabbx bebbx',
    'babecefodigux cebabecefodigx dibabecefogux fobabecedigux gubabecefodix habecefodigubx kebabecefodigx',
    'babecedifoguhakelimonuparesitovuza'.repeat(6),
    '1.2,3.4,5.'.repeat(20),
    "a'a'a'a'a'".repeat(20),
    `zebra${'\u0301'.repeat(190)}`,
    'b c d f g h k l m n p r s t v z ba be bi bo bu ca ce ci co cu da de di do du fa fe fi fo fu',
  ];
}
