import { expect, test } from 'vitest';
import { bootstrap, computeMean, computeRatio, type Pair } from './bootstrap.ts';

test('pairs in one proportion have an interval without width', () => {
  const pairs = Array.from({ length: 50 }, (_, place): Pair => [(place + 1) * 1.5, place + 1]);
  expect(computeRatio(pairs)).toBeCloseTo(1.5);
  expect(bootstrap(pairs, computeRatio).low).toBeCloseTo(1.5);
  expect(bootstrap(pairs, computeRatio).high).toBeCloseTo(1.5);
});

test('the interval includes the ratio, is the same at each run, and narrows with more pairs', () => {
  const few = Array.from({ length: 20 }, (_, place): Pair => [place % 3, 1 + (place % 2)]);
  const many = Array.from({ length: 16 }, () => few).flat();
  const { low, high } = bootstrap(few, computeRatio);
  expect(low).toBeLessThan(computeRatio(few));
  expect(high).toBeGreaterThan(computeRatio(few));
  expect(bootstrap(few, computeRatio)).toEqual({ low, high });
  const narrow = bootstrap(many, computeRatio);
  expect((high - low) / (narrow.high - narrow.low)).toBeCloseTo(4, 0);
});

test('the interval of a mean is about two standard errors to each side', () => {
  const values = Array.from({ length: 100 }, (_, place) => place % 2);
  const { low, high } = bootstrap(values, computeMean);
  expect(low).toBeCloseTo(0.5 - 1.96 * 0.05, 1);
  expect(high).toBeCloseTo(0.5 + 1.96 * 0.05, 1);
});
