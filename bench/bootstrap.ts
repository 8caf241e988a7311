import { createSeededRandom } from '../packages/marketing-workbench/src/ui/cover/random.ts';

export type Pair = readonly [number, number];

export type Interval = { readonly low: number; readonly high: number };

const RESAMPLES = 10_000;
const SEED = 1;
const CONFIDENCE = 0.95;

/** Returns the 95 % interval of a measure by the bootstrap over the values, with a fixed seed. */
export function bootstrap<Value>(
  values: readonly Value[],
  measure: (values: readonly Value[]) => number,
): Interval {
  const random = createSeededRandom(SEED);
  const resample = () =>
    values.map((value) => values[Math.floor(random() * values.length)] ?? value);
  const measured = Float64Array.from({ length: RESAMPLES }, () => measure(resample())).sort();
  const at = (share: number) => measured[Math.floor(share * (RESAMPLES - 1))] ?? Number.NaN;
  return { low: at((1 - CONFIDENCE) / 2), high: at((1 + CONFIDENCE) / 2) };
}

/** Returns 0 if there are no values. */
export function computeMean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

/** Returns the ratio of the sums of a pair's first and second values. */
export function computeRatio(pairs: readonly Pair[]): number {
  let first = 0;
  let second = 0;
  for (const [one, other] of pairs) {
    first += one;
    second += other;
  }
  return first / second;
}
