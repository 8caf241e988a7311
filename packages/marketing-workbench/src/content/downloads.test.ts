import { expect, test } from 'vitest';
import {
  ARTICLE_FILE,
  formatArticle,
  formatGuide,
  GUIDE_FILE,
  listContentFindings,
} from '../../../../tests/support/content-folder.ts';

const FOLDER = 'articles/seo/local-seo';
const LINE = `content/${ARTICLE_FILE}:6`;
const AS = '{file: budget.xlsx, title: "Campaign budget"}';
const TYPES = '.csv, .docx, .ics, .json, .ods, .odt, .pdf, .pptx, .txt, .xlsx, .zip';
const CSV = 'term,match\nfree,phrase\n';

test.each([
  ['terms.csv', `is not a list; write each file as "- budget.xlsx", or as ${AS}`, ''],
  [[], 'has 0 files; write 1 to 12', ''],
  [Array(13).fill('terms.csv'), 'has 13 files; write 1 to 12', ''],
  [[7], 'is not a mapping; write one "key: value" per line, of file, title, about', ' 1'],
  [[{ title: 'Terms' }], `is missing; write it as ${AS}`, ' 1', 'file in '],
  [
    ['../terms.csv'],
    'is not a file beside the text; save it there and write only its name',
    ' 1',
    'file in ',
  ],
  [
    ['terms.xls'],
    `is not of a type that readers can download; save it as one of ${TYPES}`,
    ' 1',
    'file in ',
  ],
  [
    [{ file: 'terms.csv', title: '' }],
    'has 0 characters; write what the file is in 1 to 100 characters',
    ' 1',
    'title in ',
  ],
  [
    [{ file: 'terms.csv', about: 'x'.repeat(301) }],
    'has 301 characters; write what readers do with the file in 1 to 300 characters',
    ' 1',
    'about in ',
  ],
])('downloads: %j is a problem: it %s', async (downloads, message, place, key = '') => {
  const problems = await listContentFindings({ [ARTICLE_FILE]: formatArticle({ downloads }) });
  expect(problems).toEqual([`${LINE} ${key}downloads${place} ${message}`]);
});

test('a misspelt key, a misspelt name, a missing file and a second entry are reported at their lines', async () => {
  const downloads = ['tems.csv', { file: 'terms.csv', tilte: 'Terms' }, 'budget.pdf', 'terms.csv'];
  const article = formatArticle({ downloads });
  const listProblems = (text: string) =>
    listContentFindings({
      [ARTICLE_FILE]: text.replace(/downloads: .*/, formatLines),
      [`${FOLDER}/terms.csv`]: CSV,
    });
  expect(await listProblems(article)).toEqual([
    `content/${ARTICLE_FILE}:8 \`tilte\` in downloads 2: did you mean \`title\`?`,
    `content/${FOLDER}/terms.csv advice (unusedDownloads): is a file that no text beside it offers; name it in \`downloads\` of one, or remove it`,
  ]);
  expect(await listProblems(article.replace('tilte', 'title'))).toEqual(
    expect.arrayContaining([
      `content/${ARTICLE_FILE}:7 download tems.csv is missing; did you mean terms.csv?`,
      `content/${ARTICLE_FILE}:9 download budget.pdf is missing; save it beside the text`,
      `content/${ARTICLE_FILE}:10 download terms.csv is in the list already; remove it`,
    ]),
  );
});

/** One item per line, below the key. */
function formatLines(line: string): string {
  const items: readonly unknown[] = JSON.parse(line.slice('downloads: '.length));
  return ['downloads:', ...items.map((item) => `  - ${JSON.stringify(item)}`)].join('\n');
}

const ZIP = Buffer.from('PK\u0003\u0004 a file in an archive');
const HTML = '<!doctype html><title>Sign in</title>';

function formatOther(type: string): string {
  return `is not ${type}, as its name says; save it as ${type}, or give it the ending of what it is`;
}

