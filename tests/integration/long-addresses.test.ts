import { describe, expect } from 'vitest';
import { test } from '../support/test-site.ts';

describe('a path that no page could have', () => {
  const LONG = `/${'a/'.repeat(1_500)}`;

  test.for([LONG, `${LONG}x.md`, `${LONG}?x=1`, `/${'a'.repeat(2_000)}`, `/${'%41'.repeat(700)}`])(
    'is refused',
    async (url, { site }) => {
      const { statusCode, headers, json } = await site.get(url);
      expect(statusCode).toBe(414);
      expect(headers['cache-control']).toBe('no-store');
      expect(json()).toEqual({ message: 'This address is too long.' });
    },
  );

  test('is refused by the call for redirects, too', async ({ site }) => {
    const { statusCode, json } = await site.get(`/api/redirects?path=${encodeURIComponent(LONG)}`);
    expect(statusCode).toBe(400);
    expect(json()).toEqual({ message: expect.stringMatching(/^path is too long/) });
  });

  test('is no page where it only has many segments', async ({ site }) => {
    expect((await site.get(`/${'a/'.repeat(900)}b`)).statusCode).toBe(404);
  });
});
