import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { checkDocuments } from './documents.ts';
import { checkImportRanks } from './import-ranks.ts';
import { checkLicenses } from './licenses.ts';
import { checkNames } from './names.ts';
import { listSourceFiles } from './source-tree.ts';
import { checkTexts } from './text-rules.ts';
import { checkTree } from './tree.ts';
import { checkVersions } from './versions.ts';

const imports = (name: string) => `import { x } from '${name}';`;

const ARCHITECTURE = { path: 'ARCHITECTURE.md', text: readFileSync('ARCHITECTURE.md', 'utf8') };

const ADDRESS = 'contains an address of the site; build it with src/site/addresses.ts';
const SERVER_ONLY = 'browsers load this file';

it.each([
  ['src/ui/card.tsx', imports('../contract/posts.ts'), 'ui may import only site'],
  [
    'src/screens/home/home.tsx',
    imports('../../store/x.ts'),
    'screens may import only contract, ui, site',
  ],
  ['src/site/dates.ts', "type X = import('../config.ts').X;", 'site may import no other part'],
  ['src/server/pages.ts', "export { x } from '../routes.ts';", 'server may import only'],
  ['src/server.ts', "import './browser.tsx';", "entry files don't import each other"],
  [
    'src/server.ts',
    imports('../scripts/build.ts'),
    'nothing in src/ may import from outside of it',
  ],
  ['src/feeds/rss.ts', '', 'src/feeds has no rank; add it to checks/rules/import-ranks.ts'],
  ['src/contract/posts.ts', imports('zod'), SERVER_ONLY],
  ['src/browser.tsx', imports('node:url'), SERVER_ONLY],
  ['src/site/dates.ts', imports('react'), 'src/site holds pure rules'],
  ['src/content-cli.ts', imports('pg'), 'only the store opens databases'],
])('refuses that %s has %s', (path, text, message) => {
  expect(checkImportRanks([{ path, text }])).toMatchObject([
    { path, message: expect.stringContaining(message) },
  ]);
});

it.each([
  ['src/screens/home/home.tsx', imports('../article/card.tsx')],
  ['src/server/pages.ts', imports('../config.ts')],
  ['src/server.ts', imports('./app/document.tsx')],
  ['src/store/postgres.ts', imports('pg')],
  ['src/ui/card.test.tsx', imports('node:fs')],
  ['scripts/build.ts', imports('../src/server/pages.ts')],
])('allows that %s has %s', (path, text) => {
  expect(checkImportRanks([{ path, text }])).toEqual([]);
});

it('refuses that one package imports files of another by their paths', () => {
  const path = 'packages/site-import/src/body/text.ts';
  const file = (name: string) => ({ path, text: imports(name) });
  expect(checkImportRanks([file('../../../engine/src/site/dates.ts')])).toMatchObject([
    { path, line: 1, message: expect.stringContaining('a package imports another by its name') },
  ]);
  expect(checkImportRanks([file('../report.ts'), file('engine/site/dates')])).toEqual([]);
});

it('refuses two versions of a package, and another version of a workspace than its own', () => {
  const file = (path: string, manifest: object) => ({ path, text: JSON.stringify(manifest) });
  const engine = file('packages/engine/package.json', { name: 'engine', version: '2.0.0' });
  const site = (version: string) =>
    file('site/package.json', { dependencies: { engine: version, yaml: '2.1.0' } });
  const root = (version: string) => file('package.json', { devDependencies: { yaml: version } });
  expect(checkVersions([engine, site('2.0.0'), root('2.1.0')])).toEqual([]);
  expect(checkVersions([engine, site('1.9.0'), root('2.2.0')])).toEqual([
    {
      path: 'site/package.json',
      message: 'names engine 1.9.0, and packages/engine/package.json 2.0.0; name one version',
    },
    {
      path: 'package.json',
      message: 'names yaml 2.2.0, and site/package.json 2.1.0; name one version',
    },
  ]);
});

it('allows the table of ranks in ARCHITECTURE.md', () => {
  expect(checkImportRanks([ARCHITECTURE])).toEqual([]);
});

it.each([
  ['`src/contract`, ', '', 'gives src/contract no rank'],
  ['`src/contract`', '`src/contracts`', 'gives a rank to src/contracts, which does not exist'],
  ['| 2 |', '| 0 |', 'gives src/store no higher rank than src/search-engine, which it may import'],
])('refuses a table of ranks with %s as %s', (from, to, message) => {
  const changed = { ...ARCHITECTURE, text: ARCHITECTURE.text.replace(from, to) };
  expect(checkImportRanks([changed])).toContainEqual({
    path: 'ARCHITECTURE.md',
    message: `${message}; compare checks/import-ranks.ts`,
  });
});

