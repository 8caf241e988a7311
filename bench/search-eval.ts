import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { openIndex } from '../packages/marketing-workbench/src/search-engine/open-index.ts';
import { listBest } from '../packages/marketing-workbench/src/search-engine/ranking.ts';
import { SEARCH_SCHEMA } from '../packages/marketing-workbench/src/search-engine/schema.ts';
import { searchDocuments } from '../packages/marketing-workbench/src/search-engine/search.ts';
import { writeDocuments } from '../packages/marketing-workbench/src/search-engine/write-documents.ts';
import { openDatabase } from '../packages/marketing-workbench/src/store/database.ts';
import { bootstrap, computeMean, computeRatio, type Pair } from './bootstrap.ts';
import { indexWithFts5, type Ranker } from './plain-fts5.ts';

/** The depth of a ranking that MAP evaluates, by TREC's convention. */
const RANKING_DEPTH = 1_000;
const PRINTED: readonly (keyof Measures)[] = ['nDCG@10', 'MAP', 'P@10', 'MRR'];
const USAGE =
  'Usage: npm run bench -- search-eval --docs docs.jsonl --queries queries.jsonl --qrels qrels.tsv';

const name = z.union([z.string().trim().min(1), z.number()]).transform(String);
const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '');
const documentSchema = z.object({ id: name, title: text, text });
const querySchema = z.object({ id: name, text: z.string() });

/**
 * Ranks any collection as the site ranks its posts, prints the measures, those of plain FTS5 (see
 * `indexWithFts5`), the ratio of both and the times, and returns the exit status. Queries without a
 * relevant document are ignored.
 */
export function searchEval(args: readonly string[]): number {
  const options = {
    docs: { type: 'string' },
    queries: { type: 'string' },
    qrels: { type: 'string' },
  } as const;
  const { docs, queries, qrels } = parseArgs({ args: [...args], options, strict: false }).values;
  if (typeof docs !== 'string' || typeof queries !== 'string' || typeof qrels !== 'string') {
    console.error(USAGE);
    return 2;
  }
  try {
    printMeasures(docs, queries, readGrades(qrels));
    return 0;
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    console.error(error.message);
    return 1;
  }
}

class UnreadableError extends Error {}

type GradesByQuery = ReadonlyMap<string, Grades>;

function printMeasures(docs: string, queries: string, grades: GradesByQuery): void {
  const documents = readJsonLines(docs, documentSchema);
  const asked = readJsonLines(queries, querySchema).filter(({ id }) => grades.has(id));
  if (asked.length === 0) {
    throw new UnreadableError(
      `${queries} has no query that a document is relevant to; compare the ids`,
    );
  }
  const measureAll = (rank: Ranker) =>
    asked.map(({ id, text: query }) => measureRanker(rank, query, grades.get(id) ?? new Map()));
  const own = measureAll(indexDocuments(documents));
  const plain = measureAll(indexWithFts5(documents, RANKING_DEPTH));
  for (const name of PRINTED) console.log(`${name} ${averageMeasure(own, name).toFixed(3)}`);
  for (const name of PRINTED) console.log(`FTS5 ${name} ${averageMeasure(plain, name).toFixed(3)}`);
  printRatio(own.map((one, place): Pair => [one['nDCG@10'], plain[place]?.['nDCG@10'] ?? 0]));
  console.log(`ms per query ${formatTimes(own)}`);
  console.log(`FTS5 ms per query ${formatTimes(plain)}`);
}

type TimedMeasures = Measures & { readonly milliseconds: number };

/**
 * Returns the better time of two runs: the first one of all reads what later ones find in memory.
 */
function measureRanker(rank: Ranker, query: string, grades: Grades): TimedMeasures {
  const times = [0, 0].map(() => {
    const start = performance.now();
    rank(query);
    return performance.now() - start;
  });
  return { ...measureRanking(rank(query), grades), milliseconds: Math.min(...times) };
}

function printRatio(pairs: readonly Pair[]): void {
  const { low, high } = bootstrap(pairs, computeRatio);
  const interval = `(95 % interval ${low.toFixed(3)} to ${high.toFixed(3)}, ${pairs.length} queries)`;
  console.log(`nDCG@10 / FTS5 nDCG@10 ${computeRatio(pairs).toFixed(3)} ${interval}`);
}

function formatTimes(timed: readonly TimedMeasures[]): string {
  const times = timed.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
  const p99 = times[Math.ceil(0.99 * times.length) - 1] ?? Number.NaN;
  return `mean ${computeMean(times).toFixed(2)}, p99 ${p99.toFixed(2)}`;
}

type Document = z.infer<typeof documentSchema>;

/**
 * Indexes the documents in memory; returns a function that ranks the ids of all documents with any
 * word of a query.
 */
