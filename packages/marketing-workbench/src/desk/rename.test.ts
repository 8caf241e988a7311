import { chmod } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { changeFolder, runIn } from '../../../../tests/support/change-folder.ts';
import {
  formatArticle,
  formatGuide,
  formatLegacyPost,
  formatText,
  GUIDE_FILE,
  legacyFile,
  SVG,
  writeContentFolder,
} from '../../../../tests/support/content-folder.ts';
import { spawnCommand } from '../../../../tests/support/spawn-command.ts';

const OLD = 'articles/seo/local-seo/old-name.md';
const ADDRESS = '/seo/local-seo/old-name';
const NEW = 'articles/seo/technical-seo/new-name.md';
const NEW_ADDRESS = '/seo/technical-seo/new-name';
const OTHER = 'articles/seo/local-seo/other.md';
const LEGACY_PATH = '/2013/05/what-is-adwords';
const LEGACY = legacyFile(LEGACY_PATH);
const REDIRECTS =
  '# Old addresses and their targets; a row without "to" has "status: 410" and is gone for good.\n';
const PUBLISH = 'Publish with: npm run content -- publish\n';

const DOWNLOADS = { downloads: [{ file: 'terms.csv', title: 'Terms' }, 'plan.txt'] };

const article = (title: string, body?: string, keys = {}) =>
  formatArticle({ title, ...keys }, body);

test('a rename moves the text with its pictures and downloads, rewrites every link, keeps all other bytes and adds an alias', async () => {
  const links = (
    address: string,
  ) => `A [link](${address}), [one more](<${address}#part> "${ADDRESS}") and [a third][there] or [fourth][${ADDRESS}].

Not one: \`[code](${ADDRESS})\`, ${ADDRESS}, [a longer name](${ADDRESS}-too)

    [indented](${ADDRESS})

[there]: ${address}#part
[${ADDRESS}]: ${address} 'Title'
`;
  const own = (address: string) =>
    `![A drawing](only-here.svg "Seen.")\n\n![Another](both.svg "Seen.")\n\n## Part\n\nSee [above](#part) and [this](${address}).`;
  const windows = (address: string) =>
    article('Windows', `[x](${address}) and [y](${address})`).replaceAll('\n', '\r\n');
  const steps = ['base-article', 'other', 'windows', 'more'];
  const path = (slug: string) =>
    `# Comment\nseo: # first\n  - base-article\n  - "${slug}"   # kept\n${steps.slice(1).map((step) => `  - ${step}\n`)}`.replaceAll(
      ',',
      '',
    );
  const facts = (slug: string) =>
    `- fact: The text has a part.\n  value: above\n  near: [old-name, see]\n  source: The text\n  checkedAt: 2025-05-01\n  texts: [${slug}]\n`;
  const redirects = (address: string) =>
    `# Old\n- from: /a\n  to: '${address}#part' # kept\n- {from: /b, to: ${address}}\n`;
  const create = (address: string) => ({
    [OTHER]: article('Other', `${links(address)}\n![Another](both.svg "Seen.")`),
    'articles/seo/local-seo/windows.md': windows(address),
    'redirects.yaml': redirects(address),
    [LEGACY]: formatLegacyPost(LEGACY_PATH, { redirectTo: address }),
  });
  const result = await changeFolder(
    {
      ...create(ADDRESS),
      [OLD]: article('Old', own(ADDRESS), DOWNLOADS),
      'articles/seo/local-seo/old-name-too.md': article('Old too'),
      'articles/seo/on-page-seo/more.md': article('More'),
      'articles/seo/local-seo/only-here.svg': SVG,
      'articles/seo/local-seo/terms.csv': 'a,b',
      'articles/seo/local-seo/plan.txt': 'Words.',
      'articles/seo/local-seo/both.svg': SVG,
      'learning-paths.yaml': path('old-name'),
      'facts.yaml': facts('old-name'),
    },
    'rename',
    'old-name',
    'seo/technical-seo/new-name',
  );
  const { [OLD]: removed, ...rewritten } = result.files;
  expect(removed).toBeNull();
  expect(rewritten).toEqual({
    ...create(NEW_ADDRESS),
    [NEW]: article('Old', own(NEW_ADDRESS), DOWNLOADS).replace(
      /\n---\n\n/,
      `\naliases: [${ADDRESS}]\nfeedId: old-name\n---\n\n`,
    ),
    'articles/seo/local-seo/only-here.svg': null,
    'articles/seo/technical-seo/only-here.svg': SVG,
    'articles/seo/technical-seo/both.svg': SVG,
    'articles/seo/local-seo/terms.csv': null,
    'articles/seo/technical-seo/terms.csv': 'a,b',
    'articles/seo/local-seo/plan.txt': null,
    'articles/seo/technical-seo/plan.txt': 'Words.',
    'learning-paths.yaml': path('new-name'),
    'facts.yaml': facts('new-name'),
  });
  expect(result.output).toBe(`content/${OLD} → content/${NEW}
content/articles/seo/local-seo/terms.csv → content/articles/seo/technical-seo/terms.csv
content/articles/seo/local-seo/plan.txt → content/articles/seo/technical-seo/plan.txt
content/articles/seo/local-seo/only-here.svg → content/articles/seo/technical-seo/only-here.svg
content/articles/seo/local-seo/both.svg → content/articles/seo/technical-seo/both.svg (a copy, as another text uses it, too)
content/${OLD}: 1 link, line 15
content/${OTHER}: 4 links, lines 8, 14, 15
content/articles/seo/local-seo/windows.md: 2 links, line 8
content/facts.yaml: 1 link, line 6
content/learning-paths.yaml: 1 link, line 4
content/${LEGACY}: 1 link, line 5
content/redirects.yaml: 2 links, lines 3, 4
${ADDRESS} redirects to ${NEW_ADDRESS}
12 links in 7 files. ${PUBLISH}`);
  expect(result.status).toBe(0);
  expect((await runIn(result.contentDir, 'check')).output).not.toMatch(
    /articles\/|legacy\/|redirects/,
  );
});

