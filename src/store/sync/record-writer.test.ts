import { expect, test } from 'vitest';
import { createContent, NOW } from '../../../tests/support/records.ts';
import { createTestStore } from '../../../tests/support/temporary-store.ts';
import type { ContentRecord } from '../../site/records.ts';
import { syncStore } from './sync.ts';

test('redirects and synonyms are replaced, and go when the content has none', () => {
  const store = createTestStore(createContent({}));
  const countRows = () =>
    ['redirects', 'search_synonyms'].map((table) => store.index.all(`SELECT * FROM ${table}`).length);
  const withRules = (target: string, ...meant: readonly string[]): ContentRecord[] => [
    ...createContent({}),
    {
      ...{ kind: 'redirects', slug: 'redirects' },
      redirects: [{ from: '/old', isPrefix: false, status: 301, to: target, activeFrom: 0 }],
    },
    { kind: 'synonyms', slug: 'synonyms', names: [{ typed: 'ppc', meant }] },
  ];
  syncStore(store, withRules('/seo', 'pay per click'), NOW);
  syncStore(store, withRules('/google-ads', 'pay per click', 'google ads'), NOW);
  expect(countRows()).toEqual([1, 2]);
  syncStore(store, createContent({}), NOW);
  expect(countRows()).toEqual([0, 0]);
});
