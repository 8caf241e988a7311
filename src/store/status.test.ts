import { expect, test } from 'vitest';
import { createContent, daysAgo, NOW } from '../../tests/support/records.ts';
import { createTestStore } from '../../tests/support/temporary-store.ts';
import { nextScheduledAt, readRevision } from './status.ts';
import { syncStore } from './sync/sync.ts';
import { countView } from './views.ts';

test('the revision changes with the content and with nothing else', () => {
  const store = createTestStore(createContent({ text: 'One word.' }));
  const revision = readRevision(store);
  countView(store, 1);
  syncStore(store, createContent({ text: 'One word.' }), NOW);
  expect(readRevision(store)).toBe(revision);
  syncStore(store, createContent({ text: 'Two words.' }), NOW);
  expect(readRevision(store)).not.toBe(revision);
});

test('the next post to come is the earliest after now', () => {
  const store = createTestStore(
    createContent(
      { slug: 'past', publishedAt: daysAgo(1) },
      { slug: 'second', publishedAt: NOW + 2_000 },
      { slug: 'first', publishedAt: NOW + 1_000 },
    ),
  );
  expect(nextScheduledAt(store, NOW)).toBe(NOW + 1_000);
  expect(nextScheduledAt(store, NOW + 1_000)).toBe(NOW + 2_000);
  expect(nextScheduledAt(store, NOW + 2_000)).toBeUndefined();
});
