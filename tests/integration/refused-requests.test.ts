import { describe, expect } from 'vitest';
import { test } from '../support/test-site.ts';

const ADDRESSES = [
  ...['/', '/seo/local-seo/ask-for-reviews', '/SEO/', '/nothing/at/all/here', '/%zz', '/api/categories'],
  ...['/api/posts/1/view', '/api/nothing', '/api/sitemap.xml', '/robots.txt', '/llms.txt', '/favicon.svg'],
  ...['/seo/local-seo/ask-for-reviews.md', '/assets/browser.js', '/media/nothing.png'],
];

describe.for(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND'] as const)('%s', (method) => {
  test.for(ADDRESSES)('is not allowed at %s', async (url, { site }) => {
    const { statusCode, headers, body } = await site.request({ method, url });
    expect(statusCode).toBe(405);
    expect(headers.allow).toBe('GET, HEAD');
    expect(headers['cache-control']).toBe('no-store');
    expect(JSON.parse(body)).toEqual({ message: 'Only GET and HEAD are allowed.' });
  });
});

test.for(['application/json', 'text/xml', 'multipart/form-data; boundary=x', 'nonsense'])(
  'a POST with a body of type %s is refused without reading it',
  async (type, { site }) => {
    const { statusCode } = await site.request({
      method: 'POST',
      url: '/api/posts',
      headers: { 'content-type': type },
      payload: '{ broken',
    });
    expect(statusCode).toBe(405);
  },
);

describe('HEAD', () => {
  test.for(ADDRESSES.filter((url) => !url.endsWith('/view')))(
    'returns the status and headers of GET for %s, without the body',
    async (url, { site }) => {
      const get = await site.get(url);
      const head = await site.request({ method: 'HEAD', url });
      expect(head.statusCode).toBe(get.statusCode);
      expect(head.body).toBe('');
      expect({ ...head.headers, date: '' }).toEqual({ ...get.headers, date: '' });
    },
  );
});

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
