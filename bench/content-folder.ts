import { copyFileSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pages } from '../src/site/addresses.ts';
import { CATEGORIES } from '../src/site/categories.ts';
import { LEGACY_PATHS } from '../src/site/legacy-paths.ts';
import { createSeededRandom } from '../src/ui/cover/random.ts';

const PLACES = CATEGORIES.flatMap(({ slug: category, subcategories }) =>
  subcategories.map(({ slug: subcategory }) => ({ category, subcategory })),
);
const SENTENCE_START = '.';

export type ContentFolder = {
  readonly path: string;
  /** Gives so many articles another text. */
  readonly change: (count: number) => void;
  readonly addresses: readonly string[];
};

/** Writes a content folder with so many articles, which passes every check. The same call writes the same folder. */
export function writeContentFolder(path: string, count: number): ContentFolder {
  const prose = createProse('content/articles/**/*.md');
  const places = Array.from({ length: count }, (_, number) => ({
    ...(PLACES[number % PLACES.length] ?? { category: 'seo', subcategory: 'local-seo' }),
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
  const paragraph = () => Array.from({ length: 3 + prose.number(3) }, () => prose.sentence(12)).join(' ');
  const list = () => Array.from({ length: 6 }, () => `- ${prose.sentence(8)}`).join('\n');
  const row = () => `| ${prose.words(2)} | ${prose.words(6)} | ${prose.number(1_000)} |`;
  const blocks = [
    () => `### ${prose.words(3)} here`,
    () => (figure === undefined ? list() : `![${prose.sentence(9)}](${figure} "${prose.sentence(8)}")`),
    () => `| What | Why | Cost |\n|:-|-|-:|\n${Array.from({ length: 6 }, row).join('\n')}`,
    list,
    () => `> [!TIP]\n> ${prose.sentence(14)}`,
  ];
  const parts = Array.from({ length: 4 + prose.number(3) }, (_, place) => [
    `## ${prose.words(4)} ${place}`,
    `${paragraph()} See ${link(number + 1 + place * 7)} and **${prose.words(2)}**.`,
    blocks[place % blocks.length]?.() ?? '',
    `${paragraph()} [${prose.words(2)}](https://example.com/${prose.number(1e6)}) says *${prose.words(2)}*.`,
  ]);
  const body = [paragraph(), ...parts.flat(), `${link(number + 1)} is next.`].join('\n\n');
  const day = new Date(Date.UTC(2020, 0, 1 + (number % 2_000))).toISOString().slice(0, 10);
  return formatFile(
    {
      title: `${number} ${prose.words(6)}`.slice(0, 60).trim(),
      excerpt: `${number} ${prose.sentence(14)}`.slice(0, 200).trim(),
      metaDescription: formatDescription(prose, `${number}`),
      publishedAt: day,
    },
    body,
  );
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
  const guide = formatFile({ ...keys('The guide'), publishedAt: '2020-01-01' }, prose.sentence(40));
  write(path, `guides${pages.guide()}.md`, guide);
  for (const [number, legacyUrl] of LEGACY_PATHS.entries()) {
    const text = formatFile({ ...keys(`Old page ${number}`), legacyUrl }, prose.sentence(30));
    write(path, `legacy/old-page-${number}.md`, text);
  }
}

function write(folder: string, name: string, text: string): void {
  const file = join(folder, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

type Prose = {
  /** A whole number from 0 to below `below`. */
  readonly number: (below: number) => number;
  readonly words: (count: number) => string;
  /** Has from `wordsMin` to half as many more words. */
  readonly sentence: (wordsMin: number) => string;
};

/**
 * Random prose with the word pairs of these Markdown files, so words are as unevenly frequent as in a language and no paragraph
 * appears twice. The sequence is always the same.
 */
function createProse(pattern: string): Prose {
  const followers = listFollowers(pattern);
  const random = createSeededRandom(20261120);
  const number = (below: number) => Math.floor(random() * below);
  let last = SENTENCE_START;
  const next = (): string => {
    const choices = followers.get(last) ?? [];
    last = choices[number(choices.length)] ?? SENTENCE_START;
    return last === SENTENCE_START ? next() : last;
  };
  const words = (count: number) => Array.from({ length: count }, next).join(' ');
  const sentence = (wordsMin: number) => {
    last = SENTENCE_START;
    const text = words(wordsMin + number(wordsMin / 2));
    return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
  };
  return { number, words, sentence };
}

/** Every word with the words that follow it, as often as they do. Front matter, addresses and code are left out. */
function listFollowers(pattern: string): ReadonlyMap<string, readonly string[]> {
  const followers = new Map<string, string[]>();
  let previous = SENTENCE_START;
  for (const path of globSync(pattern).toSorted()) {
    const text = readFileSync(path, 'utf8')
      .replace(/^---\n[\s\S]*?\n---\n/, '')
      .replace(/```[\s\S]*?```|`[^`]*`|\]\([^)]*\)|https?|www/g, ' ');
    for (const [word] of text.matchAll(/[\p{L}\p{N}’']+|[.!?:|]/gu)) {
      const current = /^[.!?:|]$/.test(word) ? SENTENCE_START : word;
      const list = followers.get(previous);
      if (list === undefined) followers.set(previous, [current]);
      else list.push(current);
      previous = current;
    }
  }
  return followers;
}
