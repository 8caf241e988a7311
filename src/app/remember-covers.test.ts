import { expect, test } from 'vitest';
import { rememberCovers } from './remember-covers.ts';

test('draws a cover once, and each article its own', () => {
  const drawn: string[] = [];
  const draw = rememberCovers((category, slug) => {
    drawn.push(slug);
    return `${category} ${slug}`;
  });
  expect([draw('seo', 'a'), draw('seo', 'b'), draw('seo', 'a')]).toEqual(['seo a', 'seo b', 'seo a']);
  expect(drawn).toEqual(['a', 'b']);
});
