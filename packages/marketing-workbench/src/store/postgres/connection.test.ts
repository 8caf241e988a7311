import { expect, test } from 'vitest';
import { computeWait } from './connection.ts';

test('the wait doubles with each failure up to ten seconds', () => {
  const waits = Array.from({ length: 8 }, (_, failures) => computeWait(failures, 1));
  expect(waits).toEqual([250, 500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000]);
  expect(computeWait(5_000, 1)).toBe(10_000);
});

test('jitter shortens a wait by half at most', () => {
  expect([0, 0.5].map((random) => computeWait(0, random))).toEqual([125, 187.5]);
});
