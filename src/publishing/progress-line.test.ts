import { expect, test } from 'vitest';
import type { Progress } from '../content/texts/compile-texts.ts';
import { createProgressLine } from './progress-line.ts';

type Step = readonly [atMs: number, progress: Progress];
const pictures = (done: number) => ({ what: 'pictures', done, total: 24 }) as const;
const texts = (done: number) => ({ what: 'texts', done, total: 10_000 }) as const;

const STEPS: readonly Step[] = [
  [0, pictures(4)],
  [4_000, pictures(6)],
  [10_000, pictures(8)],
  [50_000, pictures(24)],
  [50_000, texts(32)],
  [60_000, texts(1_032)],
  [90_000, texts(10_000)],
];

function show(isTTY: boolean): string {
  const written: string[] = [];
  let time = 0;
  const report = createProgressLine({ isTTY, write: (text) => written.push(text) }, () => time);
  for (const [at, progress] of STEPS) {
    time = at;
    report(progress);
  }
  return written.join('');
}

test('a log gets a line where pictures begin, and one every ten seconds, with the time that is left', () => {
  expect(show(false)).toBe(
    [
      '4 of 24 pictures',
      '8 of 24 pictures, about 40 s left',
      '1032 of 10000 texts, about 90 s left',
      '',
    ].join('\n'),
  );
});

test('a terminal has one line, which is gone in the end', () => {
  const lines = show(true).split('\r\u001b[K');
  expect(lines).toContain('6 of 24 pictures, about 36 s left');
  expect(lines.at(-1)).toBe('');
});
