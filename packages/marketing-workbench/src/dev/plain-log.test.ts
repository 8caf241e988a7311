import { expect, test } from 'vitest';
import { formatLogLine } from './plain-log.ts';

test('a line of JSON becomes its message, or the stack of its error', () => {
  expect(formatLogLine('{"level":40,"time":1,"msg":"The folder is missing."}\n')).toBe(
    'The folder is missing.',
  );
  const failed = { level: 50, err: { stack: 'Error: broken\n    at file.ts:1' }, msg: 'broken' };
  expect(formatLogLine(JSON.stringify(failed))).toBe('Error: broken\n    at file.ts:1');
  expect(formatLogLine('plain words\n')).toBe('plain words');
});
