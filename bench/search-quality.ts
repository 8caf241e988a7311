import { mkdtempDisposableSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { compileContent } from '../packages/marketing-workbench/src/content/compile-content.ts';
import { listSuggestions } from '../packages/marketing-workbench/src/search/list-suggestions.ts';
import { openSearch, type Search } from '../packages/marketing-workbench/src/search/open-search.ts';
import {
  searchPosts,
  summariseSearch,
} from '../packages/marketing-workbench/src/search/search-posts.ts';
import {
  openIndex,
  WEIGHTS,
  type Weights,
} from '../packages/marketing-workbench/src/search-engine/open-index.ts';
import { openStore, type Store } from '../packages/marketing-workbench/src/store/store.ts';
import { createRecordsSource } from '../packages/marketing-workbench/src/store/sync/source.ts';
import { syncSource } from '../packages/marketing-workbench/src/store/sync/sync.ts';
import { bootstrap, computeMean, computeRatio, type Pair } from './bootstrap.ts';
import { printDirectAnswers } from './direct-answers.ts';
import { printTable } from './measured.ts';
import type { Ranker } from './plain-fts5.ts';
import { averageMeasure, type Measures, measureRanking } from './search-eval.ts';

const BEST_GRADE = 2;
const ALSO_GRADE = 1;
const WORST_COUNT = 10;
const NOW = Date.now();

const slugs = z.array(z.string());
const collectionSchema = z.record(
  z.string(),
  z.array(
    z.object({
      q: z.string(),
      intended: z.string().optional(),
      best: slugs,
      also: slugs.default([]),
      answer: z.string().optional(),
    }),
  ),
);
type JudgedQuery = z.infer<typeof collectionSchema>[string][number] & { readonly kind: string };
type MeasuredQuery = Measures & { readonly query: JudgedQuery; readonly shown: readonly string[] };

/** A search without one of its ingredients. */
type SearchVariant = {
  readonly weights?: Partial<Weights>;
  readonly corrects?: boolean;
  readonly showsPages?: boolean;
};

const PLAIN = { weight: 1, b: 0.75 };
const UNUSED = { weight: 0, b: 0 };
const VARIANTS: Readonly<Record<string, SearchVariant>> = {
  'field weights': {
    weights: {
      fields: {
        title: PLAIN,
        topic: PLAIN,
        excerpt: PLAIN,
        headings: PLAIN,
        questions: PLAIN,
        body: PLAIN,
      },
    },
  },
  'damped rarity': { weights: { rarity: 1 } },
  questions: { weights: { fields: { ...WEIGHTS.fields, questions: UNUSED } } },
  'stop words': { weights: { stopWord: 0 } },
  completions: { weights: { completion: 0 } },
  synonyms: { weights: { synonym: 0 } },
  proximity: { weights: { proximity: 0 } },
  corrections: { corrects: false },
  pages: { showsPages: false },
};

/**
 * Prints the quality of what a search shows: by kind of query, without each ingredient, and its
 * worst queries.
 */
export async function measureQuality(path: string): Promise<void> {
  const collection = collectionSchema.parse(parse(readFileSync(path, 'utf8')));
  const judged = Object.entries(collection)
    .flatMap(([kind, queries]) => queries.map((query): JudgedQuery => ({ ...query, kind })))
    .filter(({ best, also }) => best.length + also.length > 0);
  using folder = mkdtempDisposableSync(join(tmpdir(), 'search-bench-'));
  using store = openStore({ dataDir: folder.path });
  const { records } = await compileContent('site/content', new Date(NOW));
  syncSource(store, createRecordsSource(records), NOW);
  const measure = (variant: SearchVariant, queries = judged) =>
    measureQueries(createRanker(store, variant), queries);
  const whole = measure({});
  const intended = measure(
    {},
    judged.map(({ q, intended = q, ...rest }) => ({ ...rest, q: intended })),
  );
  console.log(`${path}: ${judged.length} queries, intervals of 95 %`);
  printTable(summariseKinds(whole));
  const compared = summariseIntended(whole, intended);
  if (Object.keys(compared).length > 0) {
    console.log('Compared with the same queries complete and without slips');
    printTable(compared);
  }
  console.log(
    'nDCG@10 without an ingredient, what the ingredient adds, and how many queries it helps and harms',
  );
  printTable(
    Object.fromEntries(
      Object.entries(VARIANTS).map(([name, variant]) => [
        name,
        summariseIngredient(whole, measure(variant)),
      ]),
    ),
  );
  console.log('The worst queries: what comes first, and the best documents with their places');
  for (const one of whole.toSorted((a, b) => a['nDCG@10'] - b['nDCG@10']).slice(0, WORST_COUNT)) {
    console.log(formatRanking(one));
  }
  printKeystrokes(store, NOW);
  printDirectAnswers(store, Object.values(collection).flat(), NOW);
}

/**
 * Lists what a reader sees: the first articles, and between them the pages, by the last segment of
 * their paths.
 */
function createRanker(
  store: Store,
  { weights, corrects = true, showsPages = true }: SearchVariant,
): Ranker {
  const search = store.index.snapshot((): Search => {
    const site = openSearch(store);
    return {
      ...site,
      index: openIndex(store.index, { ...WEIGHTS, ...weights }),
      speller: corrects ? site.speller : { ...site.speller, isWritten: () => true },
      answers: { has: () => false, get: (_text, _time, find) => find() },
    };
  });
  return (text) => {
    const { pages } = summariseSearch(store, text, NOW, () => search);
    const { items } = searchPosts(store, { text }, NOW, () => search);
    const shown = items.map(({ slug }) => slug);
    const placed = showsPages ? pages.filter(({ place }) => place <= shown.length) : [];
    for (const [before, { path, place }] of placed.entries())
      shown.splice(place + before, 0, path.slice(path.lastIndexOf('/') + 1));
    return [...new Set(shown)];
  };
}

function measureQueries(rank: Ranker, queries: readonly JudgedQuery[]): MeasuredQuery[] {
  return queries.map((query) => {
    const grades = new Map([
      ...query.also.map((slug): [string, number] => [slug, ALSO_GRADE]),
      ...query.best.map((slug): [string, number] => [slug, BEST_GRADE]),
    ]);
    const shown = rank(query.q);
    return { query, shown, ...measureRanking(shown, grades) };
  });
}

function summariseKinds(measured: readonly MeasuredQuery[]) {
  const kinds = Map.groupBy(measured, ({ query }) => query.kind);
  return Object.fromEntries(
    [...kinds, ['all', measured] as const].map(([kind, own]) => [
      kind,
      {
        queries: own.length,
        ...summariseMeasure('nDCG@10', own.map(readNdcg), computeMean),
        MRR: averageMeasure(own, 'MRR'),
        'recall@24': averageMeasure(own, 'recall@24'),
      },
    ]),
  );
}

/** The kinds of which the file says how the queries were meant. */
function summariseIntended(typed: readonly MeasuredQuery[], intended: readonly MeasuredQuery[]) {
  const pairs = typed.flatMap((one, place) => ({
    kind: one.query.kind,
    pair: pairNdcg(one, intended[place]),
    query: one.query,
  }));
  const kinds = Map.groupBy(
    pairs.filter(({ query }) => query.intended !== undefined),
    ({ kind }) => kind,
  );
  return Object.fromEntries(
    Array.from(kinds, ([kind, own]) => [
      kind,
      {
        queries: own.length,
        'as typed': computeMean(own.map(({ pair }) => pair[0])),
        'as intended': computeMean(own.map(({ pair }) => pair[1])),
        ...summariseMeasure(
          'ratio',
          own.map(({ pair }) => pair),
          computeRatio,
        ),
      },
    ]),
  );
}

function summariseIngredient(whole: readonly MeasuredQuery[], without: readonly MeasuredQuery[]) {
  const differences = whole.map((one, place) => {
    const [own, other] = pairNdcg(one, without[place]);
    return { kind: one.query.kind, gain: own - other };
  });
  const gains = differences.map(({ gain }) => gain);
  const ofQuestions = differences.flatMap(({ kind, gain }) => (kind === 'question' ? gain : []));
  return {
    without: averageMeasure(without, 'nDCG@10'),
    ...summariseMeasure('adds', gains, computeMean),
    ...summariseMeasure('to questions', ofQuestions, computeMean),
    helps: gains.filter((gain) => gain > 0).length,
    harms: gains.filter((gain) => gain < 0).length,
  };
}

function readNdcg(measured: MeasuredQuery): number {
  return measured['nDCG@10'];
}

function pairNdcg(one: MeasuredQuery, other: MeasuredQuery | undefined): Pair {
  return [readNdcg(one), other === undefined ? Number.NaN : readNdcg(other)];
}

/** Returns the measure and its interval. */
function summariseMeasure<Value>(
  name: string,
  values: readonly Value[],
  measure: (values: readonly Value[]) => number,
): Readonly<Record<string, number | string>> {
  const { low, high } = bootstrap(values, measure);
  return {
    [name]: measure(values),
    [`${name} interval`]: `${low.toFixed(3)} to ${high.toFixed(3)}`,
  };
}

const SHOWN_COUNT = 3;

function formatRanking({ query, shown, ...measures }: MeasuredQuery): string {
  const places = (query.best.length > 0 ? query.best : query.also).map((slug) => {
    const place = shown.indexOf(slug);
    return `${slug}@${place < 0 ? 'not shown' : place + 1}`;
  });
  return [
    `${measures['nDCG@10'].toFixed(3)} ${query.kind}: ${query.q}`,
    `  first: ${shown.slice(0, SHOWN_COUNT).join(', ')}`,
    `  best: ${places.join(', ')}`,
  ].join('\n');
}

const targetsSchema = z.array(
  z.object({ typed: z.string(), wanted: z.string(), within: z.number() }),
);

/**
 * Prints after how many letters of its text each page of `tests/search/keystrokes.yaml` is
 * suggested, and for how many further ones it is not.
 */
export function printKeystrokes(store: Store, now: number): void {
  const targets = targetsSchema.parse(parse(readFileSync('tests/search/keystrokes.yaml', 'utf8')));
  const rows = targets.map(({ typed, wanted }) => {
    const isSuggested = Array.from(typed, (_, place) =>
      listSuggestions(store, typed.slice(0, place + 1), now).some(
        ({ href }) => href.split('#')[0] === wanted,
      ),
    );
    const first = isSuggested.indexOf(true);
    const missing = first < 0 ? 0 : isSuggested.slice(first).filter((is) => !is).length;
    return [
      typed,
      { page: wanted, letters: first < 0 ? 'never' : first + 1, of: typed.length, missing },
    ];
  });
  console.log('Letters until a page is suggested, and later letters at which it is missing');
  printTable(Object.fromEntries(rows));
}
