import { expect, test } from 'vitest';
import { compileFolder } from '../support/compile-folder.ts';
import {
  ARTICLE_ADDRESS,
  ARTICLE_FILE,
  formatArticle,
  formatGuide,
  GUIDE_FILE,
  writeContentFolder,
} from '../support/content-folder.ts';
import { createTestSite, ORIGIN } from '../support/test-site.ts';

const CSV = `term,match type\n${'free,phrase\n'.repeat(100)}`;
const PDF = `%PDF-1.7${' '.repeat(1_200_000)}`;
const DOWNLOADS = [
  {
    file: 'negative-terms.csv',
    title: 'The "starter" list & more',
    about: 'Paste it into a list.',
  },
  'plan.pdf',
];
const BODY = 'See [the files](#downloads).[^one]\n\n## First\n\nWords.\n\n[^one]: A note.';
const LIST =
  /<h2 id="downloads">Downloads<\/h2>\n?<ul><li><a href="(\/media\/[0-9a-f]{16}-negative-terms\.csv)">The “starter” list &amp; more \(CSV, 2 kB\)<\/a><br>Paste it into a list\.<\/li><li><a href="(\/media\/[0-9a-f]{16}-plan\.pdf)">plan\.pdf \(PDF, 1\.3 MB\)<\/a><\/li><\/ul>\n?<section data-footnotes/;

async function createSite() {
  const folder = await writeContentFolder({
    [ARTICLE_FILE]: formatArticle({ downloads: DOWNLOADS }, BODY),
    'articles/seo/local-seo/negative-terms.csv': CSV,
    'articles/seo/local-seo/plan.pdf': PDF,
    [GUIDE_FILE]: formatGuide('Words.', { downloads: ['plan.pdf'] }),
    'guides/plan.pdf': PDF,
  });
  const { records, problems, advice } = await compileFolder(folder);
  expect([...problems, ...advice]).toEqual([]);
  return createTestSite({ records });
}

test('an article lists its downloads with type and size below its words, and its contents name them', async () => {
  await using site = await createSite();
  const { body } = await site.get(ARTICLE_ADDRESS);
  expect(body).toMatch(LIST);
  expect(body).toMatch(/<nav.*<a [^>]*href="#downloads"/s);
  const [guide] =
    /\/media\/\w+-plan\.pdf/.exec((await site.get('/google-ads-coupon-codes')).body) ?? [];
  expect(guide).toBe(LIST.exec(body)?.[2]);
});

test('a download is saved under its own name, by no means shown, and never changes', async () => {
  await using site = await createSite();
  const [, csv = '', pdf = ''] = LIST.exec((await site.get(ARTICLE_ADDRESS)).body) ?? [];
  for (const [address, type, name, bytes] of [
    [csv, 'text/csv; charset=utf-8', 'negative-terms.csv', CSV],
    [pdf, 'application/pdf', 'plan.pdf', PDF],
  ] as const) {
    const { statusCode, headers, body } = await site.get(address);
    expect(statusCode).toBe(200);
    expect(body).toBe(bytes);
    expect(headers).toMatchObject({
      'content-type': type,
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; font-src data:; sandbox",
      'cross-origin-resource-policy': 'same-origin',
    });
    expect((await site.get(address, { 'if-none-match': String(headers.etag) })).statusCode).toBe(
      304,
    );
  }
  expect((await site.get('/media/0123456789abcdef-plan.pdf')).statusCode).toBe(404);
});

test('feeds and Markdown lead to downloads by absolute addresses, and the search finds their titles', async () => {
  await using site = await createSite();
  const [, csv] = LIST.exec((await site.get(ARTICLE_ADDRESS)).body) ?? [];
  const [item] = JSON.parse((await site.get('/feed.json')).body).items;
  expect(item.content_html).toContain(`<a href="${ORIGIN}${csv}">`);
  expect((await site.get(`${ARTICLE_ADDRESS}.md`)).body).toContain(
    `- [The “starter” list & more (CSV, 2 kB)](${ORIGIN}${csv})\\\n  Paste it into a list.`,
  );
  expect(JSON.parse((await site.get('/api/search?q=starter%20list')).body)).toHaveLength(1);
  expect((await site.get('/api/sitemap.xml')).body).not.toContain('negative-terms');
});
