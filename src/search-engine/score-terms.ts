import { FIELDS, type Field } from './schema.ts';
import { type SearchIndex, type Term, visitDocuments } from './search-index.ts';

/**
 * How much an occurrence counts by the field it stands in, and how far a long field takes from it (0 not at all, 1 in
 * proportion): BM25F with the customary values, which fit no collection in particular.
 */
const FIELD_WEIGHTS: Readonly<Record<Field, { readonly weight: number; readonly b: number }>> = {
  title: { weight: 4, b: 0.5 },
  topic: { weight: 1, b: 0.5 },
  excerpt: { weight: 1.5, b: 0.5 },
  headings: { weight: 1.5, b: 0.6 },
  body: { weight: 1, b: 0.7 },
};

/** BM25 as it is, all fields being one text. */
const PLAIN_WEIGHT = { weight: 1, b: 0.75 };

/** How soon more occurrences stop counting. */
const K1 = 1.8;

/** An index that can be ranked by. */
export type WeighedIndex = SearchIndex & {
  /** What one occurrence is worth, by slot and field. */
  readonly worths: Float32Array;
};

/** Without `weighsFields` a word in the title counts as one in the body. */
export function weighIndex(index: SearchIndex, weighsFields = true): WeighedIndex {
  const { lengths, averageLengths } = index;
  const worths = new Float32Array(lengths.length);
  for (const [field, name] of FIELDS.entries()) {
    const { weight, b } = weighsFields ? FIELD_WEIGHTS[name] : PLAIN_WEIGHT;
    const average = Math.max(1, averageLengths[field] ?? 1);
    for (let place = field; place < lengths.length; place += FIELDS.length) {
      worths[place] = weight / (1 - b + (b * (lengths[place] ?? 0)) / average);
    }
  }
  return { ...index, worths };
}

/** Something that documents may say: which do, each once, and beside them by how much they say it. */
export type Evidence = {
  readonly slots: Int32Array;
  readonly scores: Float32Array;
  /** How rare it is: what one mention of it tells. */
  readonly rarity: number;
};

/** By how much each document is about a term. */
export function scoreTerm(index: WeighedIndex, { id, documents }: Term): Evidence {
  const rarity = computeRarity(index, documents);
  const slots = new Int32Array(documents);
  const scores = new Float32Array(documents);
  let count = 0;
  visitDocuments(index, id, index.worths, (slot, total) => {
    slots[count] = slot;
    scores[count++] = saturate(total, rarity);
  });
  return { slots, scores, rarity };
}

/** The inverse document frequency, never below zero. */
export function computeRarity({ documentCount }: SearchIndex, documents: number): number {
  return Math.log(1 + Math.max(0, documentCount - documents + 0.5) / (documents + 0.5));
}

/** BM25 of a count in a document so many times as long as the average, all fields being one text; up to k1 + 1. */
export function saturateCount(count: number, length: number): number {
  return saturate(count / (1 - PLAIN_WEIGHT.b + PLAIN_WEIGHT.b * length), 1);
}

/** Turns a weighted count into a score. */
export function saturate(total: number, rarity: number): number {
  return (rarity * total * (K1 + 1)) / (total + K1);
}
