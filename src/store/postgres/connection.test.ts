import { expect, test } from 'vitest';
import { createBackoff } from './connection.ts';

test('the backoff doubles up to ten seconds, and is reset after a success', () => {
  const backoff = createBackoff(() => 1);
  const waits = Array.from({ length: 8 }, () => backoff.next());
  expect(waits).toEqual([250, 500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000]);
  backoff.reset();
  expect(backoff.next()).toBe(250);
});

test('jitter shortens a wait by half at most', () => {
  expect(createBackoff(() => 0).next()).toBe(125);
  expect(createBackoff(() => 0.5).next()).toBe(187.5);
});