it.each([
  ['src/ui/card.tsx', '<a href="/articles?page=2">', ADDRESS],
  ['src/ui/card.tsx', `const url = \`\${origin}/api/posts\`;`, ADDRESS],
  [
    'src/ui/footer.tsx',
    "'https://x.com/a'",
    'contains the address of a social network; take it from src/site',
  ],
  [
    'docs/setup.md',
    'cd /work/main',
    'contains a path of one machine; make it relative or configurable',
  ],
  [
    '.npmrc',
    'registry=https://registry.packages.org/',
    'contains the host of a package registry; leave it out',
  ],
  [
    'package-lock.json',
    '"resolved": "https://a.example/b.tgz"',
    'contains the host of a package registry; leave it out',
  ],
  ['README.md', 'Written in this session.', 'mentions how it was written; delete that'],
  ['src/site/dates.ts', '// TODO: time zones', 'notes work to do; do it, or file an issue'],
  ['src/site/dates.ts', '// if (days < 7) {', 'keeps code in a comment; delete it'],
  ['src/site/dates.ts', '// console.log(days);', 'keeps code in a comment; delete it'],
  ['tests/rows.ts', '  // @ts-expect-error', 'silences the type checker; correct the types'],
])('refuses once that %s has %s', (path, text, message) => {
  expect(checkTexts([{ path, text: `\n${text}\n${text}` }])).toEqual([{ path, line: 2, message }]);
});

it.each([
  ['src/site/addresses.ts', "const path = '/api/posts';"],
  ['tests/e2e/search.test.ts', "const path = '/search?q=seo';"],
  [
    'src/ui/card.tsx',
    "import { x } from '../articles.ts'; const path = '/searching';\n// `/api/posts`",
  ],
  ['site/content/articles/seo/x.md', 'Claude, as an AI'],
  ['src/site/dates.ts', "const text = 'TODO'; // For a month, return the thirty-day kind."],
])('allows that %s has %s', (path, text) => {
  expect(checkTexts([{ path, text }])).toEqual([]);
});

const README = { path: 'src/ui/README.md', text: '' };

it.each([
  ['src/ui/utils/dates.ts', '', '"utils" is a vague name; name the subject'],
  ['src/ui/helpers.ts', '', '"helpers" is a vague name; name the subject'],
  ['src/ui/a/b/c.ts', '', 'is 3 folders deep under src/; at most 2'],
  ['src/ui/card.tsx', 'export function Other() {}', 'is not named after what it exports'],
  ['README.md', 'x\n'.repeat(101), 'has 101 lines; at most 100'],
  ['docs/decisions/001-x.md', 'x\n'.repeat(41), 'has 41 lines; at most 40'],
])('refuses the file %s', (path, text, message) => {
  expect(checkTree([README, { path, text }])).toEqual([{ path, message }]);
});

it('refuses full folders and folders of src without a README', () => {
  const files = Array.from({ length: 31 }, (_, index) => ({
    path: `src/ui/f${index}.ts`,
    text: '',
  }));
  expect(checkTree([README, ...files.slice(1)])).toEqual([]);
  expect(checkTree(files).map(({ message }) => message)).toEqual([
    'has 31 files; at most 30, split it by subject',
    'has no README.md; say what lives there and what does not',
  ]);
});

it('allows components, entry files, long fixtures and articles', () => {
  const card = { path: 'src/ui/article-card.tsx', text: 'export const ArticleCard = 1;' };
  const hook = { path: 'src/ui/use-toasts.tsx', text: 'export function useToasts() {}' };
  const others = ['src/browser.tsx', 'tests/fixtures/lib/A b.md', 'content/seo/core/utils.md'];
  const files = others.map((path) => ({ path, text: 'x\n'.repeat(999) }));
  expect(checkTree([README, card, hook, ...files])).toEqual([]);
});

const DOCUMENTED = [
  { path: '.gitignore', text: 'dist/\n' },
  { path: 'package.json', text: '{"scripts": {"start": "x"}, "dependencies": {"react-dom": "1"}}' },
  { path: 'src/site/addresses.ts', text: '' },
  { path: 'templates/compose.yaml', text: '' },
];

it.each([
  ['docs/x/y.md', '`deploy/compose.yaml`', 'deploy/compose.yaml'],
  ['README.md', '`src/site/adresses.ts`', 'src/site/adresses.ts'],
  ['README.md', '`addresses.ts:4`', 'addresses.ts'],
  ['docs/decisions/001-x.md', '[code](src/site/addresses.ts#L4)', 'src/site/addresses.ts'],
  ['README.md', '```\nnpm start && npm run deploy\n```', 'the script "deploy"'],
])('refuses that %s names %s', (path, text, name) => {
  expect(checkDocuments([...DOCUMENTED, { path, text }])).toMatchObject([
    { path, message: `names ${name}, which does not exist` },
  ]);
});

it.each([
  [
    'README.md',
    '`src/site/addresses.ts:4`, `src/site/`, `dist/server.js`, [code](./src/site/#top), `npm start`',
  ],
  [
    'docs/x/y.md',
    '[code](../../src/site/addresses.ts), `src/site/addresses.ts`, [site](https://a.example/b.md)',
  ],
  [
    'README.md',
    '`content/{category}/x.md`, `docs/NNN.md`, `src/*.ts`, `text/html`, `react-dom/server`, `/articles`',
  ],
  ['docs/x/y.md', '`node_modules/x/nowhere.conf`, `compose.yaml`'],
  ['README.md', '```\n`src/nowhere.ts`\n```\nsrc/nowhere.ts'],
  ['site/content/articles/x.md', '`src/nowhere.ts`'],
  ['templates/README.md', '`src/nowhere.ts`, `npm run nothing`'],
])('allows that %s names %s', (path, text) => {
  expect(checkDocuments([...DOCUMENTED, { path, text }])).toEqual([]);
});

