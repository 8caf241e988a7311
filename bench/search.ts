import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { listSuggestions } from '../packages/marketing-workbench/src/search/list-suggestions.ts';
import { listRelatedPosts } from '../packages/marketing-workbench/src/search/related-posts.ts';
import { searchPosts } from '../packages/marketing-workbench/src/search/search-posts.ts';
import { writeDocuments } from '../packages/marketing-workbench/src/search-engine/write-documents.ts';
import { SEARCH_PAGE_SIZE } from '../packages/marketing-workbench/src/site/limits.ts';
import { openDatabase } from '../packages/marketing-workbench/src/store/database.ts';
import { openStore, type Store } from '../packages/marketing-workbench/src/store/store.ts';
import { createPostDocument } from '../packages/marketing-workbench/src/store/sync/record-writer.ts';
import { createChangedPost, fillLibrary } from './library.ts';
import { summariseTimes } from './load.ts';
import { createProse } from './made-up-prose.ts';
import { printTable } from './measured.ts';
import { indexWithFts5, listPlainTexts } from './plain-fts5.ts';
import { measureRelated } from './related-quality.ts';
import { measureCost } from './search-cost.ts';
import { measureQuality } from './search-quality.ts';

const RUNS = 200;
const REPETITIONS = 3;
const UPDATES = 20;
/** V8 optimizes code only after some hundred calls. */
const WARM_UP_RUNS = 100;
const NOW = Date.UTC(2026, 10, 20, 12);

/**
 * Prints the quality of the site's search on `tests/search/queries.yaml` (`--queries held-out` on
 * `queries-held-out.yaml`, and so on), then the timings of large libraries. `--quality` and
 * `--timings` print only one; `--posts` sets the sizes. `--related` prints only the quality of the
 * related articles, of `related.yaml` or, with `--queries held-out`, of `related-held-out.yaml`.
 * `--cost` prints only the processor time of requests to the site with its own content.
 */
export async function benchSearch(args: readonly string[]): Promise<void> {
  const options = {
    queries: { type: 'string' },
    quality: { type: 'boolean' },
    timings: { type: 'boolean' },
    related: { type: 'boolean' },
    cost: { type: 'boolean' },
    posts: { type: 'string', default: '1000,12000,100000' },
  } as const;
  const { queries, quality, timings, related, cost, posts } = parseArgs({
    args: [...args],
    options,
  }).values;
  const suffix = queries === undefined ? '' : `-${queries}`;
  if (cost) return measureCost();
  if (related) return measureRelated(`tests/search/related${suffix}.yaml`);
  if (!timings) await measureQuality(`tests/search/queries${suffix}.yaml`);
  if (!quality) for (const count of posts.split(',')) await measureTimings(Number(count));
}

/** Measures indexing, searching and changing a library of `count` posts. */
async function measureTimings(count: number): Promise<void> {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'search-bench-'));
  console.log(`${count} posts of 700 words`);
  await fillLibrary([folder.path, String(count)]);
  using store = openStore({ dataDir: folder.path });
  measureStore(store, count);
}

function measureStore(store: Store, count: number): void {
  const queries = createQueries(RUNS);
  const typed = queries.flatMap((text) => [text.slice(0, 2), text.slice(0, 3), text.slice(0, -1)]);
  const slipped = typed.flatMap((text) =>
    text.length < SLIP_MIN_LENGTH ? [] : [misspell(text, 2), misspell(text, -3)],
  );
  // The time decreases, because a cached answer is valid only for later times. So each query is
  // computed.
  let now = NOW;
  const search = (text: string) => void searchPosts(store, { text }, --now);
  const relate = (id: number) => void listRelatedPosts(store, id, --now);
  const suggest = (text: string) => void listSuggestions(store, text, NOW);
  for (const text of queries.slice(0, WARM_UP_RUNS)) search(text);
  const subjects = Array.from({ length: RUNS }, (_, place) => 1 + ((place * 613) % count));
  const changed = Array.from({ length: UPDATES }, (_, place) => (place * 997) % count);
  const rankPlainly = indexWithFts5(listPlainTexts(store), SEARCH_PAGE_SIZE);
  printTable({
    'search, plain FTS5': summariseTimes(measureBest(queries, rankPlainly)),
    search: summariseTimes(measureBest(queries, search)),
    'search, hostile': summariseTimes(measureBest(HOSTILE_QUERIES, search)),
    suggestions: summariseTimes(measureBest(typed, suggest)),
    'suggestions, misspelled': summariseTimes(measureBest(slipped, suggest)),
    'suggestions, hostile': summariseTimes(measureBest(HOSTILE_QUERIES, suggest)),
    'related posts': summariseTimes(measureBest(subjects, relate)),
    'one post changed in the index': summariseTimes(
      changed.map((number) => measureElapsedMs(() => changeArticle(store, number))),
    ),
  });
}

/** Length of the shortest words in which the search forgives a mistake. */
const SLIP_MIN_LENGTH = 4;

/** Leaves out the letter at a place, which counts from the end if it is negative. */
function misspell(text: string, place: number): string {
  return text.slice(0, place) + text.slice(place).slice(1);
}

function changeArticle(store: Store, number: number): void {
  const row = store.index.get('SELECT id FROM posts WHERE slug = :slug', {
    slug: `post-${number}`,
  });
  const id = Number(row?.id);
  const index = openDatabase(store.indexPath);
  index.exec('PRAGMA synchronous = NORMAL; PRAGMA cache_size = -32000');
  index.transaction(() => {
    writeDocuments(index, {
      removed: [id],
      written: [createPostDocument(createChangedPost(number), id, new Map())],
    });
    index.run('UPDATE meta SET revision = :revision', { revision: `changed-${performance.now()}` });
  });
  index.close();
}

/** Returns the best time of each input: another process on the machine can only slow one down. */
function measureBest<Input>(inputs: readonly Input[], work: (input: Input) => unknown): number[] {
  return inputs.map((input) =>
    Math.min(...Array.from({ length: REPETITIONS }, () => measureElapsedMs(() => work(input)))),
  );
}

function measureElapsedMs(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

/**
 * Queries of one to four words of a topic; some have a common word, are questions or are
 * misspelled.
 */
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

const MANY_WORDS = createQueries(60);

/** Queries that nobody types to find something, and that cost as much as possible. */
const HOSTILE_QUERIES: readonly string[] = [
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
  MANY_WORDS.join(' '),
  `"${MANY_WORDS.join('" "')}"`,
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
