import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { createChildEnvironment, findProgram } from '../../config.ts';
import { DeskError } from '../desk-error.ts';

export type TemporarySite = {
  /** Scheme, host and port, without a slash. */
  readonly origin: string;
  readonly contentDir: string;
  readonly dataDir: string;
};

type TemporarySiteOptions = Omit<TemporarySite, 'origin'> & {
  /** Name of the source for messages. */
  readonly name: string;
  readonly children: Set<ChildProcess>;
};

const READY = /is at (http:\S+)$/;
/** Number of lines at the end of the output, which say why a process failed. */
const LINES_SHOWN = 12;

/**
 * Publishes a content folder to a data folder of its own, and serves it on a free loopback port.
 */
export async function startTemporarySite({
  name,
  contentDir,
  dataDir,
  children,
}: TemporarySiteOptions): Promise<TemporarySite> {
  mkdirSync(dataDir, { recursive: true });
  const env = createChildEnvironment({
    CONTENT_DIR: path.resolve(contentDir),
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    PORT: '0',
    WORKERS: '1',
    // Nothing outside of the temporary folder is told or changed.
    DATABASE_URL: '',
    DATABASE_REPLICA_URL: '',
    PURGE_URL: '',
    INDEXNOW_KEY: '',
    PREVIEW_SECRET: '',
  });
  const start = (program: string, args: readonly string[]) => {
    const child = spawn(process.execPath, [findProgram(program), ...args], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    children.add(child.on('exit', () => children.delete(child)));
    return child;
  };
  const publisher = start('content-cli', ['publish', '--allow-gone']);
  const published = await watchOutput(publisher, undefined);
  if (publisher.exitCode !== 0) throw new DeskError(`${name} can't be published:\n${published}`);
  const server = start('server', []);
  const found = await watchOutput(server, READY);
  if (server.exitCode !== null) throw new DeskError(`${name} can't be served:\n${found}`);
  return { origin: found, contentDir, dataDir };
}

/**
 * Returns what matched the pattern as soon as a line of the output has it, else the end of all
 * output.
 */
async function watchOutput(child: ChildProcess, pattern: RegExp | undefined): Promise<string> {
  const lines: string[] = [];
  const matched = Promise.withResolvers<string>();
  for (const stream of [child.stdout, child.stderr]) {
    if (stream === null) continue;
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line);
      if (lines.length > LINES_SHOWN) lines.shift();
      const match = pattern?.exec(line)?.[1];
      if (match !== undefined) matched.resolve(match);
    });
  }
  const ended = once(child, 'close').then(() => lines.join('\n'));
  return Promise.race([matched.promise, ended]);
}