function indexDocuments(documents: readonly Document[]): Ranker {
  const database = openDatabase(':memory:');
  database.exec(SEARCH_SCHEMA);
  const written = documents.map(({ title, text: body }, place) => ({
    id: place + 1,
    publishedAt: 0,
    facet: '',
    fields: { title, body },
  }));
  database.transaction(() => writeDocuments(database, { removed: [], written }));
  const index = openIndex(database);
  return (query) =>
    listBest(searchDocuments(index, query, { now: 0 }), RANKING_DEPTH, (a, b) => a - b).flatMap(
      (slot) => documents[index.idOf(slot) - 1]?.id ?? [],
    );
}

/**
 * Returns the grades above 0, by query; a document graded twice counts by its higher grade. A first
 * line may name the columns.
 */
function readGrades(path: string): GradesByQuery {
  const grades = new Map<string, Map<string, number>>();
  for (const { line, number } of readNumberedLines(path)) {
    const columns = line.split('\t').map((part) => part.trim());
    // TREC's own files have an unused column between query and document.
    const [query = '', document = '', grade = ''] =
      columns.length === 4 ? columns.toSpliced(1, 1) : columns;
    const value = grade === '' ? Number.NaN : Number(grade);
    if (Number.isNaN(value) && number === 1 && document !== '') continue;
    if (query === '' || document === '' || !Number.isFinite(value)) {
      throw new UnreadableError(
        `${path}:${number} is not "query<tab>document<tab>grade"; write a number as grade`,
      );
    }
    if (value <= 0) continue;
    const known = grades.get(query) ?? new Map<string, number>();
    grades.set(query, known.set(document, Math.max(value, known.get(document) ?? 0)));
  }
  return grades;
}

function readJsonLines<Value extends { readonly id: string }>(
  path: string,
  schema: z.ZodType<Value>,
): Value[] {
  const lineOf = new Map<string, number>();
  return readNumberedLines(path).map(({ line, number }) => {
    const checked = schema.safeParse(parseJsonLine(line));
    if (!checked.success) {
      const fields = checked.error.issues.map(({ path: field }) => field.join('.')).filter(Boolean);
      const reason =
        fields.length === 0 ? 'is not a JSON object' : `needs a text as ${fields.join(', ')}`;
      throw new UnreadableError(
        `${path}:${number} ${reason}; write one {"id", "text"} in each line`,
      );
    }
    const first = lineOf.get(checked.data.id);
    if (first !== undefined) {
      throw new UnreadableError(
        `${path}:${number} has the id ${checked.data.id} of line ${first}; give each line its own`,
      );
    }
    lineOf.set(checked.data.id, number);
    return checked.data;
  });
}

function parseJsonLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

type NumberedLine = { readonly line: string; readonly number: number };

/** Returns the lines that are not blank, as they are numbered in the file. */
function readNumberedLines(path: string): NumberedLine[] {
  let content: string;
  try {
    content = readFileSync(path, 'utf8');
  } catch {
    throw new UnreadableError(`${path} can't be read; give the path of an existing file`);
  }
  return content
    .replace(/^\uFEFF/, '')
    .split('\n')
    .map((line, place) => ({ line, number: place + 1 }))
    .filter(({ line }) => line.trim() !== '');
}

/**
 * The relevance of each document to a query, from 1; a missing document, or one of 0 or less, is
 * irrelevant.
 */
type Grades = ReadonlyMap<string, number>;

export type Measures = Readonly<Record<'nDCG@10' | 'MAP' | 'P@10' | 'MRR' | 'recall@24', number>>;

/** Returns the measures of one query's ranked documents, as TREC's evaluation defines them. */
export function measureRanking(ranked: readonly string[], grades: Grades): Measures {
  const gains = ranked.map((id) => Math.max(0, grades.get(id) ?? 0));
  const ideal = [...grades.values()].filter((grade) => grade > 0).sort((a, b) => b - a);
  const relevant = Math.max(1, ideal.length);
  const hits = gains.flatMap((gain, place) => (gain > 0 ? place : []));
  const first = hits[0];
  return {
    'nDCG@10':
      discountGains(gains.slice(0, 10)) /
      Math.max(discountGains(ideal.slice(0, 10)), Number.MIN_VALUE),
    MAP: hits.reduce((sum, place, found) => sum + (found + 1) / (place + 1), 0) / relevant,
    'P@10': hits.filter((place) => place < 10).length / 10,
    MRR: first === undefined ? 0 : 1 / (first + 1),
    'recall@24': hits.filter((place) => place < 24).length / relevant,
  };
}

export function averageMeasure(all: readonly Measures[], name: keyof Measures): number {
  return computeMean(all.map((one) => one[name]));
}

function discountGains(gains: readonly number[]): number {
  return gains.reduce((sum, gain, place) => sum + gain / Math.log2(place + 2), 0);
}
