import { format } from 'node:util';
import { FIXTURE_CONTENT } from './fixture-content.ts';
import type { Environment } from './server-process.ts';
import { type CommandResult, spawnCommand } from './spawn-command.ts';

/** They lower the priority of their process for good. */
const OWN_PROCESS = ['check', 'publish'];

let runs = 0;

/**
 * Runs a command of `npm run content` with only this environment and without a terminal. It runs in this process if it can, since
 * starting another takes longer than all else.
 */
export async function runCommand(args: readonly string[], environment: Environment): Promise<CommandResult> {
  if (OWN_PROCESS.includes(args[0] ?? '')) return spawnCommand(args, environment).ended;
  let output = '';
  const print = (...parts: readonly unknown[]) => {
    output += `${format(...parts)}\n`;
  };
  const real = { process: globalThis.process, console: globalThis.console };
  const own = Object.create(real.process, {
    argv: { value: ['node', 'src/content-cli.ts', ...args] },
    env: { value: { CONTENT_DIR: FIXTURE_CONTENT, ...environment } },
    exitCode: { value: 0, writable: true },
  });
  Object.assign(globalThis, { process: own, console: { ...real.console, log: print, error: print } });
  runs += 1;
  try {
    // The query makes it another module, which runs again.
    await import(/* @vite-ignore */ `../../src/content-cli.ts?run=${runs}`);
    return { status: own.exitCode, output };
  } finally {
    Object.assign(globalThis, real);
  }
}
