// Runs a program as a child of npm. Works on Node 20, on which the repository's first step runs.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import process from 'node:process';

/**
 * Runs Node with these arguments until it ends, forwards signals to it, and ends it when npm ends.
 * Returns the exit status. `options` are those of `spawn`.
 */
export async function runChild(node, args, options) {
  const child = spawn(node, args, options);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => child.kill(signal));
  const hasNpmEnded = watchNpm();
  const timer = setInterval(() => hasNpmEnded() && child.kill('SIGTERM'), 1_000);
  const status = await new Promise((resolve) => {
    child.on('error', (error) => {
      console.error(`${node} can't be started: ${error.message}`);
      resolve(1);
    });
    child.on('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
  });
  clearInterval(timer);
  return status;
}

/**
 * npm may start this process through a shell, which neither forwards signals nor exits when npm is
 * killed.
 */
function watchNpm() {
  if (process.env.npm_lifecycle_event === undefined) return () => false;
  const { ppid } = process;
  const parent = `/proc/${ppid}/stat`;
  const npm = existsSync(parent) && /sh\) \S+ (\d+)/.exec(readFileSync(parent, 'utf8'))?.[1];
  return () => process.ppid !== ppid || (npm && !existsSync(`/proc/${npm}`));
}
