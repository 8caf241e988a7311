import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { writeContentFolder } from './content-folder.ts';
import { type Measured, runMeasured } from './measured-process.ts';
import { startMeasuredServer } from './measured-server.ts';
import { measureReading } from './reading-latency.ts';

const ARTICLES = 10_000;
const CHANGED_AT_ONCE = 1_000;

/** As `scripts/bootstrap.mjs` runs it for `npm run content`. */
const PUBLISHER = ['--max-semi-space-size=8', 'src/content-cli.ts'];

type Row = Measured & { readonly name: string };

/**
 * Measures how long a content folder takes to publish: from nothing, with one article changed, with none, and with many
 * while readers are served. Each is a process of its own. `--articles 1000` sets the size, `--json file` keeps the figures.
 */
export async function benchContent(args: readonly string[]): Promise<void> {
  const options = { articles: { type: 'string' }, json: { type: 'string' } } as const;
  const { articles = String(ARTICLES), json } = parseArgs({ args: [...args], options }).values;
  const parent = mkdtempSync(join(tmpdir(), 'content-bench-'));
  try {
    const rows = await measure(parent, Number(articles));
    if (json !== undefined)
      writeFileSync(json, `${JSON.stringify({ articles: Number(articles), rows }, null, 2)}\n`);
  } finally {
    rmSync(parent, { recursive: true });
  }
}

async function measure(parent: string, articles: number): Promise<readonly Row[]> {
  const folder = writeContentFolder(join(parent, 'content'), articles);
  const env = { CONTENT_DIR: folder.path, DATA_DIR: join(parent, 'data'), MALLOC_ARENA_MAX: '2' };
  const publish = () => runMeasured([...PUBLISHER, 'publish'], env);
  const rows: Row[] = [];
  const add = (name: string, measured: Measured) => rows.push(print({ name, ...measured }));
  console.log(`${articles} articles${' '.repeat(36)}wall       CPU    memory`);
  add('publish from nothing', await publish());
  folder.change(1);
  add('publish, one article changed', await publish());
  add('publish, nothing changed', await publish());
  add('check, nothing changed', await runMeasured([...PUBLISHER, 'check'], env));
  rmSync(join(parent, 'data', 'index.sqlite'));
  add('publish, index gone', await publish());
  await runMeasured(['scripts/build.ts'], env);
  add('build, nothing changed', await runMeasured(['scripts/build.ts'], env));
  const server = await startMeasuredServer(env);
  try {
    add('server, until it listens', server.start);
    const addresses = folder.addresses.slice(0, 20).map((address) => `${server.origin}${address}`);
    printReading('p99 of pages at rest', await measureReading(addresses, () => rest()));
    folder.change(Math.min(CHANGED_AT_ONCE, articles));
    const reading = await measureReading(addresses, async () => {
      add(`publish, ${CHANGED_AT_ONCE} articles changed, served`, await publish());
    });
    printReading('p99 of pages meanwhile', reading);
  } finally {
    await server.stop();
  }
  return rows;
}

const REST_MS = 5_000;

function rest(): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, REST_MS));
}

function print(row: Row): Row {
  const { name, seconds, cpuSeconds, peakMegabytes } = row;
  console.log(
    `${name.padEnd(44)} ${seconds.toFixed(2).padStart(7)} s ${cpuSeconds.toFixed(2).padStart(7)} s ${peakMegabytes.toFixed(0).padStart(6)} MB`,
  );
  return row;
}

function printReading(name: string, { count, p50, p99 }: Awaited<ReturnType<typeof measureReading>>): void {
  console.log(`${name.padEnd(44)} ${p99.toFixed(2).padStart(7)} ms (p50 ${p50.toFixed(2)} ms of ${count})`);
}
