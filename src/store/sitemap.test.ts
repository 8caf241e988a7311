import { expect, test } from 'vitest';
import { createContent, createLegacyPostRecord, NOW } from '../../tests/support/records.ts';
import { createTestStore } from '../../tests/support/temporary-store.ts';
import { listPostPictures, listSitemapLegacyPosts, listSitemapPosts } from './sitemap.ts';

test('every published post is listed with its place and when it last changed, newest first', () => {
  const store = createTestStore(
    createContent(
      { slug: 'kept', subcategory: undefined, publishedAt: Date.UTC(2026, 0, 2) },
      {
        slug: 'edited',
        publishedAt: Date.UTC(2026, 0, 1),
        updatedAt: Date.UTC(2026, 5, 1),
      },
      { slug: 'later', publishedAt: NOW + 1 },
    ),
  );
  expect(listSitemapPosts(store, NOW)).toStrictEqual([
    {
      ...{ category: 'seo', categoryId: 4, slug: 'kept', title: 'Title of kept' },
      publishedAt: '2026-01-02T00:00:00.000Z',
      lastChanged: '2026-01-02T00:00:00.000Z',
    },
    {
      ...{ category: 'seo', categoryId: 4, subcategory: 'local-seo', subcategoryId: 16 },
      ...{ slug: 'edited', title: 'Title of edited' },
      publishedAt: '2026-01-01T00:00:00.000Z',
      lastChanged: '2026-06-01T00:00:00.000Z',
    },
  ]);
});

test('the pictures of every text are listed, however many texts there are', () => {
  const shown = [
    '<figure><img src="/media/1f2e-map.svg" alt="A map"></figure><p>é src="/media/no.png"</p>',
    '<picture><source srcset="/media/a.avif"><img src="/media/b-480.jpg" alt="B"></picture>',
    '<img src="/media/1f2e-map.svg" alt="The same map"><img src="/media/c.png" alt="C">',
  ].join('');
  const posts = Array.from({ length: 401 }, (_, index) => ({
    slug: `post-${index}`,
    content: [0, 200, 400].includes(index) ? shown : '<p>No picture.</p>',
  }));
  const store = createTestStore(createContent(...posts));
  const addresses = ['/media/1f2e-map.svg', '/media/b-480.jpg', '/media/c.png'];
  expect(listPostPictures(store)).toEqual(
    new Map(['post-0', 'post-200', 'post-400'].map((slug) => [slug, addresses])),
  );
});

test('legacy posts are listed where they have a text of their own', () => {
  const store = createTestStore([
    createLegacyPostRecord({ slug: 'b', legacyUrl: '/b', updatedAt: Date.UTC(2026, 1, 1) }),
    createLegacyPostRecord({ slug: 'a', legacyUrl: '/a' }),
    createLegacyPostRecord({ slug: 'c', legacyUrl: '/c', redirectTo: '/seo', content: '' }),
  ]);
  expect(listSitemapLegacyPosts(store)).toStrictEqual([
    { legacyUrl: '/a' },
    { legacyUrl: '/b', lastChanged: '2026-02-01T00:00:00.000Z' },
  ]);
});
