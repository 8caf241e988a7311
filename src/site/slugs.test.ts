import { describe, expect, it } from 'vitest';
import { isSlug, RESERVED_SLUGS } from './slugs.ts';

describe('isSlug', () => {
  it.each(['seo', 'a', '7', 'on-page-seo', 'ga4', '20-percent-text-rule'])('accepts %s', (text) => {
    expect(isSlug(text)).toBe(true);
  });

  it.each([
    '',
    'SEO',
    '-seo',
    'seo-',
    'on--page',
    'on_page',
    'on page',
    'on/page',
    'café',
    'seo\n',
    'seo.html',
  ])('refuses %j', (text) => {
    expect(isSlug(text)).toBe(false);
  });
});

describe('RESERVED_SLUGS', () => {
  it('are the names that the calls for posts need for themselves', () => {
    expect([...RESERVED_SLUGS]).toEqual(['featured', 'recent', 'popular']);
  });
});
