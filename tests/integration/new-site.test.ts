import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { compileFolder } from '../support/compile-folder.ts';
import { getElement, listElements, readElementText } from '../support/html-search.ts';
import { runCommand } from '../support/run-command.ts';
import { createTestSite } from '../support/test-site.ts';

const FLAGS = [
  '--name',
  'Bean “There”',
  '--domain',
  'www.beanthere.example',
  '--colour',
  '#7a4a21',
  '--description',
  'Coffee at home: beans & gear.',
  '--categories',
  'Coffee beans, Café gear,',
];

/** With the output, which a failure prints. */
const SUCCESS = { status: 0, output: expect.any(String) };

async function createParent(): Promise<string> {
  const parent = await mkdtemp(path.join(tmpdir(), 'workbench-new-site-'));
  onTestFinished(() => rm(parent, { recursive: true }));
  return parent;
}

function run(args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  return runCommand(args, { DATA_DIR: '/nonexistent', ...environment });
}

test('a new site passes the check, is published and serves', async () => {
  const parent = await createParent();
  const folder = path.join(parent, 'coffee');
  const created = [
    'content/site.yaml',
    'content/articles/coffee-beans/first-text.md',
    'content/pages/about.md',
    'package.json',
    'README.md',
    '.gitignore',
    'Dockerfile',
    '.dockerignore',
    'compose.yaml',
    'deploy/Caddyfile',
    'deploy/workbench.service',
    'deploy/workbench-backup.service',
    'deploy/workbench-backup.timer',
    '.github/workflows/check.yml',
  ];
  expect(await run(['new-site', folder, ...FLAGS])).toEqual({
    status: 0,
    output: `${created.map((file) => `${folder}/${file} created\n`).join('')}Look at the site with: cd ${folder} && npm install && npm start
README.md in the folder says what to do next.
`,
  });
  expect(await readFile(path.join(folder, 'content/site.yaml'), 'utf8')).toContain(
    '\n  accent: "#7a4a21"\n',
  );
  const environment = { CONTENT_DIR: folder, DATA_DIR: path.join(parent, 'data') };
  expect(await run(['check'], environment)).toEqual({
    status: 0,
    output: expect.stringMatching(/content: 1 live article, 1 draft, .*, no problems\.\n$/),
  });
  expect(await run(['publish'], environment)).toEqual(SUCCESS);

  const { records } = await compileFolder(path.join(folder, 'content'));
  await using site = await createTestSite({ records, now: new Date().toISOString() });
  const home = await site.get('/');
  expect(home.statusCode).toBe(200);
  expect(home.body).toContain(
    '<title>Articles on Coffee beans and Café gear, Bean “There”</title>',
  );
  for (const words of [
    'Bean “There”',
    'Coffee at home: beans &amp; gear.',
    '/coffee-beans',
    '/cafe-gear',
    'Café gear',
  ])
    expect(home.body).toContain(words);
  const article = await site.get('/coffee-beans/first-text');
  expect(article.statusCode).toBe(200);
  expect(article.body).toContain('npm run content -- remove first-text --gone');
  expect(home.body).not.toContain('/about');
  expect((await site.get('/about')).statusCode).toBe(404);
});

test('the page about the site has three gaps, and is in the footer when it is published', async () => {
  const folder = path.join(await createParent(), 'coffee');
  await run(['new-site', folder, ...FLAGS]);
  const file = path.join(folder, 'content/pages/about.md');
  const text = await readFile(file, 'utf8');
  expect(text.match(/GAP: .*?\./g)).toEqual(['GAP: who runs this site.', 'GAP: why.', 'GAP: how.']);
  await writeFile(file, text.replace('draft: true\n', ''));
  const { records, problems } = await compileFolder(path.join(folder, 'content'));
  expect(problems).toEqual([]);
  await using site = await createTestSite({ records });
  const footer = getElement((await site.page('/')).root, 'footer');
  expect(listElements(footer, 'a', { href: '/about' }).map(readElementText)).toEqual(['About us']);
  expect((await site.page('/about')).h1).toBe('About us');
});

test('the first text goes as it says, and an article takes its place', async () => {
  const parent = await createParent();
  const folder = path.join(parent, 'coffee');
  await run(['new-site', folder, ...FLAGS]);
  const environment = { CONTENT_DIR: folder };
  expect(await run(['remove', 'first-text', '--gone'], environment)).toEqual(SUCCESS);
  expect(
    await run(['new', 'article', '--title', 'Grind', '--category', 'Café gear'], environment),
  ).toEqual(SUCCESS);
  expect(await run(['check'], environment)).toEqual(SUCCESS);
});

test('a category in another script has the address that is written before its name', async () => {
  const folder = path.join(await createParent(), 'bread');
  const categories = 'bakery=Пекарня, sauces=Соусы = Sauces';
  expect(await run(['new-site', folder, ...FLAGS, '--categories', categories])).toEqual(SUCCESS);
  const settings = await readFile(path.join(folder, 'content/site.yaml'), 'utf8');
  expect(settings).toContain('  - slug: bakery\n    name: "Пекарня"\n');
  expect(settings).toContain('  - slug: sauces\n    name: "Соусы = Sauces"\n');
  const environment = { CONTENT_DIR: folder };
  const flags = ['--title', 'Dip', '--category', 'Соусы = Sauces'];
  expect(await run(['new', 'article', ...flags], environment)).toMatchObject({
    status: 0,
    output: expect.stringContaining('articles/sauces/dip.md created'),
  });
  expect(await run(['check'], environment)).toEqual(SUCCESS);
});

