import { expect, test } from 'vitest';
import { createMemo } from './memo.ts';

/** A run that asks for these keys; says which of them had to be made. */
function startCounting() {
  const memo = createMemo<string>();
  return (keys: readonly string[], { isFinished = true } = {}) => {
    const made: string[] = [];
    const { recall, finish } = memo.startRun();
    for (const key of keys) {
      const value = recall(key, () => {
        made.push(key);
        return `value of ${key}`;
      });
      expect(value).toBe(`value of ${key}`);
    }
    if (isFinished) finish();
    return made;
  };
}

test('a value is made once a run, and not at all where the run before had it', () => {
  const run = startCounting();
  expect(run(['a', 'b', 'a'])).toEqual(['a', 'b']);
  expect(run(['a', 'b', 'c'])).toEqual(['c']);
  expect(run(['c', 'a'])).toEqual([]);
});

test('what a run did not use is forgotten', () => {
  const run = startCounting();
  run(['a', 'b']);
  run(['a']);
  expect(run(['a', 'b'])).toEqual(['b']);
});

test('a run that was never finished changes nothing', () => {
  const run = startCounting();
  run(['a']);
  expect(run(['b'], { isFinished: false })).toEqual(['b']);
  expect(run(['a', 'b'])).toEqual(['b']);
});

test('a value of nothing is remembered too', () => {
  const memo = createMemo<undefined>();
  let made = 0;
  for (const _ of [1, 2]) {
    const { recall, finish } = memo.startRun();
    recall('a', () => {
      made += 1;
      return undefined;
    });
    finish();
  }
  expect(made).toBe(1);
});
