import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { createContent, daysAgo, NOW } from '../../tests/support/records.ts';
import { createTestStore } from '../../tests/support/temporary-store.ts';
import { syncStore } from '../store/sync/sync.ts';
import { announce, listChangedPaths, takeSnapshot } from './index-now.ts';

const KEY = '8f14e45fceea167a';
const ORIGIN = 'https://www.example.com';

test('what is new, changed in substance or gone is announced, and nothing else', () => {
  const store = createTestStore(createContent({ slug: 'same' }, { slug: 'edited' }, { slug: 'gone' }));
  const before = takeSnapshot(store, NOW);
  syncStore(
    store,
    createContent(
      { slug: 'same', excerpt: 'In other words.' },
      { slug: 'edited', updatedAt: daysAgo(1) },
      { slug: 'new' },
      { slug: 'later', publishedAt: daysAgo(-1) },
    ),
    NOW,
  );
  expect(listChangedPaths(before, takeSnapshot(store, NOW)).toSorted()).toEqual([
    '/seo/local-seo/edited',
    '/seo/local-seo/gone',
    '/seo/local-seo/new',
  ]);
});

test('an announcement holds the key, where it is found, and the whole addresses', async () => {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    request.setEncoding('utf8').on('data', (part) => bodies.push(part));
    request.on('end', () => response.writeHead(202).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const endpoint = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/indexnow`;
  const line = await announce({ key: KEY, origin: ORIGIN, paths: ['/seo/local-seo/new'], endpoint });
  expect(line).toBe('IndexNow: announced 1 addresses, answered 202.');
  expect(JSON.parse(bodies.join(''))).toEqual({
    host: 'www.example.com',
    key: KEY,
    keyLocation: `${ORIGIN}/${KEY}.txt`,
    urlList: [`${ORIGIN}/seo/local-seo/new`],
  });
});

test('that nobody can be reached is said and stops nothing', async () => {
  const line = await announce({ key: KEY, origin: ORIGIN, paths: ['/seo'], endpoint: 'http://127.0.0.1:9/' });
  expect(line).toMatch(/^IndexNow: could not be reached/);
});
