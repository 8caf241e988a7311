import { expect, test } from 'vitest';
import { listContentProblems } from '../../tests/support/content-folder.ts';
import { formatLearningPaths, LEARNING_ARTICLES } from '../../tests/support/learning-paths.ts';

const ADVICE = 'write 5 to 8 articles, each as "- slug", the one to begin with first';
const KNOWN = 'google-ads, facebook-ads, email-marketing, seo';

const listPathProblems = (paths: string) =>
  listContentProblems({ ...LEARNING_ARTICLES, 'learning-paths.yaml': paths });

test('a category without a path, an unknown one, one too short and one too long are problems at their lines', async () => {
  const steps = (count: number) => `[${Array.from({ length: count }, (_, index) => `step-${index}`)}]`;
  const paths = [`bing-ads: ${steps(5)}`, `google-ads: ${steps(4)}`, `facebook-ads: ${steps(9)}`, 'seo: 5'];
  expect(await listPathProblems(paths.join('\n'))).toEqual([
    `content/learning-paths.yaml:1 bing-ads is no known key; remove it, or write one of ${KNOWN}`,
    `content/learning-paths.yaml:1 email-marketing is missing; ${ADVICE}`,
    `content/learning-paths.yaml:2 google-ads has 4 articles; ${ADVICE}`,
    `content/learning-paths.yaml:3 facebook-ads has 9 articles; ${ADVICE}`,
    `content/learning-paths.yaml:4 seo is no list; ${ADVICE}`,
  ]);
});

test('a step that is no text is a problem at its own line', async () => {
  expect(await listPathProblems(formatLearningPaths().replace('- seo-step-2', '- 7'))).toEqual([
    'content/learning-paths.yaml:21 seo.1 is not a text; write the slug of an article, such as keyword-match-types',
  ]);
});

test('a file that is no YAML is a problem', async () => {
  const [problem, ...others] = await listPathProblems('seo: [');
  expect(problem).toMatch(/^content\/learning-paths.yaml:1 is no valid YAML/);
  expect(others).toEqual([]);
});
