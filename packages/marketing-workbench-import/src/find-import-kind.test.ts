import path from 'node:path';
import { expect, test } from 'vitest';
import { createImportFolder } from '../../../tests/support/import-folder.ts';

type Files = Readonly<Record<string, string>>;

const POST = '---\ntitle: Hello oven\ndate: 2021-05-06\n---\n\nThe oven is warm.\n';
const CI = { '.circleci/config.yml': 'version: 2.1\n', '.github/config.yml': 'title: Bot\n' };
const CMS = { 'static/admin/config.yml': 'backend:\n  name: git-gateway\ncollections: []\n' };

/** Imports files; `first` is the first line of the output, and `old` the old addresses of a text. */
async function importFiles(files: Files, ...flags: readonly string[]) {
  const folder = createImportFolder();
  for (const [file, text] of Object.entries(files)) folder.add(path.join('source', file), text);
  const { status, output } = await folder.run(folder.at('source'), ...flags);
  const [first = ''] = output.replaceAll(folder.at('source'), 'source').split('\n');
  const listOld = () =>
    folder
      .list()
      .filter((file) => /^(?:articles|pages)\/.*\.md$/.test(file))
      .flatMap((file) => folder.read(file).match(/(?<=^ {2}- )\/.*$/gm) ?? []);
  return { status, output, first, listOld };
}

test.each<[what: string, files: Files, first: string]>([
  [
    'a site of Gatsby beside the settings of CI and a CMS',
    { 'gatsby-config.js': '', 'content/blog/hello/index.md': POST, ...CI, ...CMS },
    'Gatsby, because of gatsby-config.js.',
  ],
  [
    'a site of Jekyll without settings',
    { '_posts/2021-05-06-hello.md': POST, '_layouts/post.html': 'x', Gemfile: 'gem "jekyll"' },
    'Jekyll, because of _posts/2021-05-06-hello.md, Gemfile, _layouts/post.html.',
  ],
  [
    'what the package file depends on',
    {
      'package.json': '{ "devDependencies": { "@11ty/eleventy": "3" } }',
      '_config.yml': 'title: Old',
      'posts/hello.md': POST,
    },
    'Eleventy, because of package.json; less speaks for Jekyll (_config.yml).',
  ],
  [
    'a site of Hugo with an old name of its settings',
    { 'config.toml': 'baseURL = "https://hill.example/"\n', 'content/posts/hello.md': POST, ...CI },
    'Hugo, because of config.toml.',
  ],
  [
    'a site in a folder',
    { 'apps/web/astro.config.mjs': '', 'apps/web/src/content/blog/hello.md': POST },
    'Astro, because of apps/web/astro.config.mjs.',
  ],
  [
    'a theme with an example, which is no site',
    { 'hugo.toml': '', 'themes/x/package.json': '"astro":', 'content/posts/hello.md': POST },
    'Hugo, because of hugo.toml.',
  ],
  [
    'a folder of notes',
    { 'notes/hello.md': POST, 'config.yml': 'version: 2' },
    'a folder of Markdown, because no file names a program.',
  ],
])('the first line says for what and why it takes %s', async (_, files, first) => {
  const { output, ...found } = await importFiles(files);
  expect(found.first).toBe(`source was taken for ${first}`);
  expect(output).toContain(', 1 text: 1 text imported');
});

test('the owner may name another kind, and an unknown one is refused', async () => {
  const files = { 'hugo.toml': '', '_posts/2021-05-06-hello.md': POST };
  const taken = await importFiles(files, '--kind', 'jekyll');
  expect(taken.first).toBe(
    'source was taken for Jekyll, --kind names it; less speaks for Hugo (hugo.toml).',
  );
  expect(taken.listOld()).toContain('/2021/05/06/hello.html');
  const refused = await importFiles(files, '--kind', 'joomla');
  expect([refused.status, refused.output]).toEqual([
    1,
    expect.stringContaining(
      '--kind joomla is not known; write one of ghost, wordpress, feed, astro',
    ),
  ]);
});

test('a source without texts is an error that says what was seen', async () => {
  const { status, output } = await importFiles({ 'hugo.toml': '', 'docs/hello.md': POST });
  expect(status).toBe(1);
  expect(output).toContain('was taken for Hugo, because of hugo.toml, but none of its 2 files (');
  expect(output).toContain('is outside of the folders of texts: docs/hello.md');
});

test('texts outside of the folder of a site are found by its settings, or named', async () => {
  const { output } = await importFiles({
    'website/docusaurus.config.js':
      "module.exports = { presets: [['classic', { docs: { path: '../docs' } }]] };",
    'docs/intro.md': POST,
    'other/more.md': POST,
  });
  expect(output).toContain('Docusaurus, 1 text');
  expect(output).toContain('outside of the folder of the site: other/more.md');
});

const ASTRO = {
  'astro.config.mjs': 'export default { site: "https://oven.example" };',
  'src/content.config.ts':
    "const all = defineCollection({ loader: glob({ pattern: '**/*.md', base: './src/data/posts' }) });\nexport const collections = { posts: all };",
  'src/data/posts/2021-05-06-hello.md': POST,
};

test('routes of Astro give addresses with the parts of a date, or with the name of the collection', async () => {
  const plain = await importFiles(ASTRO);
  expect(plain.listOld()).toEqual(['/posts/2021-05-06-hello']);
  const dated = await importFiles({
    ...ASTRO,
    'src/pages/[year]/[month]/[day]/[slug].astro': "getCollection('posts')",
  });
  expect(dated.listOld()).toEqual(['/2021/05/06/hello']);
});

test('the last lines name what the site has outside of its texts', async () => {
  const { output } = await importFiles({
    ...ASTRO,
    'public/ads.txt': 'x',
    'public/google123.html': 'x',
    'public/favicon.ico': 'x',
    'src/pages/contact.astro': 'x',
    'src/pages/posts/[slug].astro': 'x',
    'src/pages/404.astro': 'x',
  });
  const [, lines = ''] = output.split('Not carried over as it was:\n');
  expect(
    lines
      .trim()
      .split('\n')
      .map((line) => line.trim()),
  ).toEqual([
    '1 of 1 pages that are code; write them in Markdown; the first: src/pages/contact.astro',
    '2 of 2 files at the root of the old site; put those that are still needed into public; the first: public/ads.txt',
  ]);
});

const LINKED = {
  'gatsby-config.js': 'module.exports = { siteMetadata: { siteUrl: "https://hill.example" } };',
  'content/blog/hello.md': POST,
  'content/blog/bread.md': POST.replace('is warm.', 'is [warm](/2021/05/hello/).'),
};

test('links between texts prove the old addresses, and an example gives others', async () => {
  const unproven = await importFiles(LINKED);
  expect(unproven.output).toContain(
    'Of 1 link to texts of the old site, 0 (0 %) find a text by its old address. The old addresses are probably not these: name that of one text with --example-address.',
  );
  const example = 'https://hill.example/2021/05/bread/';
  const proven = await importFiles(LINKED, '--example-address', example);
  expect(proven.output).toContain('1 (100 %) find a text by its old address.\n');
  expect(proven.listOld()).toEqual(['/2021/05/bread', '/bread', '/2021/05/hello', '/hello']);
  const wrong = await importFiles(LINKED, '--example-address', '/2021/05/cake/');
  expect([wrong.status, wrong.output]).toEqual([
    1,
    expect.stringContaining('--example-address /2021/05/cake/ is not the address of a text'),
  ]);
});
