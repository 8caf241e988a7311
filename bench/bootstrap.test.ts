import { expect, test } from 'vitest';
import { bootstrapRatio, computeRatio, type Pair } from './bootstrap.ts';

test('pairs in one proportion have an interval without width', () => {
  const pairs = Array.from({ length: 50 }, (_, place): Pair => [(place + 1) * 1.5, place + 1]);
  expect(computeRatio(pairs)).toBeCloseTo(1.5);
  expect(bootstrapRatio(pairs).low).toBeCloseTo(1.5);
  expect(bootstrapRatio(pairs).high).toBeCloseTo(1.5);
});

test('the interval includes the ratio, is the same at each run, and narrows with more pairs', () => {
  const few = Array.from({ length: 20 }, (_, place): Pair => [place % 3, 1 + (place % 2)]);
  const many = Array.from({ length: 16 }, () => few).flat();
  const { low, high } = bootstrapRatio(few);
  expect(low).toBeLessThan(computeRatio(few));
  expect(high).toBeGreaterThan(computeRatio(few));
  expect(bootstrapRatio(few)).toEqual({ low, high });
  const narrow = bootstrapRatio(many);
  expect((high - low) / (narrow.high - narrow.low)).toBeCloseTo(4, 0);
});
