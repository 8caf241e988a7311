import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ROOT } from './fixture-content.ts';

export type Environment = Readonly<Record<string, string>>;

/**
 * What programs need that run from source: the other package from source too, and the cache that
 * `npm start` sets, which halves the start time.
 */
export const SOURCE_ENVIRONMENT = {
  NODE_OPTIONS: '--conditions=workbench-source',
  NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/node'),
};

export type ServerProcess = Awaited<ReturnType<typeof startServerProcess>>;

type ServerProgram = {
  readonly program?: string;
  readonly args?: readonly string[];
  /** A program with its arguments that becomes the server, such as `setpriv`. */
  readonly launcher?: readonly string[] | undefined;
};

const READY = /is at (http:\S+)$/;

/**
 * Starts the built server like `npm start`, or another program, on a free port, with only these
 * environment variables. `onLine` gets every line of output except those with an address. Throws
 * with the output if the server does not start.
 */
export async function startServerProcess(
  environment: Environment,
  onLine: (line: string) => unknown,
  {
    program = 'packages/marketing-workbench/src/server.ts',
    args = [],
    launcher = [],
  }: ServerProgram = {},
) {
  const [command = '', ...rest] = [
    ...launcher,
    process.execPath,
    '--max-semi-space-size=8',
    program,
    ...args,
  ];
  const server = spawn(command, rest, {
    cwd: ROOT,
    env: { ...SOURCE_ENVIRONMENT, HOST: '127.0.0.1', PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: string[] = [];
  /** Scheme, host and port, without a slash. */
  const origin = await new Promise<string>((found, fail) => {
    server.once('exit', () =>
      fail(new Error(`The server did not start. It said: ${output.join('\n')}`)),
    );
    for (const stream of [server.stdout, server.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        const address = READY.exec(line)?.[1];
        if (address !== undefined) return found(address);
        output.push(line);
        onLine(line);
      });
    }
  });
  const ended = async () => {
    if (server.exitCode === null && server.signalCode === null) await once(server, 'exit');
  };
  const kill = (signal: 'SIGTERM' | 'SIGKILL') => void server.kill(signal);
  return {
    origin,
    kill,
    ended,
    pid: server.pid ?? 0,
    /** Sends SIGTERM and waits until the server has ended. */
    stop: () => {
      kill('SIGTERM');
      return ended();
    },
  };
}
