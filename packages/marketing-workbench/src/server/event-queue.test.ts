import { expect, test } from 'vitest';
import { createContent } from '../../../../tests/support/records.ts';
import { createTestStore } from '../../../../tests/support/temporary-store.ts';
import { listDayCounts } from '../store/counts/day-counts.ts';
import { createEventQueue } from './event-queue.ts';

test('who is told that a search is written finds it among the counts', async () => {
  const store = createTestStore(createContent({ slug: 'a' }));
  const events = createEventQueue(store);
  const counted: number[] = [];
  const search = {
    kind: 'search',
    words: 'zebra',
    results: 1,
    isRobot: false,
    isNewVisitor: true,
  } as const;
  const readCounts = () =>
    listDayCounts(store, 0)
      .filter(({ kind }) => kind === 'search')
      .map(({ count }) => count);
  for (const _ of ['first', 'second'])
    void events.add(search, Date.now(), () => counted.push(...readCounts()));
  expect(counted).toEqual([]);
  await events.stop();
  expect(counted).toEqual([2, 2]);
});
