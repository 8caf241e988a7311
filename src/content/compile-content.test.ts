import path from 'node:path';
import { expect, test } from 'vitest';
import {
  ARTICLE,
  ARTICLE_ADDRESS,
  DESCRIPTION,
  formatArticle,
  formatLegacyPost,
  formatText,
  legacyFile,
  NOW,
  SVG,
  writeContentFolder,
} from '../../tests/support/content-folder.ts';
import { LEGACY_PATHS } from '../site/legacy-paths.ts';
import { type ContentRecord, recordKey } from '../site/records.ts';
import { compileContent } from './compile-content.ts';

const FIXTURES = path.join(import.meta.dirname, '../../tests/fixtures/content');

async function compile(overrides: Parameters<typeof writeContentFolder>[0]) {
  const compilation = await compileContent(await writeContentFolder(overrides), NOW);
  const findRecord = (key: string) => compilation.records.find((record) => recordKey(record) === key);
  return { ...compilation, findRecord };
}

test('an article becomes a record with all fields for readers and search', async () => {
  const body = 'First *words*.\n\n## One [heading](/seo)\n\n- More\n\n### Another';
  const keys = { publishedAt: '2025-01-01', updatedAt: '2025-02-01T09:30:00+01:00', featured: true };
  const { findRecord, problems } = await compile({ [ARTICLE]: formatArticle(keys, body) });
  expect(problems).toEqual([]);
  expect(findRecord('post:base-article')).toEqual({
    kind: 'post',
    slug: 'base-article',
    category: 'seo',
    subcategory: 'local-seo',
    title: 'Base article',
    excerpt: 'Read “Base article” and know what to do next.',
    metaDescription: expect.stringMatching(/^Base article: .{96,}$/),
    content:
      '<p>First <em>words</em>.</p>\n<h2 id="one-heading">One <a href="/seo">heading</a></h2>\n<ul>\n<li>More</li>\n</ul>\n<h3 id="another">Another</h3>',
    headings: 'One heading\nAnother',
    text: 'First words. One heading More Another',
    readTime: 1,
    publishedAt: Date.UTC(2025, 0, 1),
    updatedAt: Date.UTC(2025, 1, 1, 8, 30),
    featured: true,
  });
});

test('keys that an article omits are omitted from its record', async () => {
  const file = 'articles/seo/plain.md';
  const { findRecord } = await compile({ [file]: formatArticle({ title: 'Plain' }) });
  const record = findRecord('post:plain');
  expect(record).toMatchObject({ category: 'seo', featured: false });
  expect(Object.keys(record ?? {})).not.toContain('subcategory');
  expect(Object.keys(record ?? {})).not.toContain('updatedAt');
});

test('a legacy post with a text and one with a redirect become records', async () => {
  const [withText = '', redirected = ''] = LEGACY_PATHS;
  const keys = { title: 'An old page', metaDescription: DESCRIPTION };
  const { findRecord } = await compile({
    'legacy/first.md': formatLegacyPost(withText, { ...keys, updatedAt: '2025-01-01' }),
    [legacyFile(withText)]: null,
    [legacyFile(redirected)]: null,
    'legacy/second.md': formatLegacyPost(redirected, { title: 'Two', redirectTo: ARTICLE_ADDRESS }),
  });
  expect(findRecord('legacy:first')).toEqual({
    kind: 'legacy',
    slug: 'first',
    ...keys,
    legacyUrl: withText,
    content: '<p>Words that still hold.</p>',
    updatedAt: Date.UTC(2025, 0, 1),
  });
  expect(findRecord('legacy:second')).toMatchObject({ redirectTo: ARTICLE_ADDRESS, content: '' });
});

