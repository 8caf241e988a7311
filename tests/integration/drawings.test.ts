import subsetFont from 'subset-font';
import { expect } from 'vitest';
import { type TestSite, test } from '../support/test-site.ts';

const ARTICLE = '/google-ads/google-search/keyword-match-types';
/** What the drawing of that article shows. */
const CHARACTERS = new Set(['Broad: 100 searches', 'Phrase: 40', 'Exact: 10'].join(''));
/** The glyph of missing characters, and the period, which the colon consists of. */
const OTHER_GLYPHS = 2;

test('a drawing that names the text face contains it, with only the characters that it shows', async ({
  site,
}) => {
  const { narrow, wide } = await readDrawing(site);
  for (const { body, headers } of [narrow, wide]) {
    const faces = [
      ...body.matchAll(/@font-face\{font-family:"Source Sans 3";.*?base64,([^)]+)\)/g),
    ];
    expect(faces).toHaveLength(1);
    expect(await countGlyphs(Buffer.from(faces[0]?.[1] ?? '', 'base64'))).toBe(
      CHARACTERS.size + OTHER_GLYPHS,
    );
    expect(headers['content-security-policy']).toContain('font-src data:');
  }
});

test('a drawing that may be stretched has a wide form, which is shown in wide windows', async ({
  site,
}) => {
  const { article, narrow, wide } = await readDrawing(site);
  expect(article.body).toContain(
    `<source media="(min-width: 36rem)" srcset="${wide.url}" width="672" height="240"><img src="${narrow.url}" alt="Three boxes`,
  );
  expect(narrow.body).toContain('viewBox="0 0 360 200" width="360" height="200"');
  expect(narrow.body).not.toContain('preserveAspectRatio');
  expect(wide.body).toContain(
    '<svg width="672" height="240" preserveAspectRatio="none" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 360 200" class="stretch"',
  );
  // 1.2 pixels a unit of height, 672 / 360 a unit of width.
  expect(wide.body).toMatch(/<text [^>]*transform="matrix\(0\.6429 0 0 1 /);
  expect(wide.body).toContain('rx="5.1429"');
  expect(wide.body).toContain('ry="8"');
});

async function readDrawing(site: TestSite) {
  const article = await site.get(ARTICLE);
  const [, wide = '', narrow = ''] =
    /srcset="([^"]+\.svg)"[^>]*><img src="([^"]+)"/.exec(article.body) ?? [];
  const read = async (url: string) => {
    const { statusCode, headers, body } = await site.get(url);
    expect([url, statusCode]).toEqual([url, 200]);
    return { url, headers, body };
  };
  return { article, narrow: await read(narrow), wide: await read(wide) };
}

async function countGlyphs(font: Buffer): Promise<number> {
  const all = Array.from({ length: 0x27_00 }, (_, code) => String.fromCodePoint(code)).join('');
  const uncompressed = await subsetFont(font, all, { targetFormat: 'truetype' });
  const maxp = uncompressed.indexOf('maxp');
  return uncompressed.readUInt16BE(uncompressed.readUInt32BE(maxp + 8) + 4);
}
