import { join } from 'node:path';
import type { LargeCompilation } from '../content/checks/check-site.ts';
import { type CompilerOptions, createLargeContentCompiler } from '../content/compile-content.ts';
import type { CompileProgress } from '../content/texts/compile-texts.ts';
import { createClockTest, type LiveTest } from '../site/live.ts';
import { findLatestTime, readLiveTest } from '../store/posts/live.ts';
import { openCompiledTexts } from '../store/sync/compiled-texts.ts';
import { hashRecord } from '../store/sync/source.ts';

type CachedCompilerOptions = Pick<CompilerOptions, 'wanted' | 'pictures' | 'timeLimit'> & {
  readonly dataDir?: string;
};

/**
 * Compiles the content with the caches of `dataDir`. The texts can be read until `work` ends.
 * `isLive` knows what was live, if the state of `dataDir` can be read.
 */
export async function compileWithCaches<Result>(
  contentDir: string,
  { dataDir, wanted, pictures, timeLimit }: CachedCompilerOptions,
  work: (compilation: LargeCompilation, isLive: LiveTest) => Promise<Result>,
): Promise<Result> {
  const onProgress = createProgressLine(process.stderr);
  const now = Date.now();
  if (dataDir === undefined)
    return work(
      await createLargeContentCompiler({ wanted, pictures, timeLimit, onProgress })(contentDir),
      createClockTest(now),
    );
  const isLive = readLiveTest({ dataDir }, now);
  using textCache = openCompiledTexts({ dataDir });
  const imageCacheDir = join(dataDir, 'images');
  const compile = createLargeContentCompiler({
    imageCacheDir,
    textCache,
    wanted,
    pictures,
    timeLimit,
    hashRecord,
    onProgress,
    past: { isLive, latestTime: findLatestTime({ dataDir }) },
  });
  return await work(await compile(contentDir), isLive);
}

const UPDATE_EVERY_MS = { terminal: 500, log: 10_000 };
const CLEAR_LINE = '\r\u001b[K';

type ProgressStream = { readonly isTTY?: boolean; readonly write: (text: string) => unknown };

/**
 * Creates a function that shows progress: it redraws one line on a terminal, and writes new lines
 * to a log. `now` is in milliseconds.
 */
export function createProgressLine(
  output: ProgressStream,
  now: () => number = () => performance.now(),
): (progress: Omit<CompileProgress, 'what'> & { readonly what: string }) => void {
  const isTerminal = output.isTTY === true;
  const everyMs = isTerminal ? UPDATE_EVERY_MS.terminal : UPDATE_EVERY_MS.log;
  let phase: { what: string; first: number; start: number; shown: number } | undefined;
  return ({ what, done, total }) => {
    const time = now();
    const isNew = phase?.what !== what;
    if (phase === undefined || isNew) phase = { what, first: done, start: time, shown: time };
    // Encoding pictures is slow, so its first report is shown at once.
    const isDue = time - phase.shown >= everyMs || (isNew && what === 'pictures');
    if (done === total) {
      if (isTerminal) output.write(CLEAR_LINE);
      return;
    }
    if (!isDue) return;
    phase.shown = time;
    const line = `${done} of ${total} ${what}${formatRemainingTime(time - phase.start, done - phase.first, total - done)}`;
    output.write(isTerminal ? `${CLEAR_LINE}${line}` : `${line}\n`);
  };
}

function formatRemainingTime(elapsedMs: number, done: number, left: number): string {
  if (done <= 0) return '';
  const seconds = Math.ceil((elapsedMs / done) * (left / 1_000));
  return seconds < 100
    ? `, about ${seconds} s left`
    : `, about ${Math.ceil(seconds / 60)} min left`;
}
