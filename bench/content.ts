import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { pages } from '../src/site/addresses.ts';
import { LEGACY_PATHS } from '../src/site/legacy-paths.ts';
import { pickPlace } from './library.ts';
import { runLoad } from './load.ts';
import { createProse, type Prose } from './made-up-prose.ts';
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

type ContentFolder = {
  readonly path: string;
  readonly change: (count: number) => void;
  readonly addresses: readonly string[];
};

/** Writes a content folder with `count` articles that passes every check. The same call writes the same folder. */
function writeContentFolder(path: string, count: number): ContentFolder {
  const prose = createProse(20261120, 0);
  const places = Array.from({ length: count }, (_, number) => ({
    ...pickPlace(number),
    slug: `article-${number}`,
  }));
  const addresses = places.map(pages.article);
  const writeArticle = (number: number) => {
    const place = places[number];
    if (place === undefined) return;
    const folder = `articles/${place.category}/${place.subcategory}`;
    const figure = number % 6 === 0 ? `figure-${number}.svg` : undefined;
    if (figure !== undefined) write(path, `${folder}/${figure}`, formatFigure(prose));
    write(path, `${folder}/${place.slug}.md`, formatArticle(prose, { number, addresses, figure }));
  };
  for (const number of places.keys()) writeArticle(number);
  writeOtherFiles(path, prose);
  const change = (changed: number) => {
    for (let index = 0; index < changed; index++) writeArticle(Math.floor((index * count) / changed));
  };
  return { path, addresses, change };
}

type Surroundings = {
  readonly number: number;
  readonly addresses: readonly string[];
  readonly figure: string | undefined;
};

/** 700 to 1,200 words with headings, lists, tables, callouts, links and, in some articles, a figure. */
function formatArticle(prose: Prose, { number, addresses, figure }: Surroundings): string {
  const link = (to: number) => `[${prose.words(3)}](${addresses[to % addresses.length]})`;
  const paragraph = () => Array.from({ length: 3 + prose.number(3) }, () => sentence(prose, 12)).join(' ');
  const list = () => Array.from({ length: 6 }, () => `- ${sentence(prose, 8)}`).join('\n');
  const row = () => `| ${prose.words(2)} | ${prose.words(6)} | ${prose.number(1_000)} |`;
  const blocks = [
    (place: number) => `### ${prose.words(3)} here ${place}`,
    () => (figure === undefined ? list() : `![${sentence(prose, 9)}](${figure} "${sentence(prose, 8)}")`),
    () => `| What | Why | Cost |\n|:-|-|-:|\n${Array.from({ length: 6 }, row).join('\n')}`,
    list,
    () => `> [!TIP]\n> ${sentence(prose, 14)}`,
  ];
  const parts = Array.from({ length: 4 + prose.number(3) }, (_, place) => [
    `## ${prose.words(4)} ${place}`,
    `${paragraph()} See ${link(number + 1 + place * 7)} and **${prose.words(2)}**.`,
    blocks[place % blocks.length]?.(place) ?? '',
    `${paragraph()} [${prose.words(2)}](https://example.com/${prose.number(1e6)}) says *${prose.words(2)}*.`,
  ]);
  const body = [paragraph(), ...parts.flat(), `${link(number + 1)} is next.`].join('\n\n');
  const day = new Date(Date.UTC(2020, 0, 1 + (number % 2_000))).toISOString().slice(0, 10);
  return formatFile(
    {
      title: `${number} ${prose.words(6)}`.slice(0, 60).trim(),
      excerpt: `${number} ${sentence(prose, 14)}`.slice(0, 200).trim(),
      metaDescription: formatDescription(prose, `${number}`),
      publishedAt: day,
    },
    body,
  );
}

/** Has `wordsMin` to 1.5 × `wordsMin` words. */
function sentence(prose: Prose, wordsMin: number): string {
  const text = prose.words(wordsMin + prose.number(wordsMin / 2));
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function formatFile(frontMatter: Readonly<Record<string, string>>, body: string): string {
  const lines = Object.entries(frontMatter).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  return ['---', ...lines, '---', '', body, ''].join('\n');
}

function formatDescription(prose: Prose, start: string): string {
  return `${start} ${prose.words(40)}`.slice(0, 150).replace(/\s$/, '.');
}

function formatFigure(prose: Prose): string {
  const bars = Array.from({ length: 12 }, (_, place) => {
    const height = 20 + prose.number(160);
    return `<rect x="${place * 40}" y="${200 - height}" width="30" height="${height}"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 200">${bars.join('')}</svg>`;
}

/** The guide, the legacy posts and the settings. No text has the phrases of this standard. */
function writeOtherFiles(path: string, prose: Prose): void {
  for (const name of ['categories.yaml', 'synonyms.yaml'])
    copyFileSync(join('content', name), join(path, name));
  const standard = readFileSync('content/standard.yaml', 'utf8')
    .replace(/wordsMin: \d+/, 'wordsMin: 300')
    .replace(/wordsMax: \d+/, 'wordsMax: 3000')
    .replace(/^( +- ")([^"]*)"$/gm, '$1$2 qqq"');
  write(path, 'standard.yaml', standard);
  const keys = (title: string) => ({ title, metaDescription: formatDescription(prose, title) });
  const guide = formatFile({ ...keys('The guide'), publishedAt: '2020-01-01' }, sentence(prose, 40));
  write(path, `guides${pages.guide()}.md`, guide);
  for (const [number, legacyUrl] of LEGACY_PATHS.entries()) {
    const text = formatFile({ ...keys(`Old page ${number}`), legacyUrl }, sentence(prose, 30));
    write(path, `legacy/old-page-${number}.md`, text);
  }
}

function write(folder: string, name: string, text: string): void {
  const file = join(folder, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
