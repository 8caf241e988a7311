import { execFile } from 'node:child_process';
import { FIXTURE_CONTENT, ROOT } from './fixture-content.ts';
import { type Environment, SOURCE_ENVIRONMENT } from './server-process.ts';

export type CommandResult = { readonly status: number; readonly output: string };

/**
 * Runs a command of `npm run content` with only this environment; `uid` is the user that runs it.
 */
export function spawnCommand(
  args: readonly string[],
  environment: Environment,
  { uid }: { readonly uid?: number | undefined } = {},
) {
  // Node would run the built packages without the options of the source.
  const options = [SOURCE_ENVIRONMENT.NODE_OPTIONS, environment.NODE_OPTIONS].filter(Boolean);
  const env = {
    ...SOURCE_ENVIRONMENT,
    CONTENT_DIR: FIXTURE_CONTENT,
    ...environment,
    NODE_OPTIONS: options.join(' '),
  };
  const { promise, resolve: settle } = Promise.withResolvers<CommandResult>();
  const child = execFile(
    process.execPath,
    ['packages/marketing-workbench/src/content-cli.ts', ...args],
    { cwd: ROOT, env, uid, maxBuffer: 50_000_000 },
    (error, stdout, stderr) =>
      settle({ status: error === null ? 0 : Number(error.code ?? 1), output: stdout + stderr }),
  );
  return { child, ended: promise };
}
