import { mkdtemp, rm, symlink, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { compileFolder } from '../../../../tests/support/compile-folder.ts';
import {
  ARTICLE_FILE,
  COMPILED_AT,
  formatArticle,
  formatLegacyPost,
  listContentFindings,
  writeContentFolder,
} from '../../../../tests/support/content-folder.ts';
import { recordKey } from '../site/records.ts';
import { formatFinding } from './content-finding.ts';

test('the folder that these tests modify has no problems', async () => {
  expect(await listContentFindings({})).toEqual([]);
});

test('a missing folder is a problem, an empty one has the built-in categories', async () => {
  const parent = await mkdtemp(path.join(tmpdir(), 'workbench-empty-'));
  onTestFinished(() => rm(parent, { recursive: true }));
  expect(await compileFolder(path.join(parent, 'content'))).toEqual({
    records: [],
    advice: [],
    problems: [
      { file: 'content', message: 'is not a folder; set CONTENT_DIR to the folder of the site' },
    ],
  });
  const { records, problems } = await compileFolder(parent);
  expect(problems).toEqual([]);
  expect(records.filter(({ kind }) => kind === 'category')).toHaveLength(4);
});

const NO_CONTENT =
  'is neither a text (.md), nor an image, nor a file to download (.csv, .docx, .ics, .json, .ods, .odt, .pdf, .pptx, .txt, .xlsx, .zip)';
const ADVICE =
  'remove it, or move it to articles/{category}/{subcategory}/, guides/, pages/ or legacy/';

test.each([
  ['notes.md', `is not known here; ${ADVICE}`],
  ['picture.svg', `is not known here; ${ADVICE}`],
  ['people/about.md', `is in an unknown folder; ${ADVICE}`],
  ['articles/seo/notes.rtf', `${NO_CONTENT}; ${ADVICE}`],
  ['articles/x.md', `is at the wrong level; ${ADVICE}`],
  ['articles/seo/local-seo/more/x.md', `is at the wrong level; ${ADVICE}`],
  ['legacy/2015/x.md', `is at the wrong level; ${ADVICE}`],
  ['guides/more/x.md', `is at the wrong level; ${ADVICE}`],
  ['site.yml', 'is not known here; did you mean site.yaml?'],
  ['article/seo/x.md', 'is in an unknown folder; did you mean articles?'],
  ['articles/seo/words.markdown', `${NO_CONTENT}; let its name end with .md`],
])('%s is a problem: it %s', async (file, message) => {
  const line = file.endsWith('.md') ? ':1' : '';
  expect(await listContentFindings({ [file]: 'Words.' })).toEqual([
    `content/${file}${line} ${message}`,
  ]);
});

test.each([
  [
    'articles/seo/local-seo/x.md',
    Uint8Array.of(0x2d, 0xff, 0xfe),
    'is not UTF-8; save it as UTF-8',
  ],
  ['categories.yaml', Uint8Array.of(0xc3, 0x28), 'is not UTF-8; save it as UTF-8'],
  ['articles/seo/local-seo/x.md', '\n', 'is empty; write the text or remove the file'],
])('%s with the bytes %s is a problem: it %s', async (file, bytes, message) => {
  expect(await listContentFindings({ [file]: bytes })).toEqual([`content/${file}:1 ${message}`]);
});

test('a folder named like a text is a problem, and its files are not read', async () => {
  expect(
    await listContentFindings({ 'articles/seo/x.md/': '', 'articles/seo/x.md/y.txt': '' }),
  ).toEqual([
    'content/articles/seo/x.md:1 is a folder with the name of a file; rename or remove it',
  ]);
});

test('a README.md at the top and files that begin with a dot are ignored', async () => {
  expect(
    await listContentFindings({ 'README.md': '', '.DS_Store': 'x', 'articles/.gitkeep': '' }),
  ).toEqual([]);
});

test('a symbolic link is a problem, since it may lead out of the folder', async () => {
  const folder = await writeContentFolder();
  await symlink(path.join(folder, ARTICLE_FILE), path.join(folder, 'articles/seo/link.md'));
  const { problems } = await compileFolder(folder);
  expect(problems.map(formatFinding)).toEqual([
    'content/articles/seo/link.md:1 is not a regular file; save the file itself here',
  ]);
});

test('a file too large for memory is a problem of that file only', async () => {
  const folder = await writeContentFolder({ 'articles/seo/huge.md': formatArticle() });
  const moreThanNodeReads = 2 ** 31;
  await truncate(path.join(folder, 'articles/seo/huge.md'), moreThanNodeReads);
  const { problems } = await compileFolder(folder);
  expect(problems.map(formatFinding)).toEqual([
    'content/articles/seo/huge.md:1 is 2147.5 MB, over the limit of 250 kB; split it into several texts',
  ]);
});

test('a text whose name ends with capital letters is read as any other', async () => {
  const folder = await writeContentFolder({
    'articles/seo/local-seo/words.MD': formatArticle({ title: 'Words' }),
    'legacy/old.Md': formatLegacyPost('/2010/old-page'),
  });
  const { records, problems } = await compileFolder(folder, COMPILED_AT);
  expect(problems).toEqual([]);
  expect(records.map(recordKey)).toEqual(expect.arrayContaining(['post:words', 'legacy:old']));
  expect(await listContentFindings({ 'articles/seo/words.MD': '' })).toEqual([
    'content/articles/seo/words.MD:1 is empty; write the text or remove the file',
  ]);
});

test.each([
  ['articles/seo/twin', formatArticle({ title: 'A' }), formatArticle({ title: 'B' })],
  ['legacy/twin', formatLegacyPost('/2010/one'), formatLegacyPost('/2010/two')],
])('%s.md and %s.MD are named as a clash', async (name, one, other) => {
  expect(await listContentFindings({ [`${name}.md`]: one, [`${name}.MD`]: other })).toEqual([
    `content/${name}.md:1 has the slug “twin”, and so has content/${name}.MD; rename one of the two`,
  ]);
});