test('the guide is returned apart from the records, with its read time and its dates in UTC', async () => {
  const keys = { title: 'The guide', metaDescription: DESCRIPTION, publishedAt: '2025-01-01' };
  const updated = { ...keys, updatedAt: '2025-01-02T01:00:00+02:00' };
  const file = 'guides/google-ads-coupon-codes.md';
  const { guides, findRecord } = await compile({ [file]: formatText(updated, 'word '.repeat(2200)) });
  expect(guides).toEqual([
    {
      slug: 'google-ads-coupon-codes',
      title: 'The guide',
      metaDescription: DESCRIPTION,
      content: `<p>${'word '.repeat(2200).trim()}</p>`,
      wordCount: 2200,
      readTime: 10,
      publishedAt: '2025-01-01T00:00:00.000Z',
      updatedAt: '2025-01-01T23:00:00.000Z',
    },
  ]);
  expect(findRecord('post:google-ads-coupon-codes')).toBeUndefined();
});

test('read time counts headings, tables and captions, but not words inside a picture', async () => {
  const words = 'word '.repeat(322);
  const figure = `![${'unseen '.repeat(200)}](a.svg "Four words of caption.")`;
  const readTimeOf = async (...body: readonly string[]) => {
    const texts = {
      'articles/seo/a.svg': SVG,
      'articles/seo/x.md': formatArticle({ title: 'X' }, body.join('\n\n')),
    };
    return (await compile(texts)).findRecord('post:x');
  };
  const table = '| a | b |\n|---|---|';
  expect(await readTimeOf('## Two words', words, table, figure)).toMatchObject({ readTime: 2 });
  expect(await readTimeOf(words, table, figure)).toMatchObject({ readTime: 1 });
});

test('a draft is checked, but neither it nor its image is a record', async () => {
  const body = 'Words.\n\n![Alt](a.svg "Caption")';
  const draft = {
    'articles/seo/a.svg': SVG,
    'articles/seo/draft.md': formatArticle({ title: 'A draft', draft: true }, body),
  };
  const { records, problems } = await compile(draft);
  expect(problems).toEqual([]);
  expect(records.map(recordKey)).not.toContain('post:draft');
  expect(records.some(({ kind }) => kind === 'media')).toBe(false);
  const wrong = await compile({
    'articles/seo/draft.md': formatArticle({ title: 'A draft', draft: true }, '# No'),
  });
  expect(wrong.problems).toHaveLength(1);
});

test('a post dated in the future becomes a record with that date', async () => {
  const article = formatArticle({ title: 'Later', publishedAt: '2100-01-01' });
  const { findRecord, problems } = await compile({ 'articles/seo/later.md': article });
  expect(problems).toEqual([]);
  expect(findRecord('post:later')).toMatchObject({ publishedAt: Date.UTC(2100, 0, 1) });
});

test('only a file with a problem has no record', async () => {
  const { findRecord, problems } = await compile({
    'articles/seo/wrong.md': formatArticle({ title: 'Wrong' }, '# No'),
  });
  expect(problems.map(({ file }) => file)).toEqual(['content/articles/seo/wrong.md']);
  expect(findRecord('post:wrong')).toBeUndefined();
  expect(findRecord('post:base-article')).toBeDefined();
});

test('the fixture content has no problems and covers every state', async () => {
  const { records, guides, problems } = await compileContent(FIXTURES, NOW);
  expect(problems).toEqual([]);
  const count = (matches: (record: ContentRecord) => boolean) => records.filter(matches).length;
  const countIn = (subcategory: string) =>
    count((record) => record.kind === 'post' && record.subcategory === subcategory);
  expect(countIn('google-search')).toBe(30);
  expect(countIn('segmentation')).toBe(0);
  expect(countIn('digital-marketing-news')).toBe(3);
  expect(count(({ kind }) => kind === 'legacy')).toBe(LEGACY_PATHS.length);
  expect(count((record) => record.kind === 'post' && record.publishedAt > NOW.getTime())).toBe(1);
  expect(count(({ kind }) => kind === 'media')).toBe(2);
  expect(guides).toHaveLength(1);
});
