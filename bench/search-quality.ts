import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { compileContent } from '../src/content/compile-content.ts';
import { searchPosts } from '../src/search/search-posts.ts';
import { INGREDIENTS, type Ingredient } from '../src/search-engine/search-documents.ts';
import { openStore, type Store } from '../src/store/store.ts';
import { syncStore } from '../src/store/sync/sync.ts';
import { averageMeasures, type Measures, measureRanking } from './measures.ts';

const BEST_GRADE = 2;
const ALSO_GRADE = 1;
const RANKING_DEPTH = 100;
const WORST_COUNT = 10;
/** All that the library holds is published by then. */
const NOW = Date.UTC(2026, 10, 22, 12);

const slugs = z.array(z.string());
const collectionSchema = z.record(
  z.string(),
  z.array(z.object({ q: z.string(), best: slugs, also: slugs.default([]) })),
);
type Collection = z.infer<typeof collectionSchema>;
type Measured = { readonly kind: string; readonly q: string; readonly measures: Measures };

/** Prints a table of measures by kind of query, for plain BM25 and for each ingredient added, then the worst queries. */
export async function measureQuality(path: string): Promise<void> {
  const collection = collectionSchema.parse(parse(readFileSync(path, 'utf8')));
  const dataDir = mkdtempSync(join(tmpdir(), 'search-bench-'));
  const store = openStore({ dataDir });
  try {
    const { records } = await compileContent('content', new Date(NOW));
    syncStore(store, records, NOW);
    console.log(`${path}: nDCG@10 by kind; nDCG@10, MRR and recall@24 of all`);
    console.log(['ingredients'.padEnd(18), ...Object.keys(collection), 'all'].join('  '));
    printRow('plain BM25', collection, measureAll(store, collection, []));
    for (const [place, name] of INGREDIENTS.entries()) {
      printRow(`+ ${name}`, collection, measureAll(store, collection, INGREDIENTS.slice(0, place + 1)));
    }
    printWorst(measureAll(store, collection, INGREDIENTS));
  } finally {
    store.close();
    rmSync(dataDir, { recursive: true });
  }
}

function measureAll(store: Store, collection: Collection, ingredients: readonly Ingredient[]): Measured[] {
  return Object.entries(collection).flatMap(([kind, queries]) =>
    queries.map(({ q, best, also }) => {
      const asked = { text: q, limit: RANKING_DEPTH, ingredients: new Set(ingredients) };
      const ranked = searchPosts(store, asked, NOW).items.map(({ slug }) => slug);
      const grades = new Map([
        ...also.map((slug): [string, number] => [slug, ALSO_GRADE]),
        ...best.map((slug): [string, number] => [slug, BEST_GRADE]),
      ]);
      return { kind, q, measures: measureRanking(ranked, grades) };
    }),
  );
}

function printRow(name: string, collection: Collection, measured: readonly Measured[]): void {
  const kinds = Object.keys(collection).map((kind) => {
    const own = measured.filter((one) => one.kind === kind).map(({ measures }) => measures);
    return averageMeasures(own)['nDCG@10'].toFixed(3).padEnd(kind.length);
  });
  const all = averageMeasures(measured.map(({ measures }) => measures));
  const total = [all['nDCG@10'], all.MRR, all['recall@24']].map((value) => value.toFixed(3));
  console.log([name.padEnd(18), ...kinds, ...total].join('  '));
}

function printWorst(measured: readonly Measured[]): void {
  console.log('worst');
  const sorted = measured.toSorted((a, b) => a.measures['nDCG@10'] - b.measures['nDCG@10']);
  for (const { kind, q, measures } of sorted.slice(0, WORST_COUNT)) {
    console.log(`  ${measures['nDCG@10'].toFixed(3)}  ${kind}: ${q}`);
  }
}
