import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { pages } from '../packages/marketing-workbench/src/site/addresses.ts';
import { GUIDE_SLUG, LEGACY_PATHS } from '../tests/support/default-site.ts';
import { pickPlace } from './library.ts';
import { measureReaders } from './load.ts';
import { createProse, type ProseGenerator } from './made-up-prose.ts';
import { CONTENT_COMMAND, printTable, runMeasured, startMeasuredServer } from './measured.ts';

const CHANGED_ARTICLES = 1_000;

/**
 * Measures publishing a content folder: from nothing, with one article changed, and with many while
 * readers are served. `--articles 1000` sets its size.
 */
export async function benchContent(args: readonly string[]): Promise<void> {
  const options = { articles: { type: 'string', default: '10000' } } as const;
  const articles = Number(parseArgs({ args: [...args], options }).values.articles);
  const parent = mkdtempSync(join(tmpdir(), 'content-bench-'));
  const folder = writeContentFolder(join(parent, 'content'), articles);
  const env = { CONTENT_DIR: folder.path, DATA_DIR: join(parent, 'data'), MALLOC_ARENA_MAX: '2' };
  const publish = () => runMeasured([...CONTENT_COMMAND, 'publish'], env);
  const rows: Record<string, object> = { 'publish from nothing': await publish() };
  folder.change(1);
  rows['publish, one article changed'] = await publish();
  await runMeasured(['scripts/build.ts'], env);
  const server = await startMeasuredServer(env);
  rows['server, until it listens'] = { seconds: server.startSeconds };
  const read = (meanwhile: Promise<unknown>) =>
    requestPages(server.origin, folder.addresses.slice(0, 20), meanwhile);
  const pages: Record<string, object> = { 'pages at rest': await read(setTimeout(5_000)) };
  folder.change(Math.min(CHANGED_ARTICLES, articles));
  const publishing = publish();
  pages['pages during a publish'] = await read(publishing);
  rows[`publish, ${CHANGED_ARTICLES} articles changed`] = await publishing;
  await server.stop();
  rmSync(parent, { recursive: true });
  console.log(`${articles} articles`);
  printTable(rows);
  printTable(pages);
}

/** One reader with pauses, so that publisher and server have both cores. */
function requestPages(origin: string, addresses: readonly string[], meanwhile: Promise<unknown>) {
  let asked = 0;
  const nextPath = () => addresses[asked++ % addresses.length] ?? '/';
  return measureReaders({
    origin,
    connections: 1,
    pauseMs: 3,
    isConnectionNew: false,
    meanwhile,
    nextPath,
  });
}

/**
 * Writes a content folder with so many articles, which passes every check. The same call writes the
 * same folder.
 */
function writeContentFolder(path: string, count: number) {
  const prose = createProse(20261120, 0);
  const places = Array.from({ length: count }, (_, number) => ({
    ...pickPlace(number),
    slug: `article-${number}`,
  }));
  const addresses = places.map((place) => pages.article(place, undefined));
  const writeArticle = (number: number) => {
    const place = places[number];
    if (place === undefined) return;
    const folder = `articles/${place.category}/${place.subcategory}`;
    const figure = number % 6 === 0 ? `figure-${number}.svg` : undefined;
    if (figure !== undefined)
      writeTextFile(
        path,
        `${folder}/${figure}`,
        `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 200"><circle r="${number % 99}"/></svg>`,
      );
    writeTextFile(
      path,
      `${folder}/${place.slug}.md`,
      generateArticle(prose, number, addresses, figure),
    );
  };
  for (const number of places.keys()) writeArticle(number);
  writeOtherFiles(path, prose);
  const change = (changed: number) => {
    for (let index = 0; index < changed; index++)
      writeArticle(Math.floor((index * count) / changed));
  };
  return { path, addresses, change };
}

/**
 * Returns 700 to 1,200 words with headings, lists, tables, callouts, links and, in some articles, a
 * figure.
 */
