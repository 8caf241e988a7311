import type { Group } from './plan-query.ts';
import { advance, createPlaces, openPostings, readPlaces } from './postings.ts';
import { listBest, type Ranking } from './rank-documents.ts';
import { BLOCK_SIZE } from './schema.ts';
import { computeRarity, type WeighedIndex } from './score-terms.ts';
import { readPostings, type Term } from './search-index.ts';

/** Only of the best documents is it worth asking how near to one another they have the words. */
const DOCUMENTS_MAX = 60;
const WORDS_MAX = 6;
/** Words farther apart than this have nothing to do with one another. */
const WINDOW = 6;
/** What the nearness of two words is worth, where a word is worth 1. */
const WEIGHT = 0.3;
const K = 2;

type Word = {
  readonly rarity: number;
  /** Where it stands in each document, by slot; ascending, fields far apart. */
  readonly places: ReadonlyMap<number, Int32Array>;
};

/** Adds to the scores of the best documents for words of the query that stand near to one another, the nearer the more. */
export function addProximity(index: WeighedIndex, ranking: Ranking, groups: readonly Group[]): void {
  const terms = groups.flatMap(({ alternatives: [typed] }) => listSingle(typed?.terms)).slice(0, WORDS_MAX);
  if (terms.length < 2) return;
  const best = listBest(ranking, DOCUMENTS_MAX, (a, b) => a - b);
  const words = terms.map((term) => ({
    rarity: computeRarity(index, term.documents),
    places: findPlaces(index, term, best),
  }));
  for (const slot of best) {
    let gain = 0;
    for (const [place, word] of words.entries()) {
      for (const other of words.slice(place + 1)) gain += scorePair(word, other, slot);
    }
    ranking.scores[slot] = (ranking.scores[slot] ?? 0) + (WEIGHT * gain) / (words.length - 1);
  }
}

function listSingle(terms: readonly Term[] | undefined): Term[] {
  return terms?.length === 1 ? [...terms] : [];
}

function findPlaces(index: WeighedIndex, { id }: Term, slots: readonly number[]): Map<number, Int32Array> {
  const found = new Map<number, Int32Array>();
  const places = createPlaces();
  const byBlock = Map.groupBy(
    slots.toSorted((a, b) => a - b),
    (slot) => slot - (slot % BLOCK_SIZE),
  );
  for (const [start, packed] of readPostings(index, id, slots)) {
    const cursor = openPostings(packed);
    for (const slot of byBlock.get(start) ?? []) {
      while (start + cursor.offset < slot) advance(cursor);
      if (start + cursor.offset !== slot) continue;
      readPlaces(cursor, places);
      found.set(slot, places.numbers.slice(0, places.count));
    }
  }
  return found;
}

function scorePair(word: Word, other: Word, slot: number): number {
  const first = word.places.get(slot);
  const second = other.places.get(slot);
  if (first === undefined || second === undefined) return 0;
  const nearness = addNearness(first, second);
  return (Math.min(word.rarity, other.rarity) * nearness * (K + 1)) / (nearness + K);
}

/** One over the distance, squared, for each occurrence of the first with one of the second near to it. */
function addNearness(first: Int32Array, second: Int32Array): number {
  let sum = 0;
  let start = 0;
  for (const position of first) {
    while ((second[start] ?? Number.POSITIVE_INFINITY) < position - WINDOW) start++;
    for (let place = start; (second[place] ?? Number.POSITIVE_INFINITY) <= position + WINDOW; place++) {
      const distance = Math.abs(position - (second[place] ?? 0));
      if (distance > 0) sum += 1 / distance ** 2;
    }
  }
  return sum;
}
