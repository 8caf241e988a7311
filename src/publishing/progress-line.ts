import type { Progress } from '../content/texts/compile-texts.ts';

/** A terminal's line is written anew; in a log each is a line of its own. */
const EVERY_MS = { terminal: 500, log: 10_000 };
const FROM_LINE_START = '\r\u001b[K';

type Output = { readonly isTTY?: boolean; readonly write: (text: string) => unknown };

/** Shows how far a run is and how long it may take from there, where it takes long. `now` in milliseconds. */
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
    // Pictures report from the first that must be encoded, which says why it will take a while.
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
