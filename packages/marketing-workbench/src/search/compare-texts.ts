import type { DocumentTerm } from '../search-engine/document-terms.ts';
import type { SearchIndex } from '../search-engine/open-index.ts';
import { FIELDS } from '../search-engine/schema.ts';
import { pickSignificant, readDocumentTerms } from '../search-engine/significant-terms.ts';
import type { Term } from '../search-engine/term-dictionary.ts';

const TOPIC = FIELDS.indexOf('topic');

export type SignificantTerm = Term & { readonly weight: number };

/**
 * Lists the terms of a post by tf-idf, the most significant first, without stop words and very
 * short ones.
 */
export function listSignificant(index: SearchIndex, id: number): SignificantTerm[] {
  const byFields = weighFields(index);
  const terms = readDocumentTerms(index, index.slotOf(id));
  const weighted = terms.map((term) => ({ id: term.term, weight: weighTerm(term, byFields) }));
  return pickSignificant(index, weighted, weighted.length);
}

/**
 * Returns the similarity of each post's text to that of the post `id`, which has these significant
 * terms: the cosine of the two term vectors, divided by that of the post with itself, so that an
 * equal text gets 1. Only the terms of `id` are weighted by rarity ("lnc.ltc" in SMART's notation),
 * so that the rarity of the others' terms need not be read.
 */
export function compareTexts(
  index: SearchIndex,
  id: number,
  significant: readonly SignificantTerm[],
  others: readonly number[],
): number[] {
  const weights = new Map(significant.map((term) => [term.id, term.weight]));
  const byFields = weighFields(index);
  const [own = 0, ...products] = [id, ...others].map((other) => {
    const terms = readDocumentTerms(index, index.slotOf(other));
    return computeProduct(terms, byFields, weights);
  });
  return products.map((product) => (own === 0 ? 0 : product / own));
}

/** Returns the scalar product of a vector and a text's vector, which is normalized to length 1. */
function computeProduct(
  terms: readonly DocumentTerm[],
  byFields: Float64Array,
  weights: ReadonlyMap<number, number>,
): number {
  let product = 0;
  let squares = 0;
  for (const term of terms) {
    const weight = weighTerm(term, byFields);
    product += weight * (weights.get(term.term) ?? 0);
    squares += weight * weight;
  }
  return squares === 0 ? 0 : product / Math.sqrt(squares);
}

function weighTerm({ fields, count }: DocumentTerm, byFields: Float64Array): number {
  return (1 + Math.log(count)) * (byFields[fields] ?? 0);
}

/**
 * Returns the weights of terms, by the bit mask of the fields that contain them: the most important
 * field counts.
 */
function weighFields({ weights }: SearchIndex): Float64Array {
  return Float64Array.from({ length: 1 << FIELDS.length }, (_, mask) =>
    Math.max(
      0,
      ...FIELDS.map((name, field) => (mask & (1 << field) ? weights.fields[name].weight : 0)),
    ),
  );
}

/** Lists the ids of a post's terms without those that only its category and tags have. */
export function listOwnTerms(index: SearchIndex, id: number): ReadonlySet<number> {
  const terms = readDocumentTerms(index, index.slotOf(id));
  return new Set(terms.flatMap(({ term, fields }) => (fields === 1 << TOPIC ? [] : term)));
}

/** Returns the share of the terms of two texts that are in both, from 0 to 1. */
export function measureOverlap(one: ReadonlySet<number>, other: ReadonlySet<number>): number {
  const common = [...one].filter((term) => other.has(term)).length;
  return common / Math.max(1, one.size + other.size - common);
}
