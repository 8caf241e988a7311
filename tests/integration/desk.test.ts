import { expect } from 'vitest';
import { test } from '../support/test-site.ts';

test.for([
  '/config',
  '/files',
  '/files/articles/seo/technical-seo/core-web-vitals-limits.svg',
  '/bundle/editor.js',
])('the site does not answer the editor’s address %s', async (address, { site }) => {
  expect((await site.get(address)).statusCode).toBe(404);
  const change = { url: address, headers: { origin: 'http://localhost:3100' }, payload: 'x' };
  for (const method of ['PUT', 'DELETE'] as const)
    expect((await site.request({ ...change, method })).statusCode).toBe(405);
});
