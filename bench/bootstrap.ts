export type Pair = readonly [number, number];

export type Interval = { readonly low: number; readonly high: number };

const RESAMPLES = 10_000;
const SEED = 1;
const CONFIDENCE = 0.95;

/** The ratio of the sums of a pair's first and second values. */
export function computeRatio(pairs: readonly Pair[]): number {
  let first = 0;
  let second = 0;
  for (const [one, other] of pairs) {
    first += one;
    second += other;
  }
  return first / second;
}

/** The 95 % interval of the ratio by the bootstrap over pairs, with a fixed seed. */
export function bootstrapRatio(pairs: readonly Pair[]): Interval {
  const random = createRandom(SEED);
  const ratios = Float64Array.from({ length: RESAMPLES }, () => {
    const draw = (): Pair => pairs[Math.floor(random() * pairs.length)] ?? [0, 0];
    return computeRatio(pairs.map(draw));
  }).sort();
  const at = (share: number) => ratios[Math.floor(share * (RESAMPLES - 1))] ?? Number.NaN;
  return { low: at((1 - CONFIDENCE) / 2), high: at((1 + CONFIDENCE) / 2) };
}

/** Uniform numbers from 0 to below 1, by the mulberry32 generator. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