function generateArticle(
  prose: ProseGenerator,
  number: number,
  addresses: readonly string[],
  figure?: string,
): string {
  const link = (to: number) => `[${prose.words(3)}](${addresses[to % addresses.length]})`;
  const paragraph = () =>
    Array.from({ length: 3 + prose.number(3) }, () => generateSentence(prose, 12)).join(' ');
  const list = () => Array.from({ length: 6 }, () => `- ${generateSentence(prose, 8)}`).join('\n');
  const row = () => `| ${prose.words(2)} | ${prose.words(6)} | ${prose.number(1_000)} |`;
  const blocks = [
    (place: number) => `### ${prose.words(3)} here ${place}`,
    () =>
      figure === undefined
        ? list()
        : `![${generateSentence(prose, 9)}](${figure} "${generateSentence(prose, 8)}")`,
    () => `| What | Why | Cost |\n|:-|-|-:|\n${Array.from({ length: 6 }, row).join('\n')}`,
    list,
    () => `> [!TIP]\n> ${generateSentence(prose, 14)}`,
  ];
  const parts = Array.from({ length: 4 + prose.number(3) }, (_, place) => [
    `## ${prose.words(4)} ${place}`,
    `${paragraph()} See ${link(number + 1 + place * 7)} and **${prose.words(2)}**.`,
    blocks[place % blocks.length]?.(place) ?? '',
    `${paragraph()} [${prose.words(2)}](https://example.com/${prose.number(1e6)}) says *${prose.words(2)}*.`,
  ]);
  const body = [paragraph(), ...parts.flat(), `${link(number + 1)} is next.`].join('\n\n');
  const day = new Date(Date.UTC(2020, 0, 1 + (number % 2_000))).toISOString().slice(0, 10);
  const title = `${number} ${prose.words(6)}`.slice(0, 60).trim();
  const excerpt = `${number} ${generateSentence(prose, 14)}`.slice(0, 200).trim();
  const metaDescription = formatDescription(prose, `${number}`);
  return formatFile({ title, excerpt, metaDescription, publishedAt: day }, body);
}

/** Returns a sentence of `wordsMin` to 1.5 × `wordsMin` words. */
function generateSentence(prose: ProseGenerator, wordsMin: number): string {
  const text = prose.words(wordsMin + prose.number(wordsMin / 2));
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function formatFile(frontMatter: Readonly<Record<string, string>>, body: string): string {
  const lines = Object.entries(frontMatter).map(
    ([key, value]) => `${key}: ${JSON.stringify(value)}`,
  );
  return ['---', ...lines, '---', '', body, ''].join('\n');
}

function formatDescription(prose: ProseGenerator, start: string): string {
  return `${start} ${prose.words(40)}`.slice(0, 150).replace(/\s$/, '.');
}

/**
 * Writes the guide, the legacy posts and the settings. No text has the phrases of this standard.
 */
function writeOtherFiles(path: string, prose: ProseGenerator): void {
  for (const name of ['categories.yaml', 'synonyms.yaml'])
    copyFileSync(join('site/content', name), join(path, name));
  const standard = readFileSync('site/content/standard.yaml', 'utf8')
    .replace(/wordsMin: \d+/, 'wordsMin: 300')
    .replace(/wordsMax: \d+/, 'wordsMax: 3000')
    .replace(/^( +- ")([^"]*)"$/gm, '$1$2 qqq"');
  writeTextFile(path, 'standard.yaml', standard);
  const keys = (title: string) => ({ title, metaDescription: formatDescription(prose, title) });
  const guide = formatFile(
    { ...keys('The guide'), publishedAt: '2020-01-01' },
    generateSentence(prose, 40),
  );
  writeTextFile(path, `guides/${GUIDE_SLUG}.md`, guide);
  for (const [number, legacyUrl] of LEGACY_PATHS.entries()) {
    const text = formatFile(
      { ...keys(`Old page ${number}`), legacyUrl },
      generateSentence(prose, 30),
    );
    writeTextFile(path, `legacy/old-page-${number}.md`, text);
  }
}

function writeTextFile(folder: string, name: string, text: string): void {
  const file = join(folder, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
