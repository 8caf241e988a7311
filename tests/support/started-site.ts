import { type ChildProcess, spawn } from 'node:child_process';
import { onTestFinished } from 'vitest';
import { createChildEnvironment } from '../../packages/marketing-workbench/src/config.ts';
import type { Environment } from './server-process.ts';

type Program = {
  readonly cwd: string;
  readonly command: readonly string[];
  readonly environment: Environment;
};

/**
 * Starts a program that says the address of a site. `origin` rejects with the output if the program
 * ends before.
 */
export function startSite({ cwd, command: [program = '', ...args], environment }: Program) {
  const site = spawn(program, args, {
    cwd,
    env: createChildEnvironment({ HOST: '127.0.0.1', PORT: '0', ...environment }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => site.once('close', resolve));
  onTestFinished(() => stopSite(site, ended).then(() => undefined));
  let output = '';
  const origin = new Promise<string>((found, fail) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const address = /is at (http:\/\/127\.0\.0\.1:\d+)/.exec(output)?.[1];
      if (address !== undefined) found(address);
    };
    site.stdout.on('data', read);
    site.stderr.on('data', read);
    void ended.then((status) => fail(new Error(`The site ended with status ${status}: ${output}`)));
  });
  return { origin, output: () => output, stop: () => stopSite(site, ended) };
}

async function stopSite(site: ChildProcess, ended: Promise<number | null>): Promise<number | null> {
  site.kill('SIGTERM');
  return ended;
}
