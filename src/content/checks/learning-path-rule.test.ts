import { expect, test } from 'vitest';
import {
  formatArticle,
  listContentProblems,
  NOW,
  writeContentFolder,
} from '../../../tests/support/content-folder.ts';
import { formatLearningPaths, LEARNING_ARTICLES } from '../../../tests/support/learning-paths.ts';
import { compileContent } from '../compile-content.ts';

const STEP = 'articles/seo/local-seo/seo-step-3.md';

/** Every category has a path of five articles; SEO's stands from line 20 on. */
const PATHS = formatLearningPaths();

test('a path through each category becomes part of its record', async () => {
  const folder = await writeContentFolder({ ...LEARNING_ARTICLES, 'learning-paths.yaml': PATHS });
  const { records, problems } = await compileContent(folder, NOW);
  expect(problems).toEqual([]);
  expect(records.filter(({ kind }) => kind === 'category')).toMatchObject(
    ['google-ads', 'facebook-ads', 'email-marketing', 'seo'].map((slug) => ({
      slug,
      learningPath: [1, 2, 3, 4, 5].map((step) => `${slug}-step-${step}`),
    })),
  );
});

test('without the file no category has a path', async () => {
  const { records, problems } = await compileContent(await writeContentFolder(), NOW);
  expect(problems).toEqual([]);
  expect(records.filter((record) => 'learningPath' in record)).toEqual([]);
});

test.each([
  [
    'one that does not exist',
    PATHS.replace('seo-step-3', 'none'),
    'none is no article; write the slug of one in articles/seo',
  ],
  [
    'one of another category',
    PATHS.replace('seo-step-3', 'google-ads-step-1'),
    'google-ads-step-1 is content/articles/google-ads/youtube/google-ads-step-1.md, no article of seo; write the slug of one in articles/seo',
  ],
  [
    'one that stands in the path already',
    PATHS.replace('seo-step-3', 'seo-step-1'),
    'seo-step-1 stands in this path already; remove it',
  ],
])('%s is no step', async (_, paths, message) => {
  expect(await listContentProblems({ ...LEARNING_ARTICLES, 'learning-paths.yaml': paths })).toEqual([
    `content/learning-paths.yaml:22 ${message}`,
  ]);
});

test.each([
  ['a draft', { draft: true }, 'is a draft; publish it or take it out of the path'],
  [
    'an article still to come',
    { publishedAt: '2025-06-02' },
    'is published on 2025-06-02 only; take it out of the path until then',
  ],
])('%s is no step', async (_, keys, message) => {
  const article = formatArticle({ title: 'Third', ...keys });
  const texts = { ...LEARNING_ARTICLES, [STEP]: article, 'learning-paths.yaml': PATHS };
  expect(await listContentProblems(texts)).toEqual([`content/learning-paths.yaml:22 seo-step-3 ${message}`]);
});
