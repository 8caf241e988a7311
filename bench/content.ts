import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { writeContentFolder } from './content-folder.ts';
import { runLoad } from './load.ts';
import { CONTENT_COMMAND, printTable, runMeasured, startMeasuredServer } from './measured.ts';

const CHANGED_ARTICLES = 1_000;

/**
 * Measures publishing a content folder: from nothing, with one article changed, with none, and with many while readers are
 * served. `--articles 1000` sets its size.
 */
export async function benchContent(args: readonly string[]): Promise<void> {
  const options = { articles: { type: 'string', default: '10000' } } as const;
  const { values } = parseArgs({ args: [...args], options });
  const parent = mkdtempSync(join(tmpdir(), 'content-bench-'));
  try {
    await measure(parent, Number(values.articles));
  } finally {
    rmSync(parent, { recursive: true });
  }
}

async function measure(parent: string, articles: number): Promise<void> {
  const folder = writeContentFolder(join(parent, 'content'), articles);
  const env = { CONTENT_DIR: folder.path, DATA_DIR: join(parent, 'data'), MALLOC_ARENA_MAX: '2' };
  const run = (command: string) => runMeasured([...CONTENT_COMMAND, command], env);
  const rows: Record<string, object> = {};
  rows['publish from nothing'] = await run('publish');
  folder.change(1);
  rows['publish, one article changed'] = await run('publish');
  rows['publish, nothing changed'] = await run('publish');
  rows['check, nothing changed'] = await run('check');
  rmSync(join(parent, 'data', 'index.sqlite'));
  rows['publish, index deleted'] = await run('publish');
  await runMeasured(['scripts/build.ts'], env);
  rows['build, nothing changed'] = await runMeasured(['scripts/build.ts'], env);
  const server = await startMeasuredServer(env);
  rows['server, until it listens'] = server.start;
  const read = (meanwhile: Promise<unknown>) =>
    readPages(server.origin, folder.addresses.slice(0, 20), meanwhile);
  const pages: Record<string, object> = { 'pages at rest': await read(setTimeout(5_000)) };
  folder.change(Math.min(CHANGED_ARTICLES, articles));
  const publishing = run('publish');
  pages['pages during a publish'] = await read(publishing);
  rows[`publish, ${CHANGED_ARTICLES} articles changed`] = await publishing;
  await server.stop();
  console.log(`${articles} articles`);
  printTable(rows);
  printTable(pages);
}

/** One reader with pauses, so that publisher and server have both cores. */
async function readPages(origin: string, addresses: readonly string[], meanwhile: Promise<unknown>) {
  let isOver = false;
  const work = meanwhile.finally(() => {
    isOver = true;
  });
  let asked = 0;
  const reading = runLoad({
    ...{ origin, connections: 1, pauseMs: 3, until: () => isOver },
    nextPath: () => addresses[asked++ % addresses.length] ?? '/',
  });
  const [{ answers, p50Ms, p99Ms }] = await Promise.all([reading, work]);
  return { answers, p50Ms, p99Ms };
}
