import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { printTable, saveResults } from '../table.ts';
import { measureContests, type Row } from './contest.ts';
import { measureMemory } from './memory.ts';
import { measureRealLibrary } from './real-library.ts';

type Library = { readonly posts: number; readonly rows: readonly Row[] };

/**
 * Requests a second and their times, against nginx and a bare server on the same bytes; memory and cold start; what a larger
 * library costs. `--posts 1000,100000` sets the libraries' sizes, `--folder` where they are kept and, the next time, found;
 * `--requests` how many are sent to one article, `--distinct` how many to addresses of each kind of which no two are the same.
 */
export async function benchHttp(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      posts: { type: 'string', default: '1000' },
      seconds: { type: 'string', default: '2' },
      requests: { type: 'string', default: '200000' },
      distinct: { type: 'string', default: '10000' },
      folder: { type: 'string' },
    },
  });
  execFileSync(process.execPath, ['scripts/build.ts'], { stdio: 'inherit' });
  const libraries: Library[] = [];
  for (const posts of values.posts.split(',').map(Number)) {
    const dir = await fillLibrary(posts, values.folder);
    const rows = await measureContests({ dir, seconds: Number(values.seconds) });
    printRows(posts, rows);
    libraries.push({ posts, rows, ...(await measureMemory(dir, Number(values.requests))) });
    if (values.folder === undefined) rmSync(dir, { recursive: true });
  }
  printGrowth(libraries);
  const real = await measureRealLibrary({
    seconds: Number(values.seconds),
    distinct: Number(values.distinct),
  });
  saveResults('http', { libraries, real });
}

/** Returns the library's data folder. */
async function fillLibrary(posts: number, folder: string | undefined): Promise<string> {
  const dir = folder === undefined ? mkdtempSync(join(tmpdir(), 'http-bench-')) : join(folder, String(posts));
  if (!existsSync(join(dir, 'index.sqlite')))
    execFileSync(process.execPath, ['bench/fill-library.ts', dir, String(posts)], { stdio: 'inherit' });
  return dir;
}

function printRows(posts: number, rows: readonly Row[]): void {
  printTable(
    [`${posts} posts`, '', 'requests/s', 'p50 ms', 'p99 ms', 'of nginx', 'of bare Node'],
    rows.map((row) => [
      ...[row.server, row.address, row.requestsPerSecond, row.p50Ms, row.p99Ms],
      ...[row.ofNginx, row.ofBareNode],
    ]),
  );
}

/** How many times as long an answer takes in the last library as in the first. */
function printGrowth(libraries: readonly Library[]): void {
  const [first, last] = [libraries[0], libraries.at(-1)];
  if (first === undefined || last === undefined || first === last) return;
  printTable(
    [`${last.posts} posts against ${first.posts}`, '', 'times as long'],
    first.rows.map(({ server, address, requestsPerSecond }, index) => [
      ...[server, address],
      requestsPerSecond / (last.rows[index]?.requestsPerSecond ?? Number.NaN),
    ]),
  );
}
