import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
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
import { averageMeasure, type Measures, measureRanking } from './search-eval.ts';

const BEST_GRADE = 2;
const ALSO_GRADE = 1;
const RANKING_DEPTH = 100;
const WORST_COUNT = 10;
const NOW = Date.now();

const slugs = z.array(z.string());
const collectionSchema = z.record(
  z.string(),
  z.array(z.object({ q: z.string(), best: slugs, also: slugs.default([]) })),
);
type Collection = z.infer<typeof collectionSchema>;
type Measured = { readonly kind: string; readonly q: string; readonly measures: Measures };

const PLAIN = { weight: 1, b: 0.75 };
const VARIANTS: Readonly<Record<string, Partial<Weights>>> = {
  'field weights': {
    fields: { title: PLAIN, topic: PLAIN, excerpt: PLAIN, headings: PLAIN, body: PLAIN },
  },
  'stop words': { stopWord: 1 },
  'title words': { questionWordInTitle: 0, stopWordInTitle: 0 },
  'joined words': { joinedWord: 0 },
  completions: { completion: 0 },
  synonyms: { synonym: 0 },
  corrections: {},
  feedback: { feedback: 0 },
};

/** Prints measures by kind of query, for the whole search and without each mechanism, then the worst queries. */
export async function measureQuality(path: string): Promise<void> {
  const collection = collectionSchema.parse(parse(readFileSync(path, 'utf8')));
  const dataDir = mkdtempSync(join(tmpdir(), 'search-bench-'));
  const store = openStore({ dataDir });
  try {
    const { records } = await compileContent('content', new Date(NOW));
    syncSource(store, createRecordsSource(records), NOW);
    console.log(`${path}: nDCG@10 by kind; nDCG@10, MRR and recall@24 of all`);
    console.log(['search'.padEnd(18), ...Object.keys(collection), 'all'].join('  '));
    const whole = measureAll(collection, createRanker(store, {}, true));
    printRow('whole', collection, whole);
    for (const [name, weights] of Object.entries(VARIANTS)) {
      const rank = createRanker(store, weights, name !== 'corrections');
      printRow(`- ${name}`, collection, measureAll(collection, rank));
    }
    printWorst(whole);
  } finally {
    store.close();
    rmSync(dataDir, { recursive: true });
  }
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

function measureAll(collection: Collection, rank: Ranker): Measured[] {
  return Object.entries(collection).flatMap(([kind, queries]) =>
    queries.map(({ q, best, also }) => {
      const grades = new Map([
        ...also.map((slug): [string, number] => [slug, ALSO_GRADE]),
        ...best.map((slug): [string, number] => [slug, BEST_GRADE]),
      ]);
      return { kind, q, measures: measureRanking(rank(q), grades) };
    }),
  );
}

function printRow(name: string, collection: Collection, measured: readonly Measured[]): void {
  const average = (measure: keyof Measures, of: readonly Measured[]) =>
    averageMeasure(
      of.map(({ measures }) => measures),
      measure,
    ).toFixed(3);
  const kinds = Object.keys(collection).map((kind) => {
    const own = measured.filter((one) => one.kind === kind);
    return average('nDCG@10', own).padEnd(kind.length);
  });
  const total = (['nDCG@10', 'MRR', 'recall@24'] as const).map((measure) => average(measure, measured));
  console.log([name.padEnd(18), ...kinds, ...total].join('  '));
}

function printWorst(measured: readonly Measured[]): void {
  console.log('worst');
  const sorted = measured.toSorted((a, b) => a.measures['nDCG@10'] - b.measures['nDCG@10']);
  for (const { kind, q, measures } of sorted.slice(0, WORST_COUNT)) {
    console.log(`  ${measures['nDCG@10'].toFixed(3)}  ${kind}: ${q}`);
  }
}
