import { expect, test } from 'vitest';
import { createContent, daysAgo, NOW } from '../../../../tests/support/records.ts';
import { syncStore } from '../../../../tests/support/sync-store.ts';
import { createTestStore } from '../../../../tests/support/temporary-store.ts';
import type { PostRecord } from '../site/records.ts';
import { findPost } from '../store/posts/posts.ts';
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

const LINKED_PLACE = {
  category: 'email-marketing',
  subcategory: 'automation',
  text: 'Automation.',
};

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
    { slug: 'both', title: 'Customers and reviews' },
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

test('a text with the same words comes before a long one that has them among many others', () => {
  const text = 'A bakery answers complaints and thanks its regulars';
  const others = Array.from({ length: 200 }, (_, number) => `word${number}`).join(' ');
  const related = listRelated(
    { ...REVIEWS, text: `${text} daily.` },
    ...NEWEST,
    { slug: 'same', title: 'Ideas', text },
    { slug: 'long', title: 'Ideas', text: `${text} daily. ${others}` },
  );
  expect(related.slice(0, 2)).toEqual(['same', 'long']);
});

test('all words of a long text count, not only the most significant', () => {
  const words = Array.from({ length: 40 }, (_, number) => `word${number + 10}`);
  const others = Array.from({ length: 14 }, (_, number) => `other${number + 10}`);
  const related = listRelated(
    { ...REVIEWS, text: words.join(' ') },
    ...NEWEST,
    { slug: 'first-words', text: [...words.slice(0, 3), ...others].join(' ') },
    { slug: 'many-words', text: [...words.slice(3, 5), ...words.slice(-15)].join(' ') },
  );
  expect(related.slice(0, 2)).toEqual(['many-words', 'first-words']);
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
    {
      slug: 'reviews',
      title: 'Alpha bravo charlie delta echo foxtrot golf hotel india',
      text: 'A bakery.',
    },
    ...NEWEST,
    {
      slug: 'same-word',
      category: 'email-marketing',
      subcategory: 'automation',
      text: 'Another bakery.',
    },
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

test('a post that the text links to comes before similar ones, then one that links to it', () => {
  const link = (path: string) => ({ content: `<p>See <a href="${path}">this</a>.</p>` });
  const related = listRelated(
    { ...REVIEWS, ...link('/google-ads/youtube/newest-1?from=text#top') },
    ...NEWEST,
    { slug: 'linking', ...LINKED_PLACE, ...link('/seo/local-seo/reviews') },
    { slug: 'alike', ...LINKED_PLACE, title: 'Maps of a bakery' },
    { slug: 'linking-elsewhere', ...LINKED_PLACE, ...link('/tags/reviews') },
  );
  expect(related).toEqual(['newest-1', 'linking', 'alike']);
});

test('a link counts once the other post is published, and no longer when the text drops it', () => {
  const DUE = NOW + 60_000;
  const linking = { ...REVIEWS, content: '<p><a href="/google-ads/youtube/due">Due</a></p>' };
  const text = 'Pins, routes, markers, layers and borders of old maps.';
  const due = { ...NEWEST[0], slug: 'due', title: 'Maps', excerpt: text, text, publishedAt: DUE };
  const store = createTestStore(createContent(linking, due, ...NEWEST));
  const listFirst = (now: number) => listRelatedPosts(store, 1, now)?.[0]?.slug;
  expect(listFirst(NOW)).toBe('newest-4');
  expect(listFirst(DUE)).toBe('due');
  syncStore(store, createContent(REVIEWS, { ...due, publishedAt: daysAgo(2) }, ...NEWEST), NOW);
  expect(listFirst(NOW)).toBe('newest-4');
});

test('a post is never related to itself or to a scheduled post', () => {
  expect(
    listRelated(REVIEWS, { slug: 'later', title: REVIEWS.title, publishedAt: NOW + 1 }),
  ).toEqual([]);
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
