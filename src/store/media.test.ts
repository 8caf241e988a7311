import { expect, test } from 'vitest';
import { createMediaRecord } from '../../tests/support/records.ts';
import { createTestStore } from '../../tests/support/temporary-store.ts';
import { findMedia } from './media.ts';

test('a file is found by its name, byte for byte', () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
  const store = createTestStore([createMediaRecord({ name: 'photo-1a2b.png', type: 'image/png', bytes })]);
  expect(findMedia(store, 'photo-1a2b.png')).toStrictEqual({ type: 'image/png', bytes });
  expect(findMedia(store, 'photo.png')).toBeUndefined();
});
