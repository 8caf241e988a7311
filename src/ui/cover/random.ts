/** A number from 0 up to, not including, 1. */
export type Random = () => number;

/** Numbers that look random and are always the same for the same text (its FNV-1a hash is the seed). */
export function createRandom(text: string): Random {
  let seed = 0x811c9dc5;
  for (const character of text) seed = Math.imul(seed ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return createSeededRandom(seed);
}

/** The same for a whole number (mulberry32). */
export function createSeededRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A whole number from `min` to `max`, both included. */
export function pick(random: Random, min: number, max: number): number {
  return min + Math.floor(random() * (max - min + 1));
}
