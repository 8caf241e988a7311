import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  ARTICLE_FILE,
  formatArticle,
  formatStandard,
  SVG,
  writeContentFolder,
} from '../../../../tests/support/content-folder.ts';
import { createDataDir } from '../../../../tests/support/temporary-store.ts';
import { type Compilation, compileContent, compileEverything } from '../content/compile-content.ts';
import type { CompileProgress } from '../content/texts/compile-texts.ts';
import { openDatabase } from '../store/database.ts';
import { compileWithCaches, createProgressLine } from './compile-with-caches.ts';

const IMAGE = 'articles/seo/local-seo/a.svg';
const DOWNLOAD = 'articles/seo/local-seo/a.csv';
const OTHER = 'articles/seo/other.md';
const PASSAGE =
  'Every pastry in this window was baked before sunrise by two people who have known each other since school, and each of them would tell you a different story about how the oven came here.';
const BASE = {
  [ARTICLE_FILE]: formatArticle({ downloads: ['a.csv'] }, `${PASSAGE}\n\n![Alt](a.svg "Caption")`),
  [OTHER]: formatArticle({ title: 'Other' }, 'Other words.'),
  [IMAGE]: SVG,
  [DOWNLOAD]: 'a,b',
};

/** The functions that read files are never equal. */
function withoutReaders<Content extends Pick<Compilation, 'records'>>(content: Content) {
  const records = content.records.map((record) =>
    record.kind === 'media' ? record.bytes.sha256 : record,
  );
  return { ...content, records };
}

/** Compiles a folder once with caches; `compare` compiles it again with and without them. */
async function compileOnce() {
  const [folder, dataDir] = [await writeContentFolder(BASE), createDataDir()];
  const compile = () =>
    compileWithCaches(folder, { dataDir }, async (content) =>
      withoutReaders(compileEverything(content)),
    );
  const first = await compile();
  const edit = (name: string, text: string | undefined) =>
    text === undefined ? rm(join(folder, name)) : writeFile(join(folder, name), text);
  const compare = async () => ({
    cached: await compile(),
    afresh: withoutReaders(await compileContent(folder)),
  });
  return { first, edit, compare, cacheFile: join(dataDir, 'compiled.sqlite') };
}

test.each([
  ['nothing', OTHER, BASE[OTHER]],
  ['a text', OTHER, formatArticle({ title: 'Changed' }, 'Now other words.')],
  ['a removed text', OTHER, undefined],
  ['a text that has a problem now', OTHER, '# No'],
  ['a picture', IMAGE, SVG.replace('360 200', '500 300')],
  ['a removed picture', IMAGE, undefined],
  ['a picture that cannot be read', IMAGE, 'no picture'],
  ['a download', DOWNLOAD, 'a,b,c'],
  ['a removed download', DOWNLOAD, undefined],
  ['a download that cannot be offered', DOWNLOAD, ''],
  ['a paragraph that was in another text', OTHER, formatArticle({ title: 'Other' }, PASSAGE)],
  ['the standard', 'standard.yaml', formatStandard({ wordsMin: 900 })],
  [
    'a paragraph that is in a later text',
    'articles/seo/a.md',
    formatArticle({ title: 'A' }, PASSAGE),
  ],
])(
  'after a change of %s the result with caches equals the result without',
  async (_, name, text) => {
    const { edit, compare } = await compileOnce();
    await edit(name, text);
    const { cached, afresh } = await compare();
    expect(cached).toEqual(afresh);
    expect(await compare()).toEqual({ cached, afresh });
  },
);

test('two cached texts from different runs are checked against each other', async () => {
  const { edit, compare } = await compileOnce();
  await edit(
    ARTICLE_FILE,
    formatArticle({ downloads: ['a.csv'] }, 'Short.\n\n![Alt](a.svg "Caption")'),
  );
  await edit(OTHER, formatArticle({ title: 'Other' }, PASSAGE));
  expect((await compare()).cached.advice).toEqual([]);
  await edit(ARTICLE_FILE, BASE[ARTICLE_FILE]);
  const { cached, afresh } = await compare();
  expect(cached.advice).toHaveLength(1);
  expect(cached).toEqual(afresh);
});

test.each([
  ["UPDATE text_facts SET facts = 'rubbish'"],
  ["UPDATE text_facts SET facts = replace(facts, 'article', 'articel'), hash = 'another'"],
  ["UPDATE text_parts SET bytes = x'00'"],
  [
    'UPDATE text_parts SET bytes = (SELECT bytes FROM text_parts ORDER BY length(bytes) DESC LIMIT 1)',
  ],
  ['DELETE FROM text_parts'],
  ['DROP TABLE text_parts'],
  ['PRAGMA user_version = 99'],
])('a cache after "%s" costs only time', async (sql) => {
  const { first, compare, cacheFile } = await compileOnce();
  const cache = openDatabase(cacheFile);
  cache.exec(sql);
  cache.close();
  const { cached, afresh } = await compare();
  expect(cached).toEqual(first);
  expect(cached).toEqual(afresh);
});

test('compiling in several threads gives the same result and order', async () => {
  const folder = await writeContentFolder(
    Object.fromEntries(
      Array.from({ length: 300 }, (_, number) => [
        `articles/seo/text-${number}.md`,
        formatArticle(
          { title: `Text ${number}` },
          number % 100 === 7 ? '# No' : `Words of ${number}.`,
        ),
      ]),
    ),
  );
  const dataDir = createDataDir();
  const cached = await compileWithCaches(folder, { dataDir }, async (content) =>
    compileEverything(content),
  );
  expect(cached.problems.map(({ file }) => file)).toEqual(
    [107, 207, 7].map((number) => `content/articles/seo/text-${number}.md`),
  );
  expect(
    cached.records.flatMap((record) => (record.kind === 'post' ? record.slug : [])),
  ).toHaveLength(298);
  expect(withoutReaders(await compileContent(folder))).toEqual(withoutReaders(cached));
});

type Step = readonly [atMs: number, progress: CompileProgress];
const pictures = (done: number) => ({ what: 'pictures', done, total: 24 }) as const;
const texts = (done: number) => ({ what: 'texts', done, total: 10_000 }) as const;

const STEPS: readonly Step[] = [
  [0, pictures(4)],
  [4_000, pictures(6)],
  [10_000, pictures(8)],
  [50_000, pictures(24)],
  [50_000, texts(32)],
  [60_000, texts(1_032)],
  [90_000, texts(10_000)],
];

function show(isTTY: boolean): string {
  const written: string[] = [];
  let time = 0;
  const report = createProgressLine({ isTTY, write: (text) => written.push(text) }, () => time);
  for (const [at, progress] of STEPS) {
    time = at;
    report(progress);
  }
  return written.join('');
}

test('a log gets a line at the first picture and every ten seconds, with the remaining time', () => {
  expect(show(false)).toBe(
    [
      '4 of 24 pictures',
      '8 of 24 pictures, about 40 s left',
      '1032 of 10000 texts, about 90 s left',
      '',
    ].join('\n'),
  );
});

test('a terminal has one line, which is cleared at the end', () => {
  const lines = show(true).split('\r\u001b[K');
  expect(lines).toContain('6 of 24 pictures, about 36 s left');
  expect(lines.at(-1)).toBe('');
});
