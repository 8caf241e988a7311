import { mkdtempDisposableSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { compileContent } from '../src/content/compile-content.ts';
import { correctQuery } from '../src/search/correct-query.ts';
import { openSearch } from '../src/search/open-search.ts';
import { MATCHED_SHARE_MIN } from '../src/search/search-posts.ts';
import { openIndex, WEIGHTS, type Weights } from '../src/search-engine/open-index.ts';
import { listBest } from '../src/search-engine/ranking.ts';
import { search } from '../src/search-engine/search.ts';
import { readText } from '../src/store/rows.ts';
import { openStore, type Store } from '../src/store/store.ts';
import { createRecordsSource } from '../src/store/sync/source.ts';
import { syncSource } from '../src/store/sync/sync.ts';
import { printTable } from './measured.ts';
import { averageMeasure, type Measures, measureRanking } from './search-eval.ts';

const BEST_GRADE = 2;
const ALSO_GRADE = 1;
const RANKING_DEPTH = 100;
const WORST_COUNT = 10;
const NOW = Date.now();

const slugs = z.array(z.string());
const collectionSchema = z.record(
  z.string(),
  z.array(z.object({ q: z.string(), intended: z.string().optional(), best: slugs, also: slugs.default([]) })),
);
type Collection = z.infer<typeof collectionSchema>;
type Measured = Measures & { readonly kind: string; readonly q: string };

const PLAIN = { weight: 1, b: 0.75 };
const UNUSED = { weight: 0, b: 0 };
const VARIANTS: Readonly<Record<string, Partial<Weights>>> = {
  'field weights': {
    fields: { title: PLAIN, topic: PLAIN, excerpt: PLAIN, headings: PLAIN, questions: PLAIN, body: PLAIN },
  },
  questions: { fields: { ...WEIGHTS.fields, questions: UNUSED } },
  'stop words': { stopWord: 1 },
  'title words': { questionWordInTitle: 0, stopWordInTitle: 0 },
  'joined words': { joinedWord: 0 },
  completions: { completion: 0 },
  synonyms: { synonym: 0 },
  corrections: {},
  proximity: { proximity: 0, earlyWord: 0 },
  feedback: { feedback: 0 },
};

/** Prints measures by kind of query: of the whole search, of the queries as intended, without each mechanism; then the worst queries. */
export async function measureQuality(path: string): Promise<void> {
  const collection = collectionSchema.parse(parse(readFileSync(path, 'utf8')));
  using folder = mkdtempDisposableSync(join(tmpdir(), 'search-bench-'));
  using store = openStore({ dataDir: folder.path });
  const { records } = await compileContent('content', new Date(NOW));
  syncSource(store, createRecordsSource(records), NOW);
  const whole = measureAll(collection, createRanker(store, {}, true));
  const rows = { whole: averageByKind(whole) };
  const intended = listIntended(collection);
  if (intended !== undefined) {
    const measured = measureAll(intended, createRanker(store, {}, true));
    Object.assign(rows, { 'as intended': averageByKind(measured) });
  }
  for (const [name, weights] of Object.entries(VARIANTS)) {
    const rank = createRanker(store, weights, name !== 'corrections');
    Object.assign(rows, { [`- ${name}`]: averageByKind(measureAll(collection, rank)) });
  }
  console.log(`${path}: nDCG@10 by kind; nDCG@10, MRR and recall@24 of all`);
  printTable(rows);
  const worst = whole.toSorted((a, b) => a['nDCG@10'] - b['nDCG@10']).slice(0, WORST_COUNT);
  printTable(worst.map((one) => ({ 'nDCG@10': one['nDCG@10'], kind: one.kind, query: one.q })));
}

/** The queries complete and without slips, where the collection says how they were meant. */
function listIntended(collection: Collection): Collection | undefined {
  const kinds = Object.entries(collection);
  if (kinds.every(([, queries]) => queries.every(({ intended }) => intended === undefined))) return undefined;
  return Object.fromEntries(
    kinds.map(([kind, queries]) => [
      kind,
      queries.map(({ q, intended = q, ...grades }) => ({ ...grades, q: intended })),
    ]),
  );
}

type Ranker = (text: string) => string[];

/** Ranks like the site's search, with other weights or without corrections; posts with equal scores newest first. */
function createRanker(store: Store, weights: Partial<Weights>, corrects: boolean): Ranker {
  const site = store.index.snapshot(() => openSearch(store));
  const index = openIndex(store.index, { ...WEIGHTS, ...weights });
  const newestFirst = (a: number, b: number) =>
    (index.dates[b] ?? 0) - (index.dates[a] ?? 0) || index.idOf(b) - index.idOf(a);
  const options = { now: NOW, synonyms: site.synonyms, leastShare: MATCHED_SHARE_MIN };
  return (typed) => {
    const text = corrects ? correctQuery({ ...site, index }, typed).text : typed;
    return listBest(search(index, text, options), RANKING_DEPTH, newestFirst).map((slot) =>
      readText(store.index.get('SELECT slug FROM posts WHERE id = :id', { id: index.idOf(slot) }), 'slug'),
    );
  };
}

/** Queries that nothing answers have no measures. */
function measureAll(collection: Collection, rank: Ranker): Measured[] {
  return Object.entries(collection).flatMap(([kind, queries]) =>
    queries.flatMap(({ q, best, also }) => {
      if (best.length + also.length === 0) return [];
      const grades = new Map([
        ...also.map((slug): [string, number] => [slug, ALSO_GRADE]),
        ...best.map((slug): [string, number] => [slug, BEST_GRADE]),
      ]);
      return { kind, q, ...measureRanking(rank(q), grades) };
    }),
  );
}

function averageByKind(measured: readonly Measured[]): Readonly<Record<string, number>> {
  const kinds = Map.groupBy(measured, ({ kind }) => kind);
  const row = Object.fromEntries(Array.from(kinds, ([kind, own]) => [kind, averageMeasure(own, 'nDCG@10')]));
  for (const name of ['nDCG@10', 'MRR', 'recall@24'] as const) row[name] = averageMeasure(measured, name);
  return row;
}
