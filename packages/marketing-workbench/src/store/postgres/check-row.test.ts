import { describe, expect, test } from 'vitest';
import { LEGACY_PATHS } from '../../../../../tests/support/default-site.ts';
import { createMediaRecord } from '../../../../../tests/support/records.ts';
import { type CheckHtml, checkRow } from './check-row.ts';
import type { RowValues } from './record-tables.ts';

const [LEGACY_URL = ''] = LEGACY_PATHS;
const checkHtml: CheckHtml = (html) => ({
  kind: 'good',
  html,
  facts: { headings: '', text: '', readTime: 1 },
});
const LEGACY = { slug: 'x', title: 'T', metaDescription: 'M', content: '', legacyUrl: LEGACY_URL };
const CATEGORY = { name: 'N', description: 'D', icon: 'I', position: 9 };
const POST = {
  slug: 'x',
  category: 'seo',
  title: 'T',
  excerpt: 'E',
  metaDescription: 'M',
  content: '<p>T</p>',
  featured: false,
};

function refuse(kind: 'category' | 'post' | 'legacy' | 'media', fields: RowValues): string {
  const check = checkRow(`${kind}:${fields.slug ?? fields.name}`, kind, fields, checkHtml);
  return check.kind === 'refused' ? check.reason : 'accepted';
}

describe('a legacy post', () => {
  test('at a path is accepted, with or without a redirect', () => {
    expect(refuse('legacy', LEGACY)).toBe('accepted');
    expect(refuse('legacy', { ...LEGACY, redirectTo: '/seo' })).toBe('accepted');
  });

  test.each([
    'old-page.html',
    '//evil.example/x',
    '/api/posts',
    '/old-page/',
    '/feed.xml',
    '/old page ü?x=1#f',
  ])('at %s is refused', (legacyUrl) => {
    expect(refuse('legacy', { ...LEGACY, legacyUrl })).toBe('legacyUrl is not a path of a page');
  });
});

test.each([
  ['articles', false],
  ['search', false],
  ['sitemap', false],
  ['db-setup-help', false],
  ['category', false],
  ['api', false],
  ['assets', false],
  ['media', false],
  ['social', false],
  ['tiktok-ads', true],
])('a category with the slug %s is accepted: %s', (slug, isGood) => {
  expect(refuse('category', { ...CATEGORY, slug })).toBe(
    isGood ? 'accepted' : 'slug is the first part of other addresses of the site',
  );
});

test.each([
  ['-004712-01-01T00:00:00Z', 'publishedAt is before the year 1'],
  ['0001-01-01T00:00:00Z', 'accepted'],
  ['9999-12-31T23:59:59.999Z', 'accepted'],
  ['+010000-01-01T00:00:00Z', 'publishedAt is after the year 9999'],
])('a post of %s: %s', (date, outcome) => {
  expect(refuse('post', { ...POST, publishedAt: Date.parse(date) })).toBe(outcome);
});

test('a description is accepted up to the length that the folder may have', () => {
  const describePost = (length: number) =>
    refuse('post', { ...POST, publishedAt: 0, metaDescription: 'a'.repeat(length) });
  expect([describePost(1_000), describePost(1_001)]).toEqual([
    'accepted',
    'metaDescription is longer than 1000 characters',
  ]);
});

test.each([
  ['image/svg+xml', 'accepted'],
  ['text/csv; charset=utf-8', 'accepted'],
  ['application/pdf', 'accepted'],
  ['text/html', 'type is not that of a picture, a typeface or a download'],
])('a file of the type %s: %s', (type, outcome) => {
  expect(refuse('media', { name: 'a.file', type, bytes: createMediaRecord().bytes })).toBe(outcome);
});
