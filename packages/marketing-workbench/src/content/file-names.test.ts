import sharp from 'sharp';
import { expect, test } from 'vitest';
import { compileFolder } from '../../../../tests/support/compile-folder.ts';
import {
  ARTICLE_FILE,
  COMPILED_AT,
  formatArticle,
  writeContentFolder,
} from '../../../../tests/support/content-folder.ts';

const FOLDER = ARTICLE_FILE.slice(0, ARTICLE_FILE.lastIndexOf('/'));
const DRAWING =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" width="9" height="9"><path d="M0 0h9v9z"/></svg>';

/** Compiles an article with files of these names beside it; returns the names of its media. */
async function compileWith(
  files: Readonly<Record<string, string | Uint8Array>>,
  keys: Parameters<typeof formatArticle>[0],
  images: readonly string[],
) {
  const body = images.map((name) => `![What it shows.](${name} "What it says.")`).join('\n\n');
  const folder = await writeContentFolder({
    ...Object.fromEntries(
      Object.entries(files).map(([name, bytes]) => [`${FOLDER}/${name}`, bytes]),
    ),
    [ARTICLE_FILE]: formatArticle(keys, `Words.\n\n${body}`),
  });
  const { records, problems, advice } = await compileFolder(folder, COMPILED_AT);
  const names = records.flatMap((record) =>
    record.kind === 'media' ? record.name.replace(/^[0-9a-f]+-/, '') : [],
  );
  return { problems, advice, names: names.toSorted() };
}

test('a picture or download may have any name, and its address is made from it', async () => {
  const photograph = sharp({
    create: { width: 40, height: 30, channels: 3, background: '#0a7d4f' },
  });
  const decomposed = 'Früh.svg'.normalize('NFD');
  const compiled = await compileWith(
    {
      'IMG_1234.JPG': await photograph.jpeg().toBuffer(),
      'Größe Foto 1.svg': DRAWING,
      'a (2) & b.SVG': DRAWING.replace('M0', 'M1'),
      '照片.svg': DRAWING.replace('M0', 'M2'),
      [decomposed]: DRAWING.replace('M0', 'M3'),
      'Preise & Öffnungszeiten.PDF': '%PDF-1.7',
    },
    { downloads: ['Preise & Öffnungszeiten.PDF'] },
    [
      'IMG_1234.JPG',
      '<Größe Foto 1.svg>',
      'a%20(2)%20&%20b.SVG',
      '照片.svg',
      decomposed.normalize('NFC'),
    ],
  );
  expect([...compiled.problems, ...compiled.advice]).toEqual([]);
  const { names: withoutFiles } = await compileWith({}, {}, []);
  expect(compiled.names.filter((name) => !withoutFiles.includes(name))).toEqual([
    'a-2-b.svg',
    'fruh.svg',
    'grosse-foto-1.svg',
    'img-1234-40.avif',
    'img-1234-40.jpg',
    'img-1234-40.webp',
    'preise-offnungszeiten.pdf',
    'zhaopian.svg',
  ]);
});

test('files that systems and programs leave beside those of people are left out', async () => {
  const names = [
    'Thumbs.db',
    'ehthumbs.db',
    'desktop.ini',
    'Icon\r',
    '.DS_Store',
    '~$prices.docx',
    'words.md~',
    '__MACOSX/._a.svg',
    '@eaDir/a.svg',
  ];
  const files = Object.fromEntries(names.map((name) => [name, 'No text.']));
  expect(await compileWith(files, {}, [])).toEqual(await compileWith({}, {}, []));
  expect((await compileWith({ 'other.db': 'No text.' }, {}, [])).problems).toHaveLength(1);
});
