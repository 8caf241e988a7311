/** A progress line, which a terminal updates in place; a log gets a new line from time to time. */
export type ProgressLine = {
  /**
   * Shows the progress of a stage, which begins with its first report; `done` and `all` count its
   * items.
   */
  readonly report: (stage: string, done: number, all: number) => void;
  /** Removes the line from a terminal. */
  readonly end: () => void;
};

type ProgressOutput = {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly write: (text: string) => unknown;
};

const TERMINAL_INTERVAL_MS = 100;
const LOG_INTERVAL_MS = 10_000;
const CLEAR_LINE = '\r\u001b[K';

export function createProgress(output: ProgressOutput, now: () => number): ProgressLine {
  const interval = output.isTTY ? TERMINAL_INTERVAL_MS : LOG_INTERVAL_MS;
  let [stage, start, shown] = ['', 0, 0];
  return {
    report: (name, done, all) => {
      const time = now();
      if (name !== stage) [stage, start, shown] = [name, time, output.isTTY ? 0 : time];
      if (time - shown < interval) return;
      shown = time;
      const counts = formatProgressCounts(done, all, (time - start) / 1000);
      if (!output.isTTY) output.write(`${name}: ${counts}\n`);
      else
        output.write(
          `${CLEAR_LINE}${`${name} ${formatProgressBar(done / all)} ${counts}`.slice(0, output.columns)}`,
        );
    },
    end: () => {
      if (output.isTTY) output.write(CLEAR_LINE);
    },
  };
}

const BAR_WIDTH = 20;

function formatProgressBar(share: number): string {
  const full = Math.round(Math.min(1, share) * BAR_WIDTH);
  return `${'█'.repeat(full)}${'░'.repeat(BAR_WIDTH - full)}`;
}

/** Formats progress as "4,512 of 10,000, 98 a second, 56 s left". */
function formatProgressCounts(done: number, all: number, seconds: number): string {
  const counts = `${formatRounded(done)} of ${formatRounded(all)}`;
  const rate = done / seconds;
  if (seconds < 1 || done === 0) return counts;
  return `${counts}, ${formatRounded(rate)} a second, ${formatTimeLeft((all - done) / rate)} left`;
}

function formatRounded(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 1 : 0 });
}

function formatTimeLeft(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
