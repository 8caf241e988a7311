import { hash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { pages } from '../src/site/addresses.ts';
import { formatArticle } from '../tests/support/content-folder.ts';
import type { Environment } from '../tests/support/server-process.ts';
import { measureThroughput } from './load.ts';
import { CONTENT_COMMAND, printTable, runMeasured, startMeasuredServer } from './measured.ts';

const MODELS = 10;
const PHOTOGRAPHS_PER_ARTICLE = 10;
const SIZE_PX = { width: 1600, height: 1067 };
const WRK = { seconds: 10, connections: 16, isCompressed: true } as const;
const NEW_SITE = [
  '--name',
  'Photographs',
  '--domain',
  'photographs.example',
  '--description',
  'A made-up site of many photographs.',
  '--categories',
  'Garden',
  '--colour',
  '#0a7d4f',
];
const PLACE = { category: 'garden', slug: 'photographs-0' };
const ARTICLE = pages.article(PLACE, undefined);

/**
 * Measures a site of so many photographs (`--photographs 1000`): publishing, sizes, start and serving. Encoding is left out:
 * only ten photographs are encoded, and the cache of the others holds copies that differ in their last bytes.
 */
export async function benchPhotographs(args: readonly string[]): Promise<void> {
  const options = {
    photographs: { type: 'string', default: '1000' },
    keep: { type: 'boolean', default: false },
  } as const;
  const { photographs, keep } = parseArgs({ args: [...args], options }).values;
  const parent = mkdtempSync(join(tmpdir(), 'photographs-bench-'));
  const env = { CONTENT_DIR: join(parent, 'content'), DATA_DIR: join(parent, 'data'), MALLOC_ARENA_MAX: '2' };
  const publish = () => runMeasured([...CONTENT_COMMAND, 'publish'], env);
  await writePhotographSite(env, Number(photographs));
  const rows: Record<string, object> = { 'publish from nothing': await publish() };
  rows['publish, nothing changed'] = await publish();
  await runMeasured(['scripts/build.ts'], env);
  const server = await startMeasuredServer(env);
  rows['server, until it listens'] = { seconds: server.startSeconds };
  console.log(`${photographs} photographs; ${describeSizes(env.DATA_DIR)}`);
  printTable(rows);
  printTable(await measureServing(server.origin));
  console.log(`server after that: ${server.readMemoryMb().toFixed(0)} MB`);
  await server.stop();
  if (keep) console.log(parent);
  else rmSync(parent, { recursive: true });
}

async function writePhotographSite(
  env: Required<Pick<Environment, 'CONTENT_DIR' | 'DATA_DIR'>>,
  count: number,
) {
  const { CONTENT_DIR: folder, DATA_DIR: dataDir } = env;
  await runMeasured([...CONTENT_COMMAND, 'new-site', folder, ...NEW_SITE], env);
  const place = join(folder, 'articles', PLACE.category);
  mkdirSync(place, { recursive: true });
  const models = await Promise.all(Array.from({ length: MODELS }, (_, number) => drawPhotograph(number)));
  for (const [number, bytes] of models.entries()) writeFileSync(join(place, `photo-${number}.jpg`), bytes);
  writeArticles(place, MODELS);
  await runMeasured([...CONTENT_COMMAND, 'publish'], env);
  const cache = join(dataDir, 'images');
  const cached = Map.groupBy(readdirSync(cache), (name) => name.slice(0, name.indexOf('-')));
  for (let number = MODELS; number < count; number++) {
    const model = models[number % MODELS] ?? Buffer.alloc(0);
    const end = Buffer.from(` ${number}`);
    const bytes = Buffer.concat([model, end]);
    writeFileSync(join(place, `photo-${number}.jpg`), bytes);
    const [from, to] = [nameInCache(model), nameInCache(bytes)];
    for (const name of cached.get(from) ?? []) {
      const known = readFileSync(join(cache, name));
      const copy = name.endsWith('.json') ? known : Buffer.concat([known, end]);
      writeFileSync(join(cache, name.replace(from, to)), copy);
    }
  }
  writeArticles(place, count);
}

function nameInCache(bytes: Uint8Array): string {
  return hash('sha256', bytes).slice(0, 16);
}

/** Returns a made-up photograph: soft shapes and the noise of a sensor. */
async function drawPhotograph(number: number): Promise<Buffer> {
  const soft = await sharp({
    create: {
      width: 40,
      height: 27,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 90 + 8 * number, sigma: 60 },
    },
  })
    .resize({ ...SIZE_PX, fit: 'fill', kernel: 'cubic' })
    .png()
    .toBuffer();
  const noise = await sharp({
    create: {
      ...SIZE_PX,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 12 },
    },
  })
    .png()
    .toBuffer();
  return sharp(soft)
    .composite([{ input: noise, blend: 'soft-light' }])
    .jpeg({ quality: 88 })
    .toBuffer();
}

function writeArticles(place: string, photographs: number): void {
  for (let first = 0; first < photographs; first += PHOTOGRAPHS_PER_ARTICLE) {
    const figures = Array.from(
      { length: Math.min(PHOTOGRAPHS_PER_ARTICLE, photographs - first) },
      (_, index) => {
        const number = first + index;
        return `![What photograph ${number} shows in a few words](photo-${number}.jpg)`;
      },
    );
    const keys = { title: `The article of photographs from ${first}` };
    writeFileSync(
      join(place, `photographs-${first}.md`),
      formatArticle(keys, figures.join('\n\nWords between.\n\n')),
    );
  }
}

function describeSizes(dataDir: string): string {
  const sum = (path: string): number => {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined || !found.isDirectory()) return found?.size ?? 0;
    return readdirSync(path).reduce((total, name) => total + sum(join(path, name)), 0);
  };
  const parts = ['index.sqlite', 'media', 'images'].map(
    (name) => `${name} ${(sum(join(dataDir, name)) / 1e6).toFixed(1)} MB`,
  );
  return parts.join(', ');
}

async function measureServing(origin: string) {
  const page = await (await fetch(origin + ARTICLE)).text();
  const pictures = [...new Set(page.match(/\/media\/[\w.-]+/g))];
  const find = (end: string) => pictures.find((path) => path.endsWith(end)) ?? '';
  const rows: Record<string, object> = {};
  for (const [name, path] of [
    ['page', ARTICLE],
    ['480.avif', find('-480.avif')],
    ['1440.webp', find('-1440.webp')],
    ['1440.jpg', find('-1440.jpg')],
  ] as const) {
    const bytes = (await (await fetch(origin + path)).arrayBuffer()).byteLength;
    const { unanswered, failed, ...measured } = await measureThroughput(origin, [path], WRK);
    rows[name] = { kB: bytes / 1000, ...measured };
  }
  return rows;
}
