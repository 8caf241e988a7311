import type { Alternative } from './alternatives.ts';
import { addFeedback } from './feedback.ts';
import type { Group } from './plan-query.ts';
import { addProximity } from './proximity.ts';
import { scorePhrase } from './score-phrase.ts';
import { computeRarity, type Evidence, scoreTerm, type WeighedIndex } from './score-terms.ts';
import type { Term } from './search-index.ts';
import { addTitleWords, type TitleWord } from './title-words.ts';

/** What is looked for, in terms of the index. */
export type Plan = {
  /** A question or the like, not a list of words. */
  readonly isSentence: boolean;
  /** Its words that say nothing of what it is about, but may do so of the answer that is wanted. */
  readonly titleWords: readonly TitleWord[];
  readonly groups: readonly Group[];
  /** Each must be found; undefined where one of its words is in no document. */
  readonly phrases: readonly (readonly Term[] | undefined)[];
  readonly excluded: readonly (readonly Term[])[];
};

export type RankOptions = {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** The least share of what the query says that a document must have to be found. */
  readonly leastShare: number;
  /** Documents with every word before all others. */
  readonly putsWholeFirst: boolean;
  readonly usesTitleWords: boolean;
  readonly usesProximity: boolean;
  readonly usesFeedback: boolean;
};

/** By slot. */
export type Ranking = {
  readonly scores: Float64Array;
  /** 1 where the document has every word of the query: it comes before each that has not, whatever their scores. */
  readonly isWhole: Uint8Array;
  /** Slots of the documents found, in no order. */
  readonly found: Int32Array;
};

/** How many candidates more than twice those wanted are kept before they are sorted. */
const MARGIN = 500;

/** Where one rare word of a sentence leaves fewer documents, those without it are found, too. */
const FEWEST_OF_SENTENCE = 5;

/** More than any score. */
const WHOLE_BONUS = 1_000_000;
/** Of rounding, where shares are added up. */
const SHARE_SLACK = 1e-3;

const NOTHING: Ranking = {
  scores: new Float64Array(0),
  isWhole: new Uint8Array(0),
  found: new Int32Array(0),
};

/** Every document that is found, with a score: the more of the query's words, and the rarer they are, the higher. */
export function rankDocuments(index: WeighedIndex, plan: Plan, options: RankOptions): Ranking {
  const phrases = plan.phrases.map((terms) => terms && scoreTerms(index, terms));
  const required = phrases.flatMap((phrase) => phrase ?? []);
  const evidence = [
    ...plan.groups.map((group) => ({ ...scoreGroup(index, group), weight: group.weight })),
    ...required.map((phrase) => ({ ...phrase, weight: 1 })),
  ];
  if (evidence.length === 0 || required.length < phrases.length) return NOTHING;
  const { scores, shares, counts } = addUp(index, evidence);
  dismiss(index, scores, { required, excluded: plan.excluded, now: options.now });
  const fewest = plan.isSentence ? FEWEST_OF_SENTENCE : 0;
  const found = keepMost(scores, { shares, counts }, { ...options, most: evidence.length / 2, fewest });
  const whole = options.putsWholeFirst ? 1 - SHARE_SLACK : Number.POSITIVE_INFINITY;
  const isWhole = new Uint8Array(scores.length);
  for (const slot of found) isWhole[slot] = (shares[slot] ?? 0) >= whole ? 1 : 0;
  const ranking = { scores, isWhole, found };
  if (options.usesTitleWords && plan.isSentence) addTitleWords(index, ranking, plan.titleWords);
  if (options.usesProximity) addProximity(index, ranking, plan.groups);
  if (options.usesFeedback) addFeedback(index, ranking, evidence.length);
  return ranking;
}

/** By slot: the sum of all evidence, how much of the query, by rarity, the document has, and how many of its words. */
function addUp({ slotCount }: WeighedIndex, evidence: readonly (Evidence & { readonly weight: number })[]) {
  const sums = new Float64Array(slotCount);
  const shares = new Float32Array(slotCount);
  const counts = new Uint8Array(slotCount);
  const whole = evidence.reduce((sum, { rarity, weight }) => sum + tellingOf(rarity) * weight, 0);
  for (const { slots, scores, rarity, weight } of evidence) {
    const share = (tellingOf(rarity) * weight) / whole;
    for (let place = 0; place < slots.length; place++) {
      const slot = slots[place] ?? 0;
      sums[slot] = (sums[slot] ?? 0) + (scores[place] ?? 0) * weight;
      shares[slot] = (shares[slot] ?? 0) + share;
      counts[slot] = (counts[slot] ?? 0) + 1;
    }
  }
  return { scores: sums, shares, counts };
}

/** A word that all documents have still counts for something, so that it is one of "all words". */
function tellingOf(rarity: number): number {
  return rarity + 0.1;
}

type Requirements = {
  readonly required: readonly Evidence[];
  readonly excluded: Plan['excluded'];
  readonly now: number;
};

/** Takes the score from documents that are not to be found. */
function dismiss(index: WeighedIndex, scores: Float64Array, { required, excluded, now }: Requirements): void {
  const missing = new Uint8Array(index.slotCount).fill(required.length);
  for (const { slots } of required) for (const slot of slots) missing[slot] = (missing[slot] ?? 0) - 1;
  for (const terms of excluded) for (const slot of scoreTerms(index, terms).slots) missing[slot] = 1;
  for (let slot = 0; slot < scores.length; slot++) {
    if (missing[slot] !== 0 || (index.dates[slot] ?? Number.POSITIVE_INFINITY) > now) scores[slot] = 0;
  }
}

type Shares = { readonly shares: Float32Array; readonly counts: Uint8Array };

type Enough = { readonly leastShare: number; readonly most: number; readonly fewest: number };

/** The documents that say enough of the query, or have more than so many of its words; where these are too few, all. */
function keepMost(
  scores: Float64Array,
  { shares, counts }: Shares,
  { leastShare, most, fewest }: Enough,
): Int32Array {
  const matching = listSlots(scores.length, (slot) => (scores[slot] ?? 0) > 0);
  let best = 0;
  for (const slot of matching) best = Math.max(best, shares[slot] ?? 0);
  const least = Math.min(leastShare, best) - SHARE_SLACK;
  const kept = matching.filter((slot) => (shares[slot] ?? 0) >= least || (counts[slot] ?? 0) > most);
  return kept.length < fewest ? matching : kept;
}

function listSlots(slotCount: number, isWanted: (slot: number) => boolean): Int32Array {
  const slots = new Int32Array(slotCount);
  let count = 0;
  for (let slot = 0; slot < slotCount; slot++) if (isWanted(slot)) slots[count++] = slot;
  return slots.subarray(0, count);
}

/** The slots of the best documents, the best first; those that are equal in the order of `compare`. */
export function listBest(
  ranking: Ranking,
  count: number,
  compare: (a: number, b: number) => number,
): number[] {
  const { scores, isWhole, found } = ranking;
  const rankOf = (slot: number) => (scores[slot] ?? 0) + (isWhole[slot] ?? 0) * WHOLE_BONUS;
  const order = (a: number, b: number) => rankOf(b) - rankOf(a) || compare(a, b);
  let best: number[] = [];
  let last: number | undefined;
  for (const slot of found) {
    if (last !== undefined && order(slot, last) >= 0) continue;
    best.push(slot);
    // Sorting now and then a few candidates costs far less than sorting all.
    if (best.length < 2 * count + MARGIN) continue;
    best = best.sort(order).slice(0, count);
    last = best[count - 1];
  }
  return best.sort(order).slice(0, count);
}

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
