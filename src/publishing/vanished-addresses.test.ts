import { describe, expect, test } from 'vitest';
import type { ArticlePlace } from '../site/addresses.ts';
import { LEGACY_PATHS } from '../site/legacy-paths.ts';
import type { ContentRecord } from '../site/records.ts';
import { checkAddresses } from './vanished-addresses.ts';

const NOW = Date.parse('2025-06-01');
const SUBCATEGORY: ContentRecord = {
  kind: 'subcategory',
  ...{ slug: 'local-seo', category: 'seo', name: 'N', description: 'D', position: 1 },
};

describe('the address of an article', () => {
  test.each<[string, ArticlePlace]>([
    ['a subcategory of the folder', { category: 'seo', slug: 'local-seo' }],
    ['a subcategory of another program', { category: 'seo', slug: 'theirs' }],
    ['the calls', { category: 'api', slug: 'posts' }],
    ['an old post', placeAt('/archives/142-remarketing-basics')],
  ])('that belongs to %s never becomes 410', (_, place) => {
    const known = { published: [place], gone: [place] };
    const options = { now: NOW, allowGone: true, externalKeys: new Set(['subcategory:theirs']) };
    const protection = checkAddresses(known, [SUBCATEGORY], options);
    expect(protection).toMatchObject({ problems: [], records: [SUBCATEGORY], retired: [] });
  });
});

function placeAt(path: string): ArticlePlace {
  expect(LEGACY_PATHS).toContain(path);
  const [, category = '', slug = ''] = path.split('/');
  return { category, slug };
}
