import { expect, test } from 'vitest';
import { mapBounded } from './map-bounded.ts';

test('results come in the items’ order, whichever is ready first', async () => {
  const releases: (() => void)[] = [];
  const results = mapBounded(['a', 'b'], 2, async (item) => {
    await new Promise<void>((resolve) => releases.push(resolve));
    return item.toUpperCase();
  });
  for (const release of releases.toReversed()) release();
  expect(await results).toEqual(['A', 'B']);
});

test('no more items than the bound are under way at once', async () => {
  let underWay = 0;
  let most = 0;
  await mapBounded([1, 2, 3, 4, 5, 6, 7], 3, async () => {
    underWay += 1;
    most = Math.max(most, underWay);
    await Promise.resolve();
    underWay -= 1;
  });
  expect(most).toBe(3);
});

test('an error of one item is the error of all', async () => {
  const failing = mapBounded([1, 2], 1, async (item) => {
    if (item === 2) throw new Error('two');
    return item;
  });
  await expect(failing).rejects.toThrow('two');
});
