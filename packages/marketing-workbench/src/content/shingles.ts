const SHINGLE_WORDS = 5;
/**
 * Number of hashes in a sketch. Of two texts that share half of their shingles, one in 65,000 pairs
 * has none of 16 hashes in common.
 */
export const SKETCH_SIZE = 16;
const HASH_START = 0x811c9dc5;
const HASH_PRIME = 0x01000193;

/** Lists every sequence of five words of a text, without case and punctuation. */
function listShingles(text: string): ReadonlySet<string> {
  const words = listShingleWords(text);
  const starts = Math.max(0, words.length - SHINGLE_WORDS + 1);
  return new Set(
    Array.from({ length: starts }, (_, start) =>
      words.slice(start, start + SHINGLE_WORDS).join(' '),
    ),
  );
}

/**
 * Returns a MinHash sketch: the smallest hashes of a text's shingles, repeated if there are fewer
 * than `SKETCH_SIZE`. Empty for a text of fewer than `wordsMin` words.
 */
export function sketchText(text: string, wordsMin: number): readonly number[] {
  const words = listShingleWords(text).map(hashWord);
  if (words.length < wordsMin) return [];
  const starts = Math.max(0, words.length - SHINGLE_WORDS + 1);
  const hashes = Uint32Array.from({ length: starts }, (_, start) =>
    hashShingle(words, start),
  ).sort();
  const distinct = hashes.filter((hash, place) => hash !== hashes[place - 1]);
  return Array.from({ length: SKETCH_SIZE }, (_, place) => distinct[place % distinct.length] ?? 0);
}

/** Returns the Jaccard similarity of the shingles of two texts, from 0 to 1. */
export function computeSimilarity(one: string, other: string): number {
  const shingles = listShingles(one);
  const others = listShingles(other);
  let shared = 0;
  for (const shingle of shingles) if (others.has(shingle)) shared += 1;
  return shared === 0 ? 0 : shared / (shingles.size + others.size - shared);
}

function listShingleWords(text: string): readonly string[] {
  return (
    text
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/[\p{L}\p{N}']+/gu) ?? []
  );
}

function hashWord(text: string): number {
  let hash = HASH_START;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), HASH_PRIME);
  }
  return hash;
}

/**
 * Combines the hashes of words; the last steps mix all bits, so that the smallest hashes are a
 * random sample.
 */
function hashShingle(words: readonly number[], start: number): number {
  let hash = HASH_START;
  for (let place = start; place < start + SHINGLE_WORDS; place += 1) {
    hash = Math.imul(hash ^ (words[place] ?? 0), HASH_PRIME);
    hash ^= hash >>> 15;
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}