test('the id in feeds of a text whose slug is a number is a text, too', async () => {
  const { files } = await changeFolder(
    { 'articles/seo/local-seo/2024.md': article('Old') },
    'rename',
    '/seo/local-seo/2024',
    'new-name',
  );
  expect(files['articles/seo/local-seo/new-name.md']).toContain('\nfeedId: "2024"\n');
});

test('a text may go back to its old address, which is its alias no more', async () => {
  const { contentDir, files } = await changeFolder(
    {
      [OLD]: article('Old', 'Words.', { aliases: ['/x'] }).replace('["/x"]', '\n  - "/x" # first'),
    },
    'rename',
    ADDRESS,
    'new-name',
  );
  const aliases = (address: string) =>
    `aliases: \n  - "/x" # first\n  - "${address}"\nfeedId: old-name\n---`;
  expect(files['articles/seo/local-seo/new-name.md']).toContain(aliases(ADDRESS));
  const back = await runIn(contentDir, 'rename', 'articles/seo/local-seo/new-name.md', 'old-name');
  expect(back.files[OLD]).toContain(aliases('/seo/local-seo/new-name'));
});

test('a draft gets no alias, and a text that leaves its category leaves its learning path', async () => {
  const steps = ['base-article', 'old-name', 'one', 'two', 'three', 'four'];
  const others = ['one', 'two', 'three', 'four'].map((slug) => [
    `articles/seo/${slug}.md`,
    article(slug),
  ]);
  const overrides = {
    [OLD]: article('Old'),
    'articles/seo/local-seo/unseen.md': article('Unseen', 'Words.', { draft: true }),
    ...Object.fromEntries(others),
    'learning-paths.yaml': `seo:\n${steps.map((step) => `  - ${step}\n`).join('')}`,
  };
  const moved = await changeFolder(overrides, 'rename', 'old-name', 'google-ads/old-name');
  expect(moved.files['learning-paths.yaml']).toBe(
    overrides['learning-paths.yaml'].replace('  - old-name\n', ''),
  );
  expect(moved.output).toContain(
    `content/learning-paths.yaml: 1 link, line 3\n${ADDRESS} redirects`,
  );
  const draft = await runIn(moved.contentDir, 'rename', 'unseen', 'seen-soon');
  expect(draft.files).toEqual({
    'articles/seo/local-seo/unseen.md': null,
    'articles/seo/local-seo/seen-soon.md': overrides['articles/seo/local-seo/unseen.md'],
  });
  expect(draft.output).toBe(
    `content/articles/seo/local-seo/unseen.md → content/articles/seo/local-seo/seen-soon.md\n0 links in 0 files. ${PUBLISH}`,
  );
});

test('a dry run shows the plan and writes nothing', async () => {
  const { status, output, files } = await changeFolder(
    { [OLD]: article('Old'), [OTHER]: article('Other', `[x](${ADDRESS})`) },
    'rename',
    'old-name',
    'new-name',
    '--dry-run',
  );
  expect(files).toEqual({});
  expect({ status, output }).toEqual({
    status: 0,
    output: `content/${OLD} → content/articles/seo/local-seo/new-name.md
content/${OTHER}: 1 link, line 8
${ADDRESS} redirects to /seo/local-seo/new-name
Nothing was written (--dry-run). 1 link in 1 file. ${PUBLISH}`,
  });
});

