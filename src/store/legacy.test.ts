import { expect, test } from 'vitest';
import { createLegacyPostRecord } from '../../tests/support/records.ts';
import { createTestStore } from '../../tests/support/temporary-store.ts';
import { findLegacyPost, listLegacyPosts } from './legacy.ts';

const CONTENT = [
  createLegacyPostRecord({ slug: 'first', legacyUrl: '/posts/2012/b.html' }),
  createLegacyPostRecord({ slug: 'second', legacyUrl: '/archives/a', redirectTo: '/seo', content: '' }),
];

test('legacy posts are listed by their address, without content', () => {
  expect(listLegacyPosts(createTestStore(CONTENT))).toStrictEqual([
    {
      id: 2,
      slug: 'second',
      title: 'Title of second',
      legacyUrl: '/archives/a',
      redirectTo: '/seo',
      metaDescription: 'Description of second.',
    },
    {
      id: 1,
      slug: 'first',
      title: 'Title of first',
      legacyUrl: '/posts/2012/b.html',
      metaDescription: 'Description of first.',
    },
  ]);
});

test('a legacy post is found by its slug, with its content', () => {
  const store = createTestStore(CONTENT);
  expect(findLegacyPost(store, 'first')).toMatchObject({ id: 1, content: '<p>Content of first.</p>' });
  expect(findLegacyPost(store, 'second')).toMatchObject({ redirectTo: '/seo', content: '' });
  expect(findLegacyPost(store, 'third')).toBeUndefined();
});
