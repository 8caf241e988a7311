import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listSuggestions } from '../src/search/list-suggestions.ts';
import { listRelatedPosts } from '../src/search/related-posts.ts';
import { searchPosts, summariseSearch } from '../src/search/search-posts.ts';
import { writeDocuments } from '../src/search-engine/write-documents.ts';
import { openDatabase } from '../src/store/database.ts';
import { openStore, type Store } from '../src/store/store.ts';
import { createPostDocument } from '../src/store/sync/record-writer.ts';
import { HOSTILE_QUERIES } from './hostile-queries.ts';
import { createChangedPost, createQueries } from './large-library.ts';

const RUNS = 200;
const REPETITIONS = 3;
const UPDATES = 20;
/** A processor runs a program's code as fast as it can only after some hundred calls. */
const WARM_UP_RUNS = 100;
const NOW = Date.UTC(2026, 10, 20, 12);

/**
 * Measures the time that a library of so many posts takes to index, to search and to change; prints a line for each. With
 * `folder` the library is kept there, and one that is there already is not built again.
 */
export function measureTimings(count: number, folder?: string): void {
  const dataDir = folder ?? mkdtempSync(join(tmpdir(), 'search-bench-'));
  try {
    console.log(`${count} posts of 700 words`);
    if (!existsSync(join(dataDir, 'index.sqlite'))) fillInProcess(dataDir, count);
    const store = openStore({ dataDir });
    measureStore(store, count);
    store.close();
  } finally {
    if (folder === undefined) rmSync(dataDir, { recursive: true });
  }
}

function fillInProcess(dataDir: string, count: number): void {
  const script = join(import.meta.dirname, 'fill-library.ts');
  execFileSync(process.execPath, [script, dataDir, String(count)], { stdio: 'inherit' });
}

function measureStore(store: Store, count: number): void {
  const queries = createQueries(RUNS);
  const hostile = [...HOSTILE_QUERIES.values()];
  const phrases = queries.map((text) => `"${text.split(' ').slice(0, 2).join(' ')}"`);
  const typed = queries.flatMap((text) => [text.slice(0, 1), text.slice(0, 3), text.slice(0, -1)]);
  // What was asked a moment later is forgotten, so that no answer is one that was remembered.
  let now = NOW;
  const search = (text: string) => void searchPosts(store, { text }, --now);
  const summarise = (text: string) => void summariseSearch(store, text, --now);
  console.log(`${'milliseconds'.padEnd(30)}    p50    p99   most  slowest`);
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
  const id = readId(store, number);
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

function readId(store: Store, number: number): number {
  const row = store.index.get('SELECT id FROM posts WHERE slug = :slug', { slug: `post-${number}` });
  return Number(row?.id);
}

/** Of each input the best of several times, since others may keep the processor busy meanwhile. */
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
