import { expect, test } from 'vitest';
import { createContent } from '../../tests/support/records.ts';
import { createTestStore } from '../../tests/support/temporary-store.ts';
import { listPostPictures } from './sitemap.ts';

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
