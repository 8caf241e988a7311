import { expect, test } from 'vitest';
import { formatFinding, sortContentFindings } from './content-finding.ts';

test('problems are sorted by file, then numerically by line; those of a whole file come first', () => {
  const problems = [
    { file: 'content/b.md', message: 'whole' },
    { file: 'content/a.md', line: 10, message: 'ten' },
    { file: 'content/a.md', line: 9, message: 'nine, second' },
    { file: 'content/a.md', line: 9, message: 'nine, first' },
    { file: 'content/a.md', message: 'whole' },
  ];
  expect(sortContentFindings(problems).map(formatFinding)).toEqual([
    'content/a.md:1 whole',
    'content/a.md:9 nine, first',
    'content/a.md:9 nine, second',
    'content/a.md:10 ten',
    'content/b.md:1 whole',
  ]);
});
