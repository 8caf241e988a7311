import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { CoverArt, CoverContext } from './cover-art.tsx';
import { drawCover } from './draw-cover.ts';

const MOTIFS = ['ads', 'feed', 'email', 'search', 'news', 'another'];

test('the server renders the drawing, which is the same each time', () => {
  const markup = renderToStaticMarkup(
    <CoverContext value={{ findMotif: () => 'search', draw: drawCover }}>
      <CoverArt category="seo" slug="internal-linking" />
    </CoverContext>,
  );
  expect(markup).toMatch(/^<svg .*aria-hidden="true".*<\/svg>$/);
  expect(markup).toContain(drawCover({ theme: 'seo', motif: 'search', slug: 'internal-linking' }));
});

describe.each(MOTIFS)('five hundred articles with the motif %s', (motif) => {
  const drawings = Array.from({ length: 500 }, (_, number) =>
    drawCover({ theme: 'a-category', motif, slug: `article-${number}` }),
  );

  test('have different drawings, which are small and have valid numbers only', () => {
    expect(new Set(drawings).size).toBe(500);
    for (const drawing of drawings) {
      expect(drawing.length).toBeLessThan(1800);
      expect(drawing).not.toMatch(/NaN|undefined|Infinity/);
    }
  });

  test('have backgrounds of all three kinds', () => {
    const grounds = drawings
      .slice(0, 24)
      .map((drawing) => drawing.match(/^<g class="cover-(\w+)">/)?.[1]);
    expect(new Set(grounds)).toEqual(new Set(['pale', 'tinted', 'bold']));
  });
});
