import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PAGE_KINDS } from '../real-site.ts';
import { type LoadResult, runLoad } from './raw-client.ts';

const ATTACKER = join(import.meta.dirname, 'attacker.ts');

type Attack = {
  readonly port: number;
  /** One of `FLOODS`, or `mixed`. */
  readonly kind: string;
  readonly connections: number;
  readonly seconds: number;
};

/** One client that sends requests as fast as they are answered, in its own process; resolves with a summary as JSON. */
export async function attack({ port, kind, connections, seconds }: Attack): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...[ATTACKER, String(port), kind, String(connections), String(seconds)],
  ]);
  return stdout.trim();
}

/** Readers of a cached article on new connections, fifty a second. */
export function read(port: number, milliseconds: number): Promise<LoadResult> {
  const end = performance.now() + milliseconds;
  return runLoad({
    ...{ port, connections: 4, pauseMs: 80, isConnectionNew: true },
    until: () => performance.now() > end,
    nextPath: () => PAGE_KINDS.get('article') ?? '/',
  });
}
