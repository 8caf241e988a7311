import { describe, expect, test } from 'vitest';
import {
  createLegacyPostRecord,
  createSubcategoryRecord,
} from '../../../../tests/support/records.ts';
import type { ArticlePlace } from '../site/addresses.ts';
import type { ContentRecord } from '../site/records.ts';
import { checkAddresses } from './vanished-addresses.ts';

const RECORDS: readonly ContentRecord[] = [
  createSubcategoryRecord(),
  createLegacyPostRecord({ legacyUrl: '/Archives/142-remarketing-basics' }),
];

describe('the address of an article', () => {
  test.each<[string, ArticlePlace]>([
    ['a subcategory of the folder', { category: 'seo', slug: 'local-seo' }],
    ['a subcategory of another program', { category: 'seo', slug: 'theirs' }],
    ['the calls', { category: 'api', slug: 'posts' }],
    ['an old post', { category: 'archives', slug: '142-remarketing-basics' }],
  ])('that belongs to %s never becomes 410', (_, place) => {
    const known = { published: [place], gone: [place] };
    const options = {
      isLive: () => true,
      allowGone: true,
      externalKeys: new Set(['subcategory:theirs']),
    };
    const protection = checkAddresses(known, RECORDS, options);
    expect(protection).toMatchObject({ problems: [], records: RECORDS, retired: [] });
  });
});
