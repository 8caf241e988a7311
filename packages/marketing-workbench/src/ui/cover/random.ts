/** A number from 0 up to, but not including, 1. */
export type Random = () => number;

/** A random whole number from `min` to `max`, both included. */
export type PickNumber = (min: number, max: number) => number;

/** Picks pseudo-random numbers that depend only on the text: its FNV-1a hash is the seed. */
export function createPicker(text: string): PickNumber {
  let seed = 0x811c9dc5;
  for (const character of text)
    seed = Math.imul(seed ^ (character.codePointAt(0) ?? 0), 0x01000193);
  const random = createSeededRandom(seed);
  return (min, max) => min + Math.floor(random() * (max - min + 1));
}

/** Creates pseudo-random numbers from a whole number as the seed (mulberry32). */
export function createSeededRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
