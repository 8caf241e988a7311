import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pages } from '../packages/marketing-workbench/src/site/addresses.ts';
import { type Environment, startServerProcess } from '../tests/support/server-process.ts';

/** A reader's user agent: views of programs don't count. */
export const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** A page of each kind, of the site's own content. */
export const PAGE_KINDS: ReadonlyMap<string, string> = new Map([
  ['home', pages.home()],
  ['category', pages.category('google-ads')],
  [
    'article',
    pages.article(
      { category: 'google-ads', subcategory: 'google-search', slug: 'keyword-match-types' },
      undefined,
    ),
  ],
  ['guide', pages.page('google-ads-coupon-codes')],
  ['search', pages.search('keyword')],
]);

/** The command that `scripts/bootstrap.mjs` starts. */
export const CONTENT_COMMAND = [
  '--max-semi-space-size=8',
  'packages/marketing-workbench/src/content-cli.ts',
];

const REPORT_PEAK =
  'data:text/javascript,process.on("exit",()=>{const{maxRSS,userCPUTime}=process.resourceUsage();process.stderr.write("\\npeak "+maxRSS+" "+userCPUTime)})';

/** Runs a program of the repository to its end. Throws with its output if it fails. */
export async function runMeasured(args: readonly string[], env: Environment) {
  const start = performance.now();
  const child = spawn(process.execPath, ['--import', REPORT_PEAK, ...args], { env });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${args.join(' ')} failed:\n${output}`);
  const [, peakKib, userMicroseconds] = /\npeak (\d+) (\d+)/.exec(output) ?? [];
  return {
    seconds: (performance.now() - start) / 1_000,
    userSeconds: Number(userMicroseconds) / 1e6,
    peakMb: (Number(peakKib) * 1_024) / 1e6,
  };
}

/**
 * Starts the built server on a free port. Its resident memory is known on Linux only, elsewhere
 * NaN.
 */
export async function startMeasuredServer(environment: Environment) {
  const begin = performance.now();
  const { origin, pid, stop, kill } = await startServerProcess(environment, console.error);
  // Also if the benchmark fails.
  process.once('exit', () => kill('SIGKILL'));
  const startSeconds = (performance.now() - begin) / 1_000;
  const readMemoryMb = () => {
    const path = `/proc/${pid}/status`;
    const status = existsSync(path) ? readFileSync(path, 'utf8') : '';
    return (Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1_024) / 1e6;
  };
  return { origin, stop, startSeconds, readMemoryMb };
}

/**
 * Builds the site with its own content and publishes it into a temporary data folder, whose path it
 * returns.
 */
export async function publishRealSite(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-'));
  const env = { CONTENT_DIR: 'site/content', DATA_DIR: dataDir };
  execFileSync(process.execPath, ['scripts/build.ts'], { stdio: 'ignore', env });
  await runMeasured([...CONTENT_COMMAND, 'publish'], env);
  return dataDir;
}

/** Publishes the site's own content, and serves it on a free port. */
export async function startRealSite(environment: Environment = {}) {
  const dataDir = await publishRealSite();
  const server = await startMeasuredServer({ ...environment, DATA_DIR: dataDir });
  const stop = async () => {
    await server.stop();
    rmSync(dataDir, { recursive: true });
  };
  return { ...server, dataDir, stop };
}

/** Numbers have four significant digits. */
export function printTable(rows: object): void {
  const round = (_: string, value: unknown) =>
    typeof value === 'number' ? Number(value.toPrecision(4)) : value;
  console.table(JSON.parse(JSON.stringify(rows, round)));
}

/** Returns the most memory that the process has used so far, in megabytes (Linux only). */
export function readPeakMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return (Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) * 1_024) / 1e6;
}
