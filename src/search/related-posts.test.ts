import { expect, test } from 'vitest';
import { createContent, daysAgo, NOW } from '../../tests/support/records.ts';
import { syncStore } from '../../tests/support/sync-store.ts';
import { createTestStore } from '../../tests/support/temporary-store.ts';
import type { PostRecord } from '../site/records.ts';
import { findPost } from '../store/posts.ts';
import { listRelatedPosts } from './related-posts.ts';

const REVIEWS = {
  slug: 'reviews',
  title: 'Asking customers for reviews',
  text: 'Reviews bring customers to a bakery.',
};
const NEWEST = ['newest-1', 'newest-2', 'newest-3', 'newest-4'].map((slug) => ({
  slug,
  category: 'google-ads',
  subcategory: 'youtube',
  title: slug,
  text: slug,
  publishedAt: daysAgo(1),
}));

test('posts of the same subcategory and with shared words come before the newest', () => {
  const related = listRelated(
    REVIEWS,
    ...NEWEST,
    {
      slug: 'same-words',
      category: 'email-marketing',
      subcategory: 'automation',
      title: 'Customers and reviews',
    },
    { slug: 'same-section', title: 'Maps', text: 'Maps.' },
    { slug: 'both', title: 'Replying to reviews of customers' },
  );
  expect(related[0]).toBe('both');
  expect(related.toSorted()).toEqual(['both', 'same-section', 'same-words']);
});

test('posts with more shared words come before posts with fewer', () => {
  const related = listRelated(
    REVIEWS,
    { slug: 'none', title: 'Maps', publishedAt: daysAgo(1) },
    { slug: 'one', title: 'Customers', publishedAt: daysAgo(2) },
    { slug: 'all', title: 'Asking bakery customers for reviews', publishedAt: daysAgo(9) },
    ...NEWEST,
  );
  expect(related).toEqual(['all', 'one', 'none']);
});

test('words in nearly every post have no weight', () => {
  const common = { text: 'Marketing for small business owners.' };
  const related = listRelated(
    { slug: 'reviews', title: 'Reviews', ...common },
    ...NEWEST.map((post) => ({ ...post, ...common })),
    { slug: 'same-section', title: 'Maps', text: 'Maps.' },
  );
  expect(related[0]).toBe('same-section');
});

test('words in no other post do not displace shared words', () => {
  const related = listRelated(
    { slug: 'reviews', title: 'Alpha bravo charlie delta echo foxtrot golf hotel india', text: 'A bakery.' },
    ...NEWEST,
    { slug: 'same-word', category: 'email-marketing', subcategory: 'automation', text: 'Another bakery.' },
  );
  expect(related[0]).toBe('same-word');
});

test('posts of the same category come first, and the newest posts fill the list', () => {
  const related = listRelated(REVIEWS, ...NEWEST, {
    slug: 'same-category',
    subcategory: 'link-building',
    title: 'Links',
    text: 'Links.',
    publishedAt: daysAgo(90),
  });
  expect(related).toEqual(['same-category', 'newest-4', 'newest-3']);
});

test('a post is never related to itself or to a scheduled post', () => {
  expect(listRelated(REVIEWS, { slug: 'later', title: REVIEWS.title, publishedAt: NOW + 1 })).toEqual([]);
});

test('with fewer than three other posts, all of them are related', () => {
  expect(listRelated(REVIEWS, ...NEWEST.slice(0, 2))).toEqual(['newest-2', 'newest-1']);
});

test('a post without words or subcategory has related posts too', () => {
  const bare = { slug: 'reviews', subcategory: undefined, title: '?', text: '', excerpt: '' };
  expect(listRelated(bare, ...NEWEST)).toEqual(['newest-4', 'newest-3', 'newest-2']);
});

test('an unknown or scheduled post has no related posts', () => {
  const store = createTestStore(createContent({ slug: 'later', publishedAt: NOW + 1 }));
  expect(listRelatedPosts(store, 1, NOW)).toBeUndefined();
  expect(listRelatedPosts(store, 2, NOW)).toBeUndefined();
  expect(listRelatedPosts(store, 1, NOW + 1)).toEqual([]);
});

test('cached answers change with the content and when a scheduled post is published', () => {
  const DUE = NOW + 60_000;
  const store = createTestStore(createContent(REVIEWS, { slug: 'due', publishedAt: DUE }));
  const list = (now: number) => listRelatedPosts(store, 1, now)?.map(({ slug }) => slug);
  expect(list(NOW)).toEqual([]);
  expect(list(DUE)).toEqual(['due']);
  expect(list(NOW)).toEqual([]);
  syncStore(store, createContent(REVIEWS, { slug: 'due', publishedAt: DUE }, { slug: 'new' }), NOW);
  expect(list(NOW)).toEqual(['new']);
});

/** The slugs of what is related to the first of these posts. */
function listRelated(...posts: readonly Partial<PostRecord>[]): string[] {
  const store = createTestStore(createContent(...posts));
  const subject = findPost(store, posts[0]?.slug ?? '', NOW);
  return (listRelatedPosts(store, subject?.id ?? 0, NOW) ?? []).map(({ slug }) => slug);
}
