import { expect, it } from 'vitest';
import { type ContentRecord, recordKey } from './records.ts';

const DISPLAY = { slug: 'display', name: 'Display', description: 'Banners that pay.', position: 1 };
const RECORDS: readonly (readonly [string, ContentRecord])[] = [
  ['category:display', { kind: 'category', icon: 'SiGoogle', ...DISPLAY }],
  ['subcategory:display', { kind: 'subcategory', category: 'google-ads', ...DISPLAY }],
  [
    'media:chart-1f2e3d.png',
    { kind: 'media', name: 'chart-1f2e3d.png', type: 'image/png', bytes: Buffer.of(137) },
  ],
];

it.each(RECORDS)('the key of a record is its kind and slug or name: %s', (key, record) => {
  expect(recordKey(record)).toBe(key);
});
