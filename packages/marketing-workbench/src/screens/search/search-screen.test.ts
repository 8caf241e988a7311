import { expect, test } from 'vitest';
import { queries } from '../../contract/queries.ts';
import { createQueryClient } from '../../contract/query-client.ts';
import { forgetSearch } from './search-screen.tsx';

test('drops the cached pages of one search only', async () => {
  const client = createQueryClient({
    transport: async () => ({ kind: 'success', body: [], total: 0 }),
    lifetime: 'page',
  });
  const forgotten = [queries.search('email & ads', 1), queries.search('email & ads', 2)];
  const kept = [
    queries.search('email & adsense', 1),
    queries.search('email', 1),
    queries.categories(),
  ];
  for (const query of [
    ...forgotten,
    queries.search('email', 1),
    queries.search('email & adsense', 1),
  ]) {
    await client.fetchQuery(query);
  }
  await client.fetchQuery(queries.categories());
  forgetSearch(client, 'email & ads');
  expect(forgotten.map(({ queryKey }) => client.getQueryData(queryKey))).toEqual([
    undefined,
    undefined,
  ]);
  for (const { queryKey } of kept) expect(client.getQueryData(queryKey)).toBeDefined();
});
