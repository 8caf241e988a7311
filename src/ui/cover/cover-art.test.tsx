import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { CoverArt, CoverContext } from './cover-art.tsx';
import { drawCover } from './draw-cover.ts';

const CATEGORIES = [
  'google-ads',
  'facebook-ads',
  'email-marketing',
  'seo',
  'digital-marketing-news',
  'another',
];

test('the same category and slug give the same drawing', () => {
  expect(drawCover('seo', 'internal-linking')).toBe(drawCover('seo', 'internal-linking'));
});

test('the server renders the drawing', () => {
  const markup = renderToStaticMarkup(
    <CoverContext value={drawCover}>
      <CoverArt category="seo" slug="internal-linking" />
    </CoverContext>,
  );
  expect(markup).toMatch(/^<svg .*aria-hidden="true".*<\/svg>$/);
  expect(markup).toContain(drawCover('seo', 'internal-linking'));
});

test.each(CATEGORIES)('five hundred articles of %s have different drawings', (category) => {
  const drawings = Array.from({ length: 500 }, (_, number) => drawCover(category, `article-${number}`));
  expect(new Set(drawings).size).toBe(500);
});

test.each(CATEGORIES)('articles of %s have backgrounds of all three kinds', (category) => {
  const grounds = Array.from(
    { length: 24 },
    (_, number) => drawCover(category, `article-${number}`).match(/^<g class="cover-(\w+)">/)?.[1],
  );
  expect(new Set(grounds)).toEqual(new Set(['pale', 'tinted', 'bold']));
});

test.each(CATEGORIES)('a drawing of %s is small and has valid numbers only', (category) => {
  for (let number = 0; number < 100; number += 1) {
    const drawing = drawCover(category, `article-${number}`);
    expect(drawing.length).toBeLessThan(1800);
    expect(drawing).not.toMatch(/NaN|undefined|Infinity/);
  }
});
