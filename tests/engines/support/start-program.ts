import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';

export type StartedProgram = AsyncDisposable & { readonly child: ChildProcess };

/**
 * Starts a program that ends with its owner. Rejects nothing itself: who reads its output finds
 * that it has ended.
 */
export function startProgram(
  program: string,
  args: readonly string[],
  options: SpawnOptions,
): StartedProgram {
  const child = spawn(program, args, options);
  const ended = Promise.race([once(child, 'close'), once(child, 'error')]).catch(() => undefined);
  return {
    child,
    [Symbol.asyncDispose]: async () => {
      child.kill();
      await ended;
    },
  };
}
