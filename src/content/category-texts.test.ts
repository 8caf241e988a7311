import { expect, test } from 'vitest';
import { listContentProblems, NOW, writeContentFolder } from '../../tests/support/content-folder.ts';
import { compileContent } from './compile-content.ts';

const ADVICE = 'write one or two sentences (at most 200 characters) on what one can do after reading';
const KNOWN = 'google-ads, facebook-ads, email-marketing, seo';

test('each built-in category and subcategory becomes a record with its place and its description', async () => {
  const { records } = await compileContent(await writeContentFolder(), NOW);
  const shelves = records.filter(({ kind }) => kind === 'category' || kind === 'subcategory');
  expect(shelves).toHaveLength(21);
  expect(shelves.at(0)).toEqual({
    kind: 'category',
    slug: 'google-ads',
    name: 'Google Ads',
    description: 'What to know of google-ads.',
    icon: 'SiGoogle',
    position: 1,
  });
  expect(shelves.at(-1)).toEqual({
    kind: 'subcategory',
    slug: 'digital-marketing-news',
    category: 'seo',
    name: 'Digital Marketing News',
    description: 'What to know of digital-marketing-news.',
    position: 17,
  });
});

test('without categories.yaml there is a problem and no shelf', async () => {
  const { records, problems } = await compileContent(
    await writeContentFolder({ 'categories.yaml': null }),
    NOW,
  );
  expect(problems).toEqual([{ file: 'content/categories.yaml', message: 'is missing; write it' }]);
  expect(records.some(({ kind }) => kind === 'category' || kind === 'subcategory')).toBe(false);
});

test('a missing, unknown, empty or long description is a problem at its line', async () => {
  const shelves = [
    'categories:',
    '  google-ads: "Words."',
    '  bing-ads: "Words."',
    '  facebook-ads: ""',
    `  email-marketing: "${'x'.repeat(201)}"`,
    'subcategories: {}',
  ];
  const problems = await listContentProblems({ 'categories.yaml': shelves.join('\n') });
  expect(problems.slice(0, 5)).toEqual([
    `content/categories.yaml:1 categories.seo is missing; ${ADVICE}`,
    `content/categories.yaml:3 categories.bing-ads is no known key; remove it, or write one of ${KNOWN}`,
    `content/categories.yaml:4 categories.facebook-ads has 0 characters; ${ADVICE}`,
    `content/categories.yaml:5 categories.email-marketing has 201 characters; ${ADVICE}`,
    `content/categories.yaml:6 subcategories.ab-testing is missing; ${ADVICE}`,
  ]);
  expect(problems).toHaveLength(4 + 17);
});

test.each([
  ['', ':1 categories is no set of keys with values; write one "key: value" a line'],
  ['- seo', ':1 is no set of keys with values; write one "key: value" a line'],
])('categories.yaml with %j is a problem', async (text, problem) => {
  expect(await listContentProblems({ 'categories.yaml': text })).toContainEqual(
    `content/categories.yaml${problem}`,
  );
});
