import type { Term } from '../inverted-index/search-index.ts';
import type { Alternative } from './alternatives.ts';
import type { Group } from './plan-query.ts';
import { scorePhrase } from './score-phrase.ts';
import { computeRarity, type Evidence, scoreTerm, type WeighedIndex } from './score-terms.ts';

/** A little less than the same. */
const BELOW = 0.99;
const NO_EVIDENCE = { slots: new Int32Array(0), scores: new Float32Array(0) };

/** A document says a group as well as the best of its alternatives; none tells more than what was typed. */
export function scoreGroup(index: WeighedIndex, { alternatives }: Group): Evidence {
  const [typed, ...others] = alternatives;
  if (typed === undefined) return { ...NO_EVIDENCE, rarity: computeRarity(index, 0) };
  const first = scoreAlternative(index, typed);
  if (others.length === 0) return first;
  let rarity = first.rarity;
  const all = [first];
  for (const alternative of others) {
    const other = scoreAlternative(index, alternative);
    const isOther = typed.weight === 1 && alternative.name === 'of a word';
    const share = isOther && other.rarity > rarity ? rarity / other.rarity : 1;
    if (typed.weight < 1) rarity = Math.max(rarity, other.rarity);
    all.push(weaken(other, share));
  }
  if (alternatives.some(({ isCompletion }) => isCompletion)) return scoreBegun(index, all);
  const best = keepBest(index, all);
  const literal = all.filter((_, place) => alternatives[place]?.name !== 'of a word');
  return { ...(literal.length < all.length ? putBelow(index, best, literal) : best), rarity };
}

/** A word that may be a part of others tells no more than all of them together. */
function scoreBegun(index: WeighedIndex, all: readonly Evidence[]): Evidence {
  const rarity = computeRarity(index, keepBest(index, all).slots.length);
  return {
    ...keepBest(
      index,
      all.map((one) => weaken(one, rarity / one.rarity)),
    ),
    rarity,
  };
}

type Scored = Pick<Evidence, 'slots' | 'scores'>;

/** Documents that say something by another name alone come below those that say it as it is typed. */
function putBelow(
  { slotCount }: WeighedIndex,
  { slots, scores }: Scored,
  literal: readonly Evidence[],
): Scored {
  const isLiteral = new Uint8Array(slotCount);
  for (const evidence of literal) for (const slot of evidence.slots) isLiteral[slot] = 1;
  let least = Number.POSITIVE_INFINITY;
  let highest = 0;
  for (let place = 0; place < slots.length; place++) {
    const score = scores[place] ?? 0;
    if (isLiteral[slots[place] ?? 0] === 1) least = Math.min(least, score);
    else highest = Math.max(highest, score);
  }
  if (highest < least) return { slots, scores };
  const share = BELOW * (least / highest);
  return {
    slots,
    scores: scores.map((score, place) => (isLiteral[slots[place] ?? 0] === 1 ? score : score * share)),
  };
}

function scoreAlternative(index: WeighedIndex, { terms, weight }: Alternative): Evidence {
  return weaken(scoreTerms(index, terms), weight);
}

function weaken(evidence: Evidence, weight: number): Evidence {
  return weight === 1 ? evidence : { ...evidence, scores: evidence.scores.map((score) => score * weight) };
}

/** Each document once, with the highest of its scores. */
function keepBest({ slotCount }: WeighedIndex, all: readonly Evidence[]) {
  const best = new Float32Array(slotCount);
  const found = new Int32Array(all.reduce((sum, { slots }) => sum + slots.length, 0));
  let count = 0;
  for (const { slots, scores } of all) {
    for (let place = 0; place < slots.length; place++) {
      const slot = slots[place] ?? 0;
      const score = scores[place] ?? 0;
      if (best[slot] === 0) found[count++] = slot;
      if (score > (best[slot] ?? 0)) best[slot] = score;
    }
  }
  const slots = found.subarray(0, count);
  return { slots, scores: Float32Array.from(slots, (slot) => best[slot] ?? 0) };
}

/** Of several terms, by how much each document has them one after another. */
export function scoreTerms(index: WeighedIndex, terms: readonly Term[]): Evidence {
  const [first] = terms;
  return first !== undefined && terms.length === 1 ? scoreTerm(index, first) : scorePhrase(index, terms);
}