test.for([
  ['none', 'x', 'No text has the slug, path or address none; write one of them.'],
  ['old-nmae', 'x', 'No text has the slug, path or address old-nmae; did you mean old-name?'],
  ['old-name', 'Not A Slug', '“Not A Slug” is not a name; write a slug of lower-case letters'],
  ['old-name', '../../x', '“../../x” is not a name; write a slug of lower-case letters'],
  ['old-name', 'seo/local-seo/deeper/x', '“seo/local-seo/deeper/x” is not a name; '],
  ['old-name', 'other', `content/${OTHER} exists already; choose another name.`],
  ['old-name', 'seo/technical-seo/other', 'has the slug “other”, and so has content/'],
  [
    'old-name',
    'baking/x',
    'content/articles/baking/x.md:1 is in the unknown category “baking”; add it to site.yaml, or move it to one of',
  ],
  [
    'old-name',
    'seo/display/x',
    'is in “display”, which is not a subcategory of seo; add it to site.yaml, or move it to one of',
  ],
  ['old-name', 'featured', 'has the name “featured”, which the site reserves; rename it'],
  [
    'old-name',
    'taken-by-redirect',
    'content/redirects.yaml:1 from /seo/local-seo/taken-by-redirect is an existing page',
  ],
  [
    'what-is-adwords',
    'x',
    `content/${LEGACY} is a legacy post, whose address is its legacyUrl; change that.`,
  ],
  [
    'same',
    'x',
    'Several texts have the slug same; write the path of one:\n  content/articles/seo/display/same.md\n',
  ],
] as const)('renaming %s to %s is refused, and writes nothing', async ([old, name, message]) => {
  const { status, output, files } = await changeFolder(
    {
      [OLD]: article('Old'),
      [OTHER]: article('Other'),
      'redirects.yaml': `- from: /seo/local-seo/taken-by-redirect\n  to: /seo\n`,
      'articles/seo/display/same.md': article('Same'),
      'articles/seo/same.md': article('Same, too'),
    },
    'rename',
    old,
    name,
  );
  expect(output).toContain(message);
  expect({ status, files }).toEqual({ status: 1, files: {} });
});

test.for([
  [['base-article', 'x', '--force'], 2, "Unknown option '--force'.\n"],
  [['base-article', ''], 2, '<new> is missing.\n'],
  [
    ['base-article', 'x', 'y'],
    2,
    '“y” is one argument too many; put words that belong together in quotes.\n',
  ],
  [['--help'], 0, ''],
] as const)(
  'rename with %j prints what is wrong and the usage',
  async ([args, status, problem]) => {
    const { output, ...rest } = await changeFolder({}, 'rename', ...args);
    expect(rest).toMatchObject({ status, files: {} });
    expect(output).toContain(
      `${problem}Usage: npx marketing-workbench rename <old> <new> [--dry-run]\n`,
    );
  },
);

test('a guide has no aliases, so redirects.yaml gets a row for its old address', async () => {
  const { status, output, files } = await changeFolder(
    {
      [OTHER]: article('Other', '[x](/google-ads-coupon-codes#y)'),
      [GUIDE_FILE]: formatGuide('## Y\n\nWords.'),
    },
    'rename',
    'google-ads-coupon-codes',
    'coupons',
  );
  expect(files).toEqual({
    [GUIDE_FILE]: null,
    'guides/coupons.md': formatGuide('## Y\n\nWords.'),
    [OTHER]: article('Other', '[x](/coupons#y)'),
    'redirects.yaml': expect.stringMatching(
      /\n- from: \/google-ads-coupon-codes\n {2}to: \/coupons\n$/,
    ),
  });
  expect({ status, output }).toEqual({
    status: 0,
    output: `content/${GUIDE_FILE} → content/guides/coupons.md
content/${OTHER}: 1 link, line 8
/google-ads-coupon-codes redirects to /coupons
1 link in 1 file. ${PUBLISH}`,
  });
});

test('a page takes its links, its place in the menu and its redirects with it, and may return to an address of its past', async () => {
  const create = (address: string) => ({
    [OTHER]: article('Other', `[x](${address}#part)`),
    'site.yaml': `navigation:\n  - seo\n  - { label: About, to: ${address} }\n`,
  });
  const page = (address: string) =>
    formatText({ title: 'About' }, `[Below](${address}#part).\n\n## Part\n\nWords.`);
  const { contentDir, status, output, files } = await changeFolder(
    { ...create('/about'), 'pages/about.md': page('/about') },
    'rename',
    'about',
    'company',
  );
  expect(files).toEqual({
    ...create('/company'),
    'pages/about.md': null,
    'pages/company.md': page('/company'),
    'redirects.yaml': `${REDIRECTS}- from: /about\n  to: /company\n`,
  });
  expect({ status, output }).toEqual({
    status: 0,
    output: `content/pages/about.md → content/pages/company.md
content/${OTHER}: 1 link, line 8
content/pages/about.md: 1 link, line 5
content/site.yaml: 1 link, line 3
/about redirects to /company
3 links in 3 files. ${PUBLISH}`,
  });
  await runIn(contentDir, 'rename', '/company', 'team');
  const back = await runIn(contentDir, 'rename', 'pages/team.md', 'about');
  expect(back.status).toBe(0);
  expect(back.output).toContain('\n/team redirects to /about\n');
  expect(back.files).toMatchObject({
    'pages/about.md': page('/about'),
    'redirects.yaml': `${REDIRECTS}- from: /team\n  to: /about\n- from: /company\n  to: /about\n`,
  });
});