it('refuses a page of docs that can’t be reached from README.md', () => {
  const pages = ['docs/README.md', 'docs/one.md', 'docs/two.md', 'docs/decisions/1.md'].map(
    (path) => ({
      path,
      text: path === 'docs/README.md' ? '[One](one.md)' : '',
    }),
  );
  const readme = { path: 'README.md', text: '`docs/README.md`' };
  expect(checkDocuments([...DOCUMENTED, readme, ...pages])).toEqual([
    { path: 'docs/two.md', message: 'is not reachable from README.md; name it in docs/README.md' },
  ]);
});

it('reads files that .gitignore does not list, without the text of binary files', () => {
  const root = mkdtempSync(join(tmpdir(), 'checks-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const tree = {
    '.gitignore': 'dist/\n*.log\n',
    '.ci/run': 'a',
    'b/a.md': 'Ä',
    'b/c.log': 'x',
    'dist/d.js': 'x',
  };
  for (const [path, text] of Object.entries({ ...tree, 'z.png': '\u0089PNG\0' })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  expect(listSourceFiles(root)).toEqual([
    { path: '.ci/run', text: 'a' },
    { path: '.gitignore', text: 'dist/\n*.log\n' },
    { path: 'b/a.md', text: 'Ä' },
    { path: 'z.png', text: '' },
  ]);
});

const lockPackage = (name: string, facts: Readonly<Record<string, unknown>>) => ({
  path: 'package-lock.json',
  text: JSON.stringify({ packages: { '': { license: 'MIT' }, [`node_modules/${name}`]: facts } }),
});

it.each([
  ['copyleft', { license: 'GPL-2.0-or-later' }, 'the license GPL-2.0-or-later'],
  ['deep/node_modules/network', { license: 'AGPL-3.0-only' }, 'the license AGPL-3.0-only'],
  ['library', { license: 'LGPL-3.0-or-later' }, 'the license LGPL-3.0-or-later'],
  ['joined', { license: 'MIT AND GPL-3.0-only' }, 'the license MIT AND GPL-3.0-only'],
  [
    'grouped',
    { license: '(MIT OR ISC) AND GPL-3.0-only' },
    'the license (MIT OR ISC) AND GPL-3.0-only',
  ],
  ['maybe', { license: 'SEE LICENSE IN LICENSE.md' }, 'the license SEE LICENSE IN LICENSE.md'],
  ['silent', {}, 'no license'],
  ['optional', { optional: true, license: 'SSPL-1.0' }, 'the license SSPL-1.0'],
])('refuses the package %s of the running site with %o', (name, facts, what) => {
  expect(checkLicenses([lockPackage(name, facts)])).toMatchObject([
    {
      path: 'package-lock.json',
      message: expect.stringContaining(`${name.replace(/.*\//, '')} has ${what};`),
    },
  ]);
});

it.each([
  ['free', { license: 'MIT' }],
  ['either', { license: '(GPL-2.0-only OR MIT)' }],
  ['both', { license: 'MIT AND OFL-1.1' }],
  ['@img/sharp-libvips-linux-x64', { license: 'LGPL-3.0-or-later' }],
  ['tool', { license: 'GPL-3.0-only', dev: true }],
])('allows the package %s with %o', (name, facts) => {
  expect(checkLicenses([lockPackage(name, facts)])).toEqual([]);
});

it.each([
  ['function readDate() {}', 'export async function readDate() {}'],
  ['export const readDate = () => 1;', 'function* readDate() {}'],
  ['type Day = 1;', 'export type Day = 2;'],
  ['export class Day {}', 'interface Day {}'],
])('refuses that two files define the same name: %s and %s', (one, other) => {
  const files = [
    { path: 'src/site/a.ts', text: one },
    { path: 'bench/b.ts', text: `\n${other}` },
  ];
  expect(checkNames(files)).toMatchObject([
    { path: 'bench/b.ts', line: 2, message: expect.stringContaining('as src/site/a.ts does') },
  ]);
});

it('allows names within functions, local constants, overloads, and those that tests repeat', () => {
  const text = 'const DAY = 1;\nexport function read(a: 1): 1;\nexport function read(a: 2): 2;';
  const files = [
    { path: 'src/site/a.ts', text },
    { path: 'src/site/b.ts', text: 'const DAY = 2;\n  const read = 3;' },
    { path: 'src/site/c.test.ts', text: 'function read() {}' },
  ];
  expect(checkNames(files)).toEqual([]);
});

it.each(['type Options = 1;', 'export interface State {}'])(
  'refuses the vague name of %s',
  (text) => {
    expect(checkNames([{ path: 'src/site/a.ts', text }])).toMatchObject([
      { message: expect.stringContaining('say of what') },
    ]);
  },
);