const FAULTY: Readonly<Record<string, readonly [bytes: string | Uint8Array, message: string]>> = {
  'page.csv': [HTML, formatOther('CSV')],
  'page-too.csv': ['\n <HTML>', formatOther('CSV')],
  'latin.csv': [
    Buffer.from([0x66, 0xfc, 0x72]),
    'is not UTF-8; save it as UTF-8, which spreadsheet programs call “CSV UTF-8”',
  ],
  'wide.txt': [Buffer.from([0xff, 0xfe, 0x61, 0]), 'is not UTF-8; save it as UTF-8'],
  'binary.txt': ['a\u0000b', formatOther('TXT')],
  'empty.csv': ['', 'is empty; save it again'],
  'page.pdf': [HTML, formatOther('PDF')],
  'other.zip': ['Rar!', formatOther('ZIP')],
  'table.xlsx': [CSV, formatOther('XLSX')],
  'words.xlsx': [Buffer.concat([ZIP, Buffer.from('word/document.xml')]), formatOther('XLSX')],
  'table.docx': [Buffer.concat([ZIP, Buffer.from('xl/workbook.xml')]), formatOther('DOCX')],
  'archive.pptx': [ZIP, formatOther('PPTX')],
  'archive.ods': [ZIP, formatOther('ODS')],
  'archive.odt': [ZIP, formatOther('ODT')],
  'page.ics': [HTML, formatOther('ICS')],
  'half.json': ['{"a": 1', formatOther('JSON')],
  'large.pdf': [
    Buffer.alloc(10_000_001, '%PDF-'),
    'is 10.1 MB, over the limit of 10 MB; save it smaller, or link to a place that holds large files',
  ],
};

test('a file with the wrong content or size is a problem of the file, not of the text that offers it', async () => {
  const files = Object.entries(FAULTY);
  const problems = await listContentFindings({
    [ARTICLE_FILE]: formatArticle({ downloads: ['page.csv', 'large.pdf'] }),
    ...Object.fromEntries(files.map(([name, [bytes]]) => [`${FOLDER}/${name}`, bytes])),
  });
  expect(problems).toEqual(
    files.map(([name, [, message]]) => `content/${FOLDER}/${name} ${message}`).toSorted(),
  );
});

test('a guide may offer files of every type', async () => {
  const files: Readonly<Record<string, string | Uint8Array>> = {
    'terms.csv': `\uFEFF${CSV}`,
    'terms.txt': 'Words.\tMore.\r\n',
    'terms.pdf': '%PDF-1.7',
    'terms.zip': ZIP,
    'terms.xlsx': Buffer.concat([ZIP, Buffer.from('xl/workbook.xml')]),
    'terms.docx': Buffer.concat([ZIP, Buffer.from('word/document.xml')]),
    'terms.pptx': Buffer.concat([ZIP, Buffer.from('ppt/presentation.xml')]),
    'terms.ods': Buffer.concat([
      ZIP,
      Buffer.from('application/vnd.oasis.opendocument.spreadsheet'),
    ]),
    'terms.odt': Buffer.concat([ZIP, Buffer.from('application/vnd.oasis.opendocument.text')]),
    'terms.ics': 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n',
    'terms.json': '[]',
  };
  const guide = formatGuide('Words.', { downloads: Object.keys(files) });
  const placed = Object.entries(files).map(([name, bytes]) => [`guides/${name}`, bytes]);
  expect(await listContentFindings({ [GUIDE_FILE]: guide, ...Object.fromEntries(placed) })).toEqual(
    [],
  );
});

test('a heading of the same name and a forbidden phrase are reported at the lines of the list', async () => {
  const downloads = [{ file: 'terms.csv', title: 'Terms', about: 'A game changer.' }];
  const problems = await listContentFindings({
    [ARTICLE_FILE]: formatArticle({ downloads }, '## Downloads\n\nSee below.'),
    [`${FOLDER}/terms.csv`]: CSV,
    'standard.yaml':
      'wordsMin: 0\narticleLinksMin: 0\nforbiddenPhrases:\n  - reason: says nothing\n    phrases: [game changer]\n',
  });
  expect(problems).toEqual([
    expect.stringContaining('advice (orphans)'),
    `${LINE} advice (headings): heading “Downloads” occurs twice; give it words of its own`,
    `${LINE} advice (phrases): says “game changer”, which says nothing`,
  ]);
});
