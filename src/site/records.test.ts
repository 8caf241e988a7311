import { expect, it } from 'vitest';
import type { ContentRecord } from './records.ts';
import { recordKey } from './records.ts';

const CATEGORY: ContentRecord = {
  kind: 'category',
  slug: 'display',
  name: 'Display',
  description: 'Banners that pay.',
  icon: 'SiGoogle',
  position: 1,
};
const MEDIA: ContentRecord = {
  kind: 'media',
  name: 'chart-1f2e3d.png',
  type: 'image/png',
  bytes: new Uint8Array([137, 80]),
};

it('knows a record by its kind and slug', () => {
  expect(recordKey(CATEGORY)).toBe('category:display');
});

it('knows a file by its name, which holds the hash of its bytes', () => {
  expect(recordKey(MEDIA)).toBe('media:chart-1f2e3d.png');
});

it('keeps records of different kinds with the same slug apart', () => {
  const subcategory: ContentRecord = { ...CATEGORY, kind: 'subcategory', category: 'google-ads' };
  expect(recordKey(subcategory)).not.toBe(recordKey(CATEGORY));
});