test.for([
  [
    'seo',
    'content/pages/seo.md:1 has the name “seo”, whose address is taken by the category; rename it',
  ],
  ['team', 'content/pages/team.md exists already; choose another name.'],
  ['seo/about', '“seo/about” is not a name; '],
  [
    'jobs',
    'content/redirects.yaml:1 from /jobs is an existing page; remove the redirect or the page',
  ],
] as const)('renaming a page to %s is refused, and writes nothing', async ([name, message]) => {
  const { status, output, files } = await changeFolder(
    {
      'pages/about.md': formatText({ title: 'About' }, 'Words.'),
      'pages/team.md': formatText({ title: 'Team' }, 'More words.'),
      'redirects.yaml': '- from: /jobs\n  to: /articles\n',
    },
    'rename',
    'about',
    name,
  );
  expect(output).toContain(message);
  expect({ status, files }).toEqual({ status: 1, files: {} });
});

test.for([
  ['[]', '- from: /about\n  to: /company\n'],
  [
    '[{from: /a, to: /seo/local-seo/base-article}]',
    '[{from: /a, to: /seo/local-seo/base-article}, { from: /about, to: /company }]',
  ],
  ['# None', '# None\n- from: /about\n  to: /company\n'],
])('redirects.yaml with %j keeps its form', async ([before = '', after]) => {
  const { files } = await changeFolder(
    { 'pages/about.md': formatText({ title: 'About' }, 'Words.'), 'redirects.yaml': before },
    'rename',
    'about',
    'company',
  );
  expect(files['redirects.yaml']).toBe(after);
});

test('redirects are not added to a file that is not a list', async () => {
  const { status, output, files } = await changeFolder(
    { 'pages/about.md': formatText({ title: 'About' }, 'Words.'), 'redirects.yaml': 'from: /a' },
    'rename',
    'about',
    'company',
  );
  const message =
    'content/redirects.yaml is not a list; correct it first: npm run content -- check\n';
  expect({ status, output, files }).toEqual({ status: 1, output: message, files: {} });
});

test('problems that were there before don’t keep a text from being renamed', async () => {
  const { status } = await changeFolder(
    {
      [OLD]: article('Old', '[x](/nowhere)'),
      [OTHER]: article('Other', undefined, { excerpt: '' }),
    },
    'rename',
    'old-name',
    'new-name',
  );
  expect(status).toBe(0);
});

test('a folder that can’t be written to is named', async () => {
  const contentDir = await writeContentFolder({ [OLD]: article('Old') });
  const locked = path.join(contentDir, path.dirname(OLD));
  await chmod(path.dirname(contentDir), 0o755);
  await chmod(locked, 0o555);
  // Permissions don't hold the superuser back.
  const uid = process.getuid?.() === 0 ? 65_534 : undefined;
  const { ended } = spawnCommand(['rename', 'old-name', 'x'], { CONTENT_DIR: contentDir }, { uid });
  expect(await ended).toEqual({
    status: 1,
    output:
      'content/articles/seo/local-seo can’t be written to; make it writable for your account.\n',
  });
  await chmod(locked, 0o755);
});

test('a text whose name ends with capital letters is renamed, and found in the way of another', async () => {
  const capital = OLD.replace('.md', '.MD');
  const folder = { [capital]: article('Old'), [OTHER]: article('Other', `[a](${ADDRESS})`) };
  const renamed = await changeFolder(folder, 'rename', ADDRESS, 'new-name');
  expect(renamed.status).toBe(0);
  expect(renamed.files).toEqual({
    [capital]: null,
    [OLD.replace('old', 'new')]: expect.stringContaining(`aliases: [${ADDRESS}]`),
    [OTHER]: expect.stringContaining('[a](/seo/local-seo/new-name)'),
  });
  const taken = `content/${capital} exists already; choose another`;
  expect((await changeFolder(folder, 'rename', 'other', 'old-name')).output).toBe(
    `${taken} name.\n`,
  );
  const flags = ['--title', 'Old name', '--category', 'SEO', '--subcategory', 'local-seo'];
  expect((await changeFolder(folder, 'new', 'article', ...flags)).output).toBe(
    `${taken} --slug.\n`,
  );
});
