import { inject } from 'vitest';
import type { Environment } from '../../support/server-process.ts';
import { type Result, spawnCommand } from '../../support/spawn-command.ts';

/** Runs a publisher's command to its end. */
export function runCommand(args: readonly string[], environment: Environment): Promise<Result> {
  return startCommand(args, environment).ended;
}

/** Starts it on a machine that publishes and serves nothing itself, unless said otherwise. */
export function startCommand(args: readonly string[], environment: Environment) {
  return spawnCommand(args, { DATA_DIR: inject('publisherDir'), ...environment });
}
