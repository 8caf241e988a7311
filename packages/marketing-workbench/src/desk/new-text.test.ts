import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { changeFolder, runIn } from '../../../../tests/support/change-folder.ts';
import { formatArticle, formatLegacyPost } from '../../../../tests/support/content-folder.ts';
import { runCommand } from '../../../../tests/support/run-command.ts';
import { askQuestions } from './ask-questions.ts';

const TITLE = 'What’s a “café” menu worth?';
const FILE = 'articles/google-ads/display/whats-a-cafe-menu-worth.md';

test('a new article is a draft with valid front matter at its place', async () => {
  const { contentDir, status, output, files } = await changeFolder(
    {},
    'new',
    'article',
    '--title',
    TITLE,
    '--category',
    'Google Ads',
    '--subcategory',
    'display',
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
  const { status, files } = await changeFolder(
    {},
    'new',
    'article',
    '--title',
    'X',
    '--category',
    'seo',
  );
  expect({ status, files: Object.keys(files) }).toEqual({
    status: 0,
    files: ['articles/seo/x.md'],
  });
});

test('a new page is a draft with valid front matter', async () => {
  const { contentDir, status, output, files } = await changeFolder(
    {},
    'new',
    'page',
    '--title',
    'About us',
  );
  expect({ status, output }).toEqual({
    status: 0,
    output: `content/pages/about-us.md created
Write it, and look at it with: npm run dev
When it is done, take out “draft: true” and run: npm run content -- publish
Its address is /about-us, and the footer will link to it.
`,
  });
  expect(files).toEqual({ 'pages/about-us.md': expect.stringMatching(PAGE_KEYS) });
  expect((await runIn(contentDir, 'check')).output).toMatch(/, 1 draft, .*no problems\.\n/);
  const again = await runIn(contentDir, 'new', 'page', '--title', 'About', '--slug', 'about-us');
  expect(again).toEqual({
    status: 1,
    output: 'content/pages/about-us.md exists already; choose another --slug.\n',
    files: {},
  });
});

const PAGE_KEYS =
  /^---\ntitle: "About us"\nmetaDescription: "" # .*\ncontents: false # .*\ninFooter: true # .*\ninSitemap: true # .*\ninFeeds: false # .*\ndraft: true\n---\n\n/;

const REFUSED = 'Nothing was written; the check would report the above.\n';

test.for([
  [
    'seo',
    'content/pages/seo.md:1 has the name “seo”, whose address is taken by the category; rename it\n',
  ],
  [
    'search',
    'content/pages/search.md:1 has the name “search”, whose address is taken by a page of the site; rename it\n',
  ],
  [
    'google-ads-coupon-codes',
    'content/pages/google-ads-coupon-codes.md:1 has the address /google-ads-coupon-codes, and so has content/guides/google-ads-coupon-codes.md; rename one of the two\n',
  ],
  [
    'team',
    'content/legacy/team.md:3 legacyUrl /Team is the address of another page; remove one of the two\n',
  ],
  [
    'jobs',
    'content/redirects.yaml:1 from /jobs is an existing page; remove the redirect or the page\n',
  ],
] as const)('a page can’t take the address of another: %s', async ([slug, message]) => {
  const { status, output, files } = await changeFolder(
    {
      'legacy/team.md': formatLegacyPost('/Team'),
      'redirects.yaml': '- from: /jobs\n  to: /articles\n',
    },
    'new',
    'page',
    '--title',
    'A page',
    '--slug',
    slug,
  );
  expect({ status, output, files }).toEqual({ status: 1, output: message + REFUSED, files: {} });
});

const NEXT = (slug: string) => `content/authors.yaml: ${slug} added
Name the author in the front matter of a text: author: ${slug}
Publish with: npm run content -- publish
The articles are then listed at /authors/${slug}.
`;

test('a new author begins authors.yaml, and an article may name them', async () => {
  const about = 'Ran a shop: 9 years of “ads” & all.';
  const { contentDir, ...result } = await changeFolder(
    { 'articles/seo/by-ada.md': formatArticle({ title: 'By Ada', author: 'ada-lane' }) },
    'new',
    'author',
    '--name',
    'Ada Lane',
    '--role',
    'Editor',
    '--about',
    about,
  );
  expect(result).toEqual({
    status: 0,
    output: NEXT('ada-lane'),
    files: {
      'authors.yaml': `# Who writes. Each may also have a picture in the folder authors, and links.
- slug: ada-lane
  name: Ada Lane
  role: Editor
  about: "${about}"
`,
    },
  });
  expect((await runIn(contentDir, 'check')).output).toMatch(/no problems\.\n$/);
});

test.for([
  [
    '# Us\r\n  - slug: bo\r\n    name: "Bo"   # kept',
    '\r\n  - slug: "123"\r\n    name: "1: 2 #3"\r\n',
  ],
  [
    '- slug: bo\n  name: Bo\n  links:\n    - https://bo.example/\n\n# End\n',
    '- slug: "123"\n  name: "1: 2 #3"\n',
  ],
] as const)('a second author leaves all other bytes of %j as they are', async ([before, added]) => {
  const { output, files } = await changeFolder(
    { 'authors.yaml': before },
    'new',
    'author',
    '--name',
    '1: 2 #3',
    '--slug',
    '123',
  );
  expect(output).toBe(NEXT('123'));
  expect(files).toEqual({ 'authors.yaml': before + added });
});

test.for([
  [['--name', 'Bo'], `content/authors.yaml:3 slug bo is used twice; write another\n${REFUSED}`],
  [[], '--name is missing, and there is no terminal to ask on: Name\n'],
  [['--name', 'Bo', '--slug', 'B o'], /^--slug “B o” is not a slug; write .*\n$/],
  [
    ['--name', 'Cy', '--role', 'x'.repeat(61)],
    `content/authors.yaml:5 role in author 2 has 61 characters; write 1 to 60 characters, such as Editor\n${REFUSED}`,
  ],
  [
    ['--name', 'Cy', '--title', 'Cy'],
    "Unknown option '--title'.\nUsage: npx marketing-workbench new author [--name <text>] [--slug <slug>] [--role <text>] [--about <text>]\n",
  ],
] as const)('new author with %s is refused, and writes nothing', async ([flags, message]) => {
  const taken = { 'authors.yaml': '- slug: bo\n  name: Bo\n' };
  const { status, output, files } = await changeFolder(taken, 'new', 'author', ...flags);
  expect(output).toMatch(message);
  expect([status > 0, files]).toEqual([true, {}]);
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
  expect(await runCommand(args, { CONTENT_DIR: contentDir })).toEqual({
    status: 1,
    output: `${path.basename(contentDir)} is not a folder; set CONTENT_DIR to the folder of the site\n`,
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
    `--title is empty; write which question the text answers
--category “baking” is not a category; write one of google-ads, facebook-ads, email-marketing, seo\n`,
  ],
  [
    ['article', '--title', 'A title', '--category', 'seo', '--subcategory', 'display'],
    /^--subcategory “display” is not a subcategory; write one of on-page-seo, .*, local-seo, digital-marketing-news\n$/,
  ],
  [[], 'The kind of text is missing; write new article or new page or new author.\n'],
  [
    ['article', '--title', 'A title', '--category', 'seo', '--slug', 'A title'],
    '--slug “A title” is not a slug; write lower-case letters, digits and single hyphens\n',
  ],
  [
    ['article', '--title', '?!', '--category', 'seo'],
    '--slug is missing, and there is no terminal to ask on: Slug, the last part of the address\n',
  ],
  [
    ['article', '--title', 'Taken', '--category', 'google-ads'],
    /^content\/articles\/seo\/taken\.md:1 has the slug “taken”, and so has .*\nNothing was written; .*\n$/,
  ],
  [
    ['article', '--title', 'A title', '--category', 'goggle-ads'],
    '--category “goggle-ads” is not a category; did you mean google-ads?\n',
  ],
  [
    ['page', '--title', 'About', '--slug', '/about'],
    /^--slug “\/about” is not a slug; write .*\n$/,
  ],
  [
    ['artcle', '--title', 'A title'],
    '“artcle” is not a kind of text; did you mean article? To begin a site in a folder of that name: new ./artcle\n',
  ],
] as const)('new %s is refused, and writes nothing', async ([args, message]) => {
  const taken = { 'articles/seo/taken.md': formatArticle({ title: 'Taken' }) };
  const { status, output, files } = await changeFolder(taken, 'new', ...args);
  expect({ status, files }).toEqual({ status: 1, files: {} });
  expect(output).toMatch(message);
});

/**
 * What a dialogue answers and shows if one types a line at each question, and then ends the input.
 */
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
  const answers = askQuestions(
    questions,
    { given: 'by a flag' },
    { input, output, isInteractive: true },
  );
  const outcome = await answers.catch((error: Error) => error.message);
  return { outcome, shown };
}

test('a flag of another kind of text prints the usage', async () => {
  const { status, output } = await changeFolder({}, 'new', 'page', '--category', 'seo');
  const usage = 'Usage: npx marketing-workbench new page [--title <text>] [--slug <slug>]\n';
  expect({ status, output }).toEqual({
    status: 2,
    output: `Unknown option '--category'.\n${usage}`,
  });
  const help = await changeFolder({}, 'new', '--help');
  expect(help).toMatchObject({ status: 0, output: expect.stringContaining(usage), files: {} });
});

test('on a terminal, what no flag gives is asked for until the answer is valid', async () => {
  expect(await talk('', 'bad', ' good ', '')).toEqual({
    outcome: ['good', 'own-slug', 'by a flag'],
    shown: 'Title: The answer is missing.\nTitle: The answer is bad.\nTitle: Slug [own-slug]: ',
  });
});

test('closing the terminal stops the command', async () => {
  expect(await talk('good')).toMatchObject({ outcome: '\nStopped; nothing was written.' });
});