test('a site is created beside the repository of its folder', async () => {
  const folder = path.join(await createParent(), 'coffee');
  await mkdir(path.join(folder, '.git'), { recursive: true });
  expect(await run(['new-site', folder, ...FLAGS])).toEqual(SUCCESS);
});

test('new is new-site, and files are named after the folder', async () => {
  const folder = path.join(await createParent(), 'Süße Sachen');
  expect(await run(['new', folder, ...FLAGS])).toEqual({
    status: 0,
    output: expect.stringContaining(`cd '${folder}' && npm install && npm start\n`),
  });
  const read = (file: string) => readFile(path.join(folder, file), 'utf8');
  expect(JSON.parse(await read('package.json'))).toMatchObject({ name: 'susse-sachen' });
  expect(await read('deploy/workbench.service')).toContain('WorkingDirectory=/opt/susse-sachen\n');
  for (const file of ['README.md', 'Dockerfile', 'compose.yaml', 'deploy/workbench.service'])
    expect(await read(file), file).not.toContain('my-site');
});

test('a folder with content gets what is missing to run it, and keeps the rest', async () => {
  const folder = path.join(await createParent(), 'coffee');
  await run(['new-site', folder, ...FLAGS]);
  const [manifest, dockerfile] = ['package.json', 'Dockerfile'].map((file) =>
    path.join(folder, file),
  );
  await writeFile(manifest ?? '', '{}');
  await rm(dockerfile ?? '');
  expect(await run(['new', folder])).toEqual({
    status: 0,
    output: expect.stringMatching(new RegExp(`^${dockerfile} created\nLook at the site with: `)),
  });
  expect(await readFile(manifest ?? '', 'utf8')).toBe('{}');
  expect(await run(['new', folder, ...FLAGS])).toMatchObject({
    status: 1,
    output: expect.stringMatching(/content is a site already, .* leave out the flags\.\n$/),
  });
});

test('the folders above a new site are created with it', async () => {
  const folder = path.join(await createParent(), 'sites/mine/coffee');
  expect(await run(['new-site', folder, ...FLAGS])).toEqual(SUCCESS);
  expect(await run(['check'], { CONTENT_DIR: folder })).toEqual(SUCCESS);
});

test('a folder that is in use, or can’t be written to, is refused', async () => {
  const parent = await createParent();
  const [full, file] = [path.join(parent, 'full'), path.join(parent, 'file')];
  await mkdir(path.join(full, 'articles'), { recursive: true });
  await writeFile(file, '');
  expect(await run(['new-site', full])).toEqual({
    status: 1,
    output: `${full} is not empty; name a new folder.\n`,
  });
  expect(await run(['new-site', file])).toEqual({
    status: 1,
    output: `${file} is a file; name a new folder.\n`,
  });
  expect(await run(['new-site', path.join(file, 'below'), ...FLAGS])).toEqual({
    status: 1,
    output: `${file} is a file; name another folder.\n`,
  });
  expect(await run(['new-site', '', ...FLAGS])).toMatchObject({
    status: 2,
    output: expect.stringMatching(/^<folder> is missing\.\nUsage: /),
  });
  const schemas = await run(['schemas', file]);
  expect(schemas).toEqual({ status: 1, output: `${file} is a file; name a folder.\n` });
});

const HINT = 'and there is no terminal to ask on';

test.for([
  [
    [],
    `--name is missing, ${HINT}: Name of the site
--domain is missing, ${HINT}: Domain, such as www.example.com
--description is missing, ${HINT}: What it offers and to whom, in one or two sentences
--categories is missing, ${HINT}: Categories of its articles, such as Coffee, Brewing
`,
  ],
  [
    [
      ...FLAGS,
      '--domain',
      'https://x.example/',
      '--colour',
      'brown',
      '--name',
      '',
      '--categories',
      ' , ',
    ],
    `--name is empty
--domain “https://x.example/” is not a domain; write the host alone, such as www.example.com
--categories is empty; write one name or more, separated by commas
--colour “brown” is not a colour; write # and six digits of 0 to 9 and a to f, such as #0a7d4f
`,
  ],
  [
    [...FLAGS, '--categories', 'Coffee, Search'],
    '--categories has “Search”, whose address /search is taken; choose another name, or write an address before it, such as my-section=Search\n',
  ],
  [
    [...FLAGS, '--categories', 'Coffee, About'],
    /^--categories has “About”, whose address \/about is taken; /,
  ],
  [
    [...FLAGS, '--categories', 'coffee, Coffee'],
    /^--categories has “Coffee”, whose address \/coffee is taken; /,
  ],
  [
    [...FLAGS, '--categories', 'Coffee, ?!'],
    '--categories has “?!”, which gives no address; choose another name, or write an address before it, such as my-section=?!\n',
  ],
  [
    [...FLAGS, '--categories', 'Bäckerei=Bakery'],
    /^--categories has “Bakery”, which gives no address; /,
  ],
  [
    [...FLAGS, '--name', 'x'.repeat(61)],
    /^content\/site\.yaml:3 name has 61 characters; write 1 to 60 characters\n(.*\n)?Nothing was written; .*\n$/,
  ],
] as const)('new-site with %s is refused, and creates nothing', async ([flags, message]) => {
  const folder = path.join(await createParent(), 'coffee');
  const { status, output } = await run(['new-site', folder, ...flags]);
  expect(output).toMatch(message);
  expect(status).toBe(1);
  await expect(readFile(folder)).rejects.toThrow('ENOENT');
});
