import path from 'node:path';
import { expect, test } from 'vitest';
import { compileFolder } from '../../../../tests/support/compile-folder.ts';
import {
  COMPILED_AT,
  DESCRIPTION,
  formatArticle,
  formatText,
  SVG,
  writeContentFolder,
} from '../../../../tests/support/content-folder.ts';
import { LEGACY_PATHS } from '../../../../tests/support/default-site.ts';
import { listPictureRecords } from '../../../../tests/support/list-pictures.ts';
import { type ContentRecord, recordKey } from '../site/records.ts';

const FIXTURES = path.join(import.meta.dirname, '../../../../tests/fixtures/content');

async function compile(overrides: Parameters<typeof writeContentFolder>[0]) {
  const compilation = await compileFolder(await writeContentFolder(overrides), COMPILED_AT);
  const findRecord = (key: string) =>
    compilation.records.find((record) => recordKey(record) === key);
  return { ...compilation, findRecord };
}

test('keys that an article omits are omitted from its record', async () => {
  const file = 'articles/seo/plain.md';
  const { findRecord } = await compile({ [file]: formatArticle({ title: 'Plain' }) });
  const record = findRecord('post:plain');
  expect(record).toMatchObject({ category: 'seo', featured: false });
  expect(Object.keys(record ?? {})).not.toContain('subcategory');
  expect(Object.keys(record ?? {})).not.toContain('updatedAt');
});

test('the guide is a page with its read time and its dates in UTC', async () => {
  const keys = { title: 'The guide', metaDescription: DESCRIPTION, publishedAt: '2025-01-01' };
  const updated = { ...keys, updatedAt: '2025-01-02T01:00:00+02:00' };
  const file = 'guides/google-ads-coupon-codes.md';
  const { findRecord } = await compile({ [file]: formatText(updated, 'word '.repeat(2200)) });
  expect(findRecord('page:google-ads-coupon-codes')).toEqual({
    kind: 'page',
    form: 'guide',
    slug: 'google-ads-coupon-codes',
    title: 'The guide',
    metaDescription: DESCRIPTION,
    content: `<p>${'word '.repeat(2200).trim()}</p>`,
    headings: '',
    text: 'word '.repeat(2200).trim(),
    readTime: 10,
    contents: true,
    inFooter: false,
    inSitemap: true,
    inSearch: true,
    publishedAt: Date.UTC(2025, 0, 1),
    updatedAt: Date.UTC(2025, 0, 1, 23),
  });
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
  expect(listPictureRecords(records)).toEqual([]);
  const wrong = await compile({
    'articles/seo/draft.md': formatArticle({ title: 'A draft', draft: true }, '# No'),
  });
  expect(wrong.problems).toHaveLength(1);
});

test('the beginning of a text replaces a missing excerpt, and the excerpt a missing description', async () => {
  const keys = { title: 'X', metaDescription: undefined };
  const body = `## Heading\n\n- Item\n\n**First** words${', and more'.repeat(20)}.\n\nOthers.`;
  const { findRecord, problems } = await compile({
    'articles/seo/both.md': formatArticle({ ...keys, excerpt: undefined }, body),
    'articles/seo/one.md': formatArticle({ ...keys, excerpt: 'An excerpt.' }),
    'articles/seo/table.md': formatArticle({ ...keys, excerpt: '' }, '| a |\n|---|\n| b |'),
  });
  expect(problems).toEqual([]);
  const opening = `First words${', and more'.repeat(14)}, and…`;
  expect(findRecord('post:both')).toMatchObject({ excerpt: opening, metaDescription: opening });
  expect(findRecord('post:one')).toMatchObject({ metaDescription: 'An excerpt.' });
  expect(findRecord('post:table')).toMatchObject({ excerpt: 'a b', metaDescription: 'a b' });
});

test('a time without a zone is in UTC', async () => {
  const { findRecord } = await compile({
    'articles/seo/x.md': formatArticle({
      publishedAt: '2025-03-04 09:00',
      updatedAt: '2025-03-04T09:00:30',
    }),
  });
  expect(findRecord('post:x')).toMatchObject({
    publishedAt: Date.UTC(2025, 2, 4, 9),
    updatedAt: Date.UTC(2025, 2, 4, 9, 0, 30),
  });
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
  const { records, problems } = await compileFolder(FIXTURES, COMPILED_AT);
  expect(problems).toEqual([]);
  const count = (matches: (record: ContentRecord) => boolean) => records.filter(matches).length;
  const countIn = (subcategory: string) =>
    count((record) => record.kind === 'post' && record.subcategory === subcategory);
  expect(countIn('google-search')).toBe(30);
  expect(countIn('segmentation')).toBe(0);
  expect(countIn('digital-marketing-news')).toBe(3);
  expect(count(({ kind }) => kind === 'legacy')).toBe(LEGACY_PATHS.length);
  expect(
    count((record) => record.kind === 'post' && record.publishedAt > COMPILED_AT.getTime()),
  ).toBe(1);
  expect(listPictureRecords(records)).toHaveLength(4);
  expect(count(({ kind }) => kind === 'page')).toBe(2);
});
