import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { changeFolder, runIn } from '../../tests/support/change-folder.ts';
import { formatArticle } from '../../tests/support/content-folder.ts';
import { spawnCommand } from '../../tests/support/spawn-command.ts';
import { ask } from './ask.ts';

const TITLE = 'What’s a “café” menu worth?';
const FILE = 'articles/google-ads/display/whats-a-cafe-menu-worth.md';

test('a new article is a draft with valid front matter at its place', async () => {
  const { contentDir, status, output, files } = await changeFolder(
    {},
    ...['new', 'article', '--title', TITLE, '--category', 'Google Ads', '--subcategory', 'display'],
  );
  expect({ status, output }).toEqual({
    status: 0,
    output: `content/${FILE} created
Write it, and look at it with: npm run dev
When it is done, take out “draft: true” and run: npm run content -- publish
`,
  });
  expect(files).toEqual({
    [FILE]: expect.stringMatching(
      /^---\ntitle: "What’s .*"\nexcerpt: "" # .*\nmetaDescription: "" # .*\npublishedAt: \d{4}-\d\d-\d\d\ndraft: true\n---\n\n/,
    ),
  });
  expect((await runIn(contentDir, 'check')).output).toContain('no problems.\n');
  const again = await runIn(
    contentDir,
    'new',
    'article',
    '--title',
    TITLE,
    '--category',
    'google-ads',
    '--subcategory',
    'display',
  );
  expect(again).toEqual({
    status: 1,
    output: `content/${FILE} exists already; choose another --slug.\n`,
    files: {},
  });
});

test('an article without subcategory, with the shortest title, lies in its category', async () => {
  const { status, files } = await changeFolder({}, 'new', 'article', '--title', 'X', '--category', 'seo');
  expect({ status, files: Object.keys(files) }).toEqual({ status: 0, files: ['articles/seo/x.md'] });
});

test('an empty folder takes an article, a missing one is named', async () => {
  const contentDir = await mkdtemp(path.join(tmpdir(), 'workbench-content-'));
  onTestFinished(() => rm(contentDir, { recursive: true, force: true }));
  const args = ['new', 'article', '--title', 'X', '--category', 'seo'];
  expect(await runIn(contentDir, ...args)).toMatchObject({
    status: 0,
    files: { 'articles/seo/x.md': expect.anything() },
  });
  await rm(contentDir, { recursive: true });
  const { ended } = spawnCommand(args, { CONTENT_DIR: contentDir });
  expect(await ended).toEqual({
    status: 1,
    output: `${path.basename(contentDir)} can't be read (ENOENT); make it a readable folder\n`,
  });
});

test.for([
  [
    ['article'],
    `--title is missing, and there is no terminal to ask on: Title
--category is missing, and there is no terminal to ask on: Category (google-ads, facebook-ads, email-marketing, seo)\n`,
  ],
  [
    ['article', '--title', ' ', '--category', 'baking'],
    `--title is empty; write what question the text answers
--category “baking” is not a category; write one of google-ads, facebook-ads, email-marketing, seo\n`,
  ],
  [
    ['article', '--title', 'A title', '--category', 'seo', '--subcategory', 'display'],
    /^--subcategory “display” is not a subcategory; write one of on-page-seo, .*, local-seo, digital-marketing-news\n$/,
  ],
  [
    ['article', '--title', 'A title', '--category', 'seo', '--slug', 'A title'],
    '--slug “A title” is not a slug; write lower-case letters, digits and single hyphens\n',
  ],
  [
    ['article', '--title', 'Что такое SEO?'.slice(0, 9), '--category', 'seo'],
    '--slug is missing, and there is no terminal to ask on: Slug, the last part of the address\n',
  ],
  [
    ['article', '--title', 'Taken', '--category', 'google-ads'],
    /^content\/articles\/seo\/taken\.md has the slug “taken”, and so has .*\nNothing was written; .*\n$/,
  ],
  [
    ['article', '--title', 'A title', '--category', 'goggle-ads'],
    '--category “goggle-ads” is not a category; did you mean google-ads?\n',
  ],
  [['poem'], '“poem” is not a kind of text; write new article.\n'],
] as const)('new %s is refused, and writes nothing', async ([args, message]) => {
  const taken = { 'articles/seo/taken.md': formatArticle({ title: 'Taken' }) };
  const { status, output, files } = await changeFolder(taken, 'new', ...args);
  expect({ status, files }).toEqual({ status: 1, files: {} });
  expect(output).toMatch(message);
});

/** What a dialogue answers and shows if one types a line at each question, and then ends the input. */
async function talk(...lines: string[]) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  let shown = '';
  output.on('data', (chunk) => {
    shown += String(chunk);
    const line = lines.shift();
    if (line === undefined) input.end();
    else input.write(`${line}\n`);
  });
  const questions = [
    {
      flag: 'title',
      text: 'Title',
      findProblem: (title: string) => (title === 'bad' ? 'is bad' : undefined),
    },
    { flag: 'slug', text: 'Slug', fallback: 'own-slug' },
    { flag: 'given', text: 'Given' },
  ];
  const answers = ask(questions, { given: 'by a flag' }, { input, output, isInteractive: true });
  const outcome = await answers.catch((error: Error) => error.message);
  return { outcome, shown };
}

test('on a terminal, what no flag gives is asked for until the answer is valid', async () => {
  expect(await talk('', 'bad', ' good ', '')).toEqual({
    outcome: ['good', 'own-slug', 'by a flag'],
    shown: 'Title: The answer is missing.\nTitle: The answer is bad.\nTitle: Slug [own-slug]: ',
  });
});

test('closing the terminal stops the command', async () => {
  expect(await talk('good')).toMatchObject({ outcome: '\nStopped; nothing was written.' });
});
