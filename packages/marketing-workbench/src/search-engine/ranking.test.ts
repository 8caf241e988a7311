import { expect, test } from 'vitest';
import { listBest, listRankedSlots } from './ranking.ts';

const byNumber = (a: number, b: number) => a - b;

test.for([
  ['different scores', (slot: number) => (slot * 7_919) % 5_003],
  ['few scores', (slot: number) => (slot * 7_919) % 3],
  ['one score', () => 1],
  ['falling scores', (slot: number) => -slot],
] as const)('the places of a ranking with %s are those of the whole list', ([, score]) => {
  const found = Int32Array.from({ length: 5_000 }, (_, slot) => slot);
  const ranking = { found, scores: Float64Array.from(found, score) };
  const all = listBest(ranking, found.length, byNumber);
  expect(new Set(all).size).toBe(found.length);
  for (const start of [0, 24, 990, 1_001, 2_500, 4_976, 4_990, 5_000, 9_000])
    expect([start, listRankedSlots(ranking, { start, count: 24 }, byNumber)]).toEqual([
      start,
      all.slice(start, start + 24),
    ]);
  expect(found).toEqual(Int32Array.from(found.keys()));
});
