import { format } from 'node:util';
import { FIXTURE_CONTENT } from './fixture-content.ts';
import type { Environment } from './server-process.ts';
import type { CommandResult } from './spawn-command.ts';

let runs = 0;
let isRunning = false;

/**
 * Runs a command of `npm run content` with only this environment and without a terminal, in this
 * process, since starting another takes longer than all else. One command at a time: it replaces
 * the globals `process` and `console` until it ends.
 */
export async function runCommand(
  args: readonly string[],
  environment: Environment,
): Promise<CommandResult> {
  if (isRunning)
    throw new Error(`A command is running; start ${args.join(' ')} with spawnCommand.`);
  let output = '';
  const print = (...parts: readonly unknown[]) => {
    output += `${format(...parts)}\n`;
  };
  const real = { process: globalThis.process, console: globalThis.console };
  const own = Object.create(real.process, {
    argv: { value: ['node', 'packages/marketing-workbench/src/content-cli.ts', ...args] },
    env: { value: { CONTENT_DIR: FIXTURE_CONTENT, ...environment } },
    exitCode: { value: 0, writable: true },
    // Only progress is written there, which depends on how busy the machine is.
    stderr: { value: { isTTY: false, write: () => true } },
  });
  Object.assign(globalThis, {
    process: own,
    console: { ...real.console, log: print, error: print },
  });
  runs += 1;
  isRunning = true;
  try {
    // The query makes it another module, which runs again.
    await import(
      /* @vite-ignore */ `../../packages/marketing-workbench/src/content-cli.ts?run=${runs}`
    );
    return { status: own.exitCode, output };
  } finally {
    isRunning = false;
    Object.assign(globalThis, real);
  }
}
