import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { ROOT } from './fixture-content.ts';

export type Environment = Readonly<Record<string, string>>;

export type ServerProcess = {
  /** Scheme, host and port, without a slash. */
  readonly origin: string;
  readonly pid: number;
  /** Sends a signal. */
  readonly kill: (signal: 'SIGTERM' | 'SIGKILL') => void;
  readonly ended: () => Promise<void>;
  /** SIGTERM, and until it has ended. */
  readonly stop: () => Promise<void>;
};

const READY = /is at (http:\S+)$/;

/**
 * Starts the built server as `npm start` does, on a free port, with these variables and none of this process's own. `onLine` gets every line that it
 * writes, but the one that says where it is. Throws with what it said where it does not start.
 */
export async function startServerProcess(
  environment: Environment,
  onLine: (line: string) => unknown,
): Promise<ServerProcess> {
  const server = spawn(process.execPath, ['--max-semi-space-size=8', 'src/server.ts'], {
    cwd: ROOT,
    env: { HOST: '127.0.0.1', PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said: string[] = [];
  const origin = await new Promise<string>((found, fail) => {
    server.once('exit', () => fail(new Error(`The server did not start. It said: ${said.join('\n')}`)));
    for (const stream of [server.stdout, server.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        const address = READY.exec(line)?.[1];
        if (address !== undefined) return found(address);
        said.push(line);
        onLine(line);
      });
    }
  });
  const ended = async () => {
    if (server.exitCode === null && server.signalCode === null) await once(server, 'exit');
  };
  const kill = (signal: 'SIGTERM' | 'SIGKILL') => void server.kill(signal);
  return {
    ...{ origin, kill, ended },
    pid: server.pid ?? 0,
    stop: () => {
      kill('SIGTERM');
      return ended();
    },
  };
}
