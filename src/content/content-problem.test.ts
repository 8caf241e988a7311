import { expect, test } from 'vitest';
import { formatProblem, sortProblems } from './content-problem.ts';

test('a problem is written with its file, its line and what to do', () => {
  const message = 'excerpt is missing; write one or two sentences (at most 200 characters)';
  const file = 'content/articles/seo/local-seo/x.md';
  expect(formatProblem({ file, line: 4, message })).toBe(
    'content/articles/seo/local-seo/x.md:4 excerpt is missing; write one or two sentences (at most 200 characters)',
  );
  expect(formatProblem({ file, message: 'is empty' })).toBe('content/articles/seo/local-seo/x.md is empty');
});

test('problems are sorted by file, then numerically by line; those of a whole file come first', () => {
  const problems = [
    { file: 'content/b.md', message: 'whole' },
    { file: 'content/a.md', line: 10, message: 'ten' },
    { file: 'content/a.md', line: 9, message: 'nine, second' },
    { file: 'content/a.md', line: 9, message: 'nine, first' },
    { file: 'content/a.md', message: 'whole' },
  ];
  expect(sortProblems(problems).map(formatProblem)).toEqual([
    'content/a.md whole',
    'content/a.md:9 nine, first',
    'content/a.md:9 nine, second',
    'content/a.md:10 ten',
    'content/b.md whole',
  ]);
});
