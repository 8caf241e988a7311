import {
  advance,
  createPlaces,
  fieldOfPlace,
  openPostings,
  type Places,
  type PostingsCursor,
  positionOfPlace,
  readPlaces,
} from './postings.ts';
import { FIELDS } from './schema.ts';
import { computeRarity, type Evidence, saturate, type WeighedIndex } from './score-terms.ts';
import { readPostings, type Term } from './search-index.ts';

/** By how much each document is about terms that stand directly one after another in it. */
export function scorePhrase(index: WeighedIndex, terms: readonly Term[]): Evidence {
  const slots: number[] = [];
  const totals: number[] = [];
  visitPhrases(index, terms, (slot, total) => {
    slots.push(slot);
    totals.push(total);
  });
  const rarity = computeRarity(index, slots.length);
  const scores = Float32Array.from(totals, (total) => saturate(total, rarity));
  return { slots: Int32Array.from(slots), scores, rarity };
}

/** Documents that have all words of a phrase, each as often as the phrase has words: to see whether they stand together. */
const WORK_MAX = 100_000;

/** From the newest documents on; of words that nearly all of very many have, the oldest are not reached. */
function visitPhrases(
  index: WeighedIndex,
  terms: readonly Term[],
  visit: (slot: number, total: number) => void,
): void {
  const distinct = [...new Set(terms.map(({ id }) => id))];
  const order = terms.map(({ id }) => distinct.indexOf(id));
  const [first, ...others] = distinct.map((id) => readPostings(index, id));
  let work = 0;
  for (const [start, packed] of [...(first ?? [])].reverse()) {
    if (work > WORK_MAX) return;
    const rows = others.flatMap((postings) => postings.get(start) ?? []);
    if (rows.length < others.length) continue;
    const cursors = [packed, ...rows].map(openPostings);
    while (meet(cursors)) {
      const slot = start + (cursors[0]?.offset ?? 0);
      const total = addUpPhrases(index, { cursors, order }, slot);
      if (total > 0) visit(slot, total);
      work += order.length;
      for (const cursor of cursors) advance(cursor);
    }
  }
}

/** Moves the cursors to the next document that all of them have; false where there is none. */
function meet(cursors: readonly PostingsCursor[]): boolean {
  let wanted = 0;
  for (let agreed = 0, place = 0; agreed < cursors.length; place = (place + 1) % cursors.length) {
    const cursor = cursors[place];
    if (cursor === undefined) return false;
    while (cursor.offset < wanted) advance(cursor);
    agreed = cursor.offset === wanted ? agreed + 1 : 1;
    wanted = cursor.offset;
    if (wanted === Number.POSITIVE_INFINITY) return false;
  }
  return true;
}

type Meeting = {
  /** One for each distinct word, all on the same document. */
  readonly cursors: readonly PostingsCursor[];
  /** The cursor of each word of the phrase. */
  readonly order: readonly number[];
};

const found = createPlaces();
const next = createPlaces();

function addUpPhrases({ worths }: WeighedIndex, { cursors, order }: Meeting, slot: number): number {
  for (let place = 0; place < order.length; place++) {
    const cursor = cursors[order[place] ?? 0];
    if (cursor === undefined) return 0;
    readPlaces(cursor, place === 0 ? found : next);
    if (place > 0) keepFollowed(found, next);
    if (found.count === 0) return 0;
  }
  let total = 0;
  for (let place = 0; place < found.count; place++) {
    total += worths[slot * FIELDS.length + fieldOfPlace(found.numbers[place] ?? 0)] ?? 0;
  }
  return total;
}

/** Longer texts than this have their places compared one by one. */
const POSITION_BITS = 13;
const FIELD_BITS = 3;

/** The places wanted of the document at hand, each where its field and position alone say. */
const marks = new Int32Array(2 ** (FIELD_BITS + POSITION_BITS));
const generations = new Int32Array(marks.length);
let generation = 0;

/**
 * Turns the places of a phrase's words so far into those of the next word that come directly after one of them. Frequent words
 * stand in no order that a processor could foresee: to mark places takes half the time of comparing them.
 */
export function keepFollowed(before: Places, after: Places): void {
  generation = (generation + 1) | 0;
  before.count = markFollowing(before) ? keepMarked(before, after) : keepCompared(before, after);
}

/** False where two places may share a mark. */
function markFollowing({ numbers, count }: Places): boolean {
  for (let place = 0; place < count; place++) {
    const wanted = (numbers[place] ?? 0) + 1;
    if (positionOfPlace(wanted) >= 2 ** POSITION_BITS) return false;
    const mark = markOf(wanted);
    marks[mark] = wanted;
    generations[mark] = generation;
  }
  return true;
}

function keepMarked({ numbers }: Places, { numbers: others, count: end }: Places): number {
  let count = 0;
  for (let place = 0; place < end; place++) {
    const number = others[place] ?? 0;
    const mark = markOf(number);
    if (marks[mark] === number && generations[mark] === generation) numbers[count++] = number;
  }
  return count;
}

function keepCompared({ numbers, count: end }: Places, { numbers: others, count: otherEnd }: Places): number {
  let count = 0;
  let other = 0;
  for (let place = 0; place < end; place++) {
    const wanted = (numbers[place] ?? 0) + 1;
    while (other < otherEnd && (others[other] ?? 0) < wanted) other++;
    if (other < otherEnd && others[other] === wanted) numbers[count++] = wanted;
  }
  return count;
}

function markOf(number: number): number {
  return (fieldOfPlace(number) << POSITION_BITS) | (number & (2 ** POSITION_BITS - 1));
}
