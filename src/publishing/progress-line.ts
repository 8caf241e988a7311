import type { Progress } from '../content/texts/compile-texts.ts';

/** On a terminal the line is redrawn; in a log each update is a new line. */
const EVERY_MS = { terminal: 500, log: 10_000 };
const FROM_LINE_START = '\r\u001b[K';

type Output = { readonly isTTY?: boolean; readonly write: (text: string) => unknown };

/** Shows the progress of a long run and the estimated remaining time. `now` in milliseconds. */
export function createProgressLine(
  output: Output,
  now: () => number = () => performance.now(),
): (progress: Progress) => void {
  const isTerminal = output.isTTY === true;
  const everyMs = isTerminal ? EVERY_MS.terminal : EVERY_MS.log;
  let phase: { what: string; first: number; start: number; shown: number } | undefined;
  return ({ what, done, total }) => {
    const time = now();
    const isNew = phase?.what !== what;
    if (phase === undefined || isNew) phase = { what, first: done, start: time, shown: time };
    // Encoding reports before its first picture, so that the line says early why it will take a while.
    const isDue = time - phase.shown >= everyMs || (isNew && what === 'pictures');
    if (done === total) {
      if (isTerminal) output.write(FROM_LINE_START);
      return;
    }
    if (!isDue) return;
    phase.shown = time;
    const line = `${done} of ${total} ${what}${formatLeft(time - phase.start, done - phase.first, total - done)}`;
    output.write(isTerminal ? `${FROM_LINE_START}${line}` : `${line}\n`);
  };
}

function formatLeft(elapsedMs: number, done: number, left: number): string {
  if (done <= 0) return '';
  const seconds = Math.ceil((elapsedMs / done) * (left / 1_000));
  return seconds < 100 ? `, about ${seconds} s left` : `, about ${Math.ceil(seconds / 60)} min left`;
}
