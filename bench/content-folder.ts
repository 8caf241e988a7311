import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pages } from '../src/site/addresses.ts';
import { CATEGORIES } from '../src/site/categories.ts';
import { LEGACY_PATHS } from '../src/site/legacy-paths.ts';
import { createProse, type Prose } from './made-up-prose.ts';

const FIGURE_EVERY = 6;
const PLACES = CATEGORIES.flatMap(({ slug: category, subcategories }) =>
  subcategories.map(({ slug: subcategory }) => ({ category, subcategory })),
);

export type ContentFolder = {
  readonly path: string;
  /** Writes some of the articles anew, with other words; which ones follows from `count` alone. */
  readonly change: (count: number) => void;
  /** Addresses of articles, from the first on. */
  readonly addresses: readonly string[];
};

/** A content folder of so many articles as an editor would write them, which passes every check; the same every time. */
export function writeContentFolder(path: string, count: number): ContentFolder {
  const prose = createProse('content/articles/**/*.md');
  const places = Array.from({ length: count }, (_, number) => ({
    ...(PLACES[number % PLACES.length] ?? { category: 'seo', subcategory: 'local-seo' }),
    slug: `${formatSlug(prose)}-${number}`,
  }));
  const addresses = places.map(pages.article);
  const writeArticle = (number: number) => {
    const place = places[number];
    if (place === undefined) return;
    const folder = `articles/${place.category}/${place.subcategory}`;
    const figure = number % FIGURE_EVERY === 0 ? `figure-${number}.svg` : undefined;
    if (figure !== undefined) write(path, `${folder}/${figure}`, formatFigure(prose));
    write(path, `${folder}/${place.slug}.md`, formatArticle(prose, { number, addresses, figure }));
  };
  for (const number of places.keys()) writeArticle(number);
  writeRest(path, prose);
  const change = (changed: number) => {
    for (let number = 0; number < changed; number++) writeArticle(Math.floor((number * count) / changed));
  };
  return { path, addresses, change };
}

type Surroundings = {
  readonly number: number;
  readonly addresses: readonly string[];
  readonly figure: string | undefined;
};

/** 700 to 1,200 words: headings, paragraphs, a list, a table, a callout, links, and a figure on some. */
function formatArticle(prose: Prose, { number, addresses, figure }: Surroundings): string {
  const link = (to: number) => `[${prose.words(3)}](${addresses[to % addresses.length]})`;
  const paragraph = () =>
    Array.from({ length: 3 + prose.number(3) }, () => prose.sentence(12)).join(prose.number(3) ? ' ' : '\n');
  const section = (place: number) => [
    `## ${prose.words(4)} ${place}`,
    `${paragraph()} See ${link(number + 1 + place * 7)} and **${prose.words(2)}**.`,
    `${paragraph()} [${prose.words(2)}](https://example.com/${prose.number(1e6)}) says *${prose.words(2)}*.`,
    ...(place === 1 ? [formatTable(prose)] : []),
    ...(place === 2
      ? Array.from({ length: 6 }, () => `- ${prose.sentence(8)}`)
          .join('\n')
          .split('\n\n')
      : []),
    ...(place === 3 ? [`> [!TIP]\n> ${prose.sentence(14)}`, `### ${prose.words(3)} here`, paragraph()] : []),
    ...(place === 1 && figure !== undefined
      ? [`![${prose.sentence(9)}](${figure} "${prose.sentence(8)}")`]
      : []),
  ];
  const sections = Array.from({ length: 4 + prose.number(3) }, (_, place) => section(place).join('\n\n'));
  const body = [paragraph(), ...sections, `${link(number + 1)} is next.`];
  return `${formatFrontMatter(prose, number)}${body.join('\n\n')}\n`;
}

function formatFrontMatter(prose: Prose, number: number): string {
  const day = new Date(Date.UTC(2020, 0, 1 + (number % 2_000))).toISOString().slice(0, 10);
  const keys = {
    title: `${number} ${prose.words(6)}`.slice(0, 60).trim(),
    excerpt: `${number} ${prose.sentence(14)}`.slice(0, 200).trim(),
    metaDescription: formatDescription(prose, `${number}`),
    publishedAt: day,
  };
  const lines = Object.entries(keys).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  return ['---', ...lines, '---', '', ''].join('\n');
}

function formatDescription(prose: Prose, start: string): string {
  return `${start} ${prose.words(40)}`.slice(0, 150).replace(/\s$/, '.');
}

function formatTable(prose: Prose): string {
  const row = () => `| ${prose.words(2)} | ${prose.words(6)} | ${prose.number(1_000)} |`;
  return ['| What | Why | Cost |', '|:-|-|-:|', ...Array.from({ length: 6 }, row)].join('\n');
}

function formatFigure(prose: Prose): string {
  const bars = Array.from({ length: 12 }, (_, place) => {
    const height = 20 + prose.number(160);
    return `<rect x="${place * 40}" y="${200 - height}" width="30" height="${height}"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 200">${bars.join('')}<text x="4" y="14">${prose.words(3)}</text></svg>`;
}

function formatSlug(prose: Prose): string {
  const slug = prose
    .words(4)
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^a-z0-9]+/g, '-');
  return slug.replace(/^-|-$/g, '') || 'article';
}

/** The guide, the legacy posts and the settings that every folder has; the standard with phrases that no text has. */
function writeRest(path: string, prose: Prose): void {
  for (const name of ['categories.yaml', 'synonyms.yaml'])
    copyFileSync(join('content', name), join(path, name));
  const standard = readFileSync('content/standard.yaml', 'utf8');
  write(
    path,
    'standard.yaml',
    standard
      .replace(/wordsMin: \d+/, 'wordsMin: 300')
      .replace(/wordsMax: \d+/, 'wordsMax: 3000')
      .replace(/^( +- ")([^"]*)"$/gm, '$1$2 qqq"'),
  );
  const keys = (title: string) =>
    `title: ${JSON.stringify(title)}\nmetaDescription: ${JSON.stringify(formatDescription(prose, title))}\n`;
  write(
    path,
    `guides${pages.guide()}.md`,
    `---\n${keys('The guide')}publishedAt: 2020-01-01\n---\n\n${prose.sentence(40)}\n`,
  );
  for (const [number, legacyUrl] of LEGACY_PATHS.entries()) {
    const head = `${keys(`Old page ${number}`)}legacyUrl: ${JSON.stringify(legacyUrl)}\n`;
    write(path, `legacy/old-page-${number}.md`, `---\n${head}---\n\n${prose.sentence(30)}\n`);
  }
}

function write(folder: string, name: string, text: string): void {
  const file = join(folder, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
