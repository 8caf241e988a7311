import { scoreTerm } from '../search-engine/bm25.ts';
import type { SearchIndex } from '../search-engine/open-index.ts';
import { listBest } from '../search-engine/ranking.ts';
import type { Steps } from '../search-engine/steps.ts';
import { listPostLinks } from '../store/posts/post-links.ts';
import type { Store } from '../store/store.ts';
import { compareTexts, listSignificant, type SignificantTerm } from './compare-texts.ts';

/**
 * The most significant terms find the candidates, whose whole texts are then compared: that takes
 * longer.
 */
const TERMS_MAX = 25;
const CANDIDATES_MAX = 24;
const TERMS_AT_ONCE = 6;

/**
 * The weights are added to the similarity of the texts, which is 1 for equal texts. A weight of 0
 * switches the evidence off.
 */
export type RelatedWeights = {
  /** The post links to it. */
  readonly linked: number;
  /** It links to the post. */
  readonly linking: number;
};

/**
 * A post's own links say what its author recommends next. Links to it count less, because its
 * author may not know them.
 */
export const RELATED_WEIGHTS: RelatedWeights = { linked: 0.15, linking: 0.05 };

/**
 * Returns the ids of the public posts with similar texts, or with a link from or to the post, the
 * best first.
 */
export function* rankRelated(
  store: Store,
  index: SearchIndex,
  { id, now }: { readonly id: number; readonly now: number },
  weights: RelatedWeights,
): Steps<number[]> {
  const significant = listSignificant(index, id);
  yield;
  const similar = yield* listSimilar(index, id, significant.slice(0, TERMS_MAX), now);
  const links = listPostLinks(store, id, now);
  const linked = new Set(weights.linked > 0 ? links.linked : []);
  const linking = new Set(weights.linking > 0 ? links.linking : []);
  const candidates = [...new Set([...similar, ...linked, ...linking])];
  yield;
  const similarities = compareTexts(index, id, significant, candidates);
  const fits = candidates.map((candidate, place) => ({
    id: candidate,
    fit:
      (similarities[place] ?? 0) +
      (linked.has(candidate) ? weights.linked : 0) +
      (linking.has(candidate) ? weights.linking : 0),
  }));
  return fits.toSorted((a, b) => b.fit - a.fit || b.id - a.id).map((candidate) => candidate.id);
}

function* listSimilar(
  index: SearchIndex,
  id: number,
  terms: readonly SignificantTerm[],
  now: number,
): Steps<number[]> {
  const scores = new Float64Array(index.slotCount);
  for (const [number, { weight, ...term }] of terms.entries()) {
    if (number > 0 && number % TERMS_AT_ONCE === 0) yield;
    const matches = scoreTerm(index, term);
    matches.slots.forEach((slot, place) => {
      scores[slot] = (scores[slot] ?? 0) + weight * (matches.scores[place] ?? 0);
    });
  }
  const found: number[] = [];
  scores.forEach((score, slot) => {
    if (score > 0 && index.idOf(slot) !== id && (index.visibleFrom[slot] ?? now + 1) <= now)
      found.push(slot);
  });
  const ranking = { scores, found: Int32Array.from(found) };
  return listBest(ranking, CANDIDATES_MAX, (a, b) => b - a).map(index.idOf);
}
