import { expect } from 'vitest';
import { test } from '../support/test-site.ts';

const LONG = `/${'a/'.repeat(1_500)}`;

test.for([LONG, `${LONG}x.md`, `${LONG}?x=1`, `/${'a'.repeat(2_000)}`, `/${'%41'.repeat(700)}`])(
  'a path longer than any page has is refused: %s',
  async (url, { site }) => {
    const { statusCode, headers, json } = await site.get(url);
    expect([statusCode, headers['cache-control']]).toEqual([414, 'no-store']);
    expect(json()).toEqual({ message: 'This address is too long.' });
  },
);

test('the call for redirects refuses a long path', async ({ site }) => {
  const { statusCode, json } = await site.get(`/api/redirects?path=${encodeURIComponent(LONG)}`);
  expect(statusCode).toBe(400);
  expect(json()).toEqual({ message: expect.stringMatching(/^path is too long/) });
});

test('a path within the limit is a 404 even with many segments', async ({ site }) => {
  expect((await site.get(`/${'a/'.repeat(900)}b`)).statusCode).toBe(404);
});
