import {
  advance,
  createPlaces,
  fieldOfPlace,
  openPostings,
  type PostingsCursor,
  readPlaces,
} from '../inverted-index/postings.ts';
import { FIELDS } from '../inverted-index/schema.ts';
import { readPostings, type Term } from '../inverted-index/search-index.ts';
import { keepFollowed } from './keep-followed.ts';
import { computeRarity, type Evidence, saturate, type WeighedIndex } from './score-terms.ts';

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
