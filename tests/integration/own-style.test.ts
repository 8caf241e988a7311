/** The owner's own style sheet and typefaces: `theme.css` and `fonts` in the content folder. */
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createLosses } from '../../packages/marketing-workbench/src/export/losses.ts';
import { restoreFolder } from '../../packages/marketing-workbench/src/export/restore-folder.ts';
import { DEFAULT_COLOURS } from '../../packages/marketing-workbench/src/site/brand/default-colours.ts';
import type { ContentRecord } from '../../packages/marketing-workbench/src/site/records.ts';
import { compileFolder } from '../support/compile-folder.ts';
import { formatArticle } from '../support/content-folder.ts';
import { type Files, writeShapes } from '../support/content-shapes.ts';
import { listCode, readTable } from '../support/document-tables.ts';
import { getElement, listElements } from '../support/html-search.ts';
import { NOW } from '../support/records.ts';
import { syncStore } from '../support/sync-store.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

const FONT = readFileSync('packages/marketing-workbench/src/ui/fonts/bitter-common.woff2');
const STYLE = `/* Ours */
@font-face { font-family: "My Face"; src: url(fonts/My%20Face.woff2) format("woff2") }
@font-face { font-family: "My Face"; src: url("./fonts/bold.woff2"); font-weight: 700 }
:root { --font-serif: "My Face"; --radius-md: 0 }
body { background: url(/paper.png), url("data:image/png;base64,AAAA"); mask: url(#hole) }
`;

const FILES: Files = {
  'site.yaml':
    'name: Bakery\ncategories: [{ slug: bread, name: Bread }]\nanalytics: { service: plausible }\n',
  'theme.css': STYLE,
  'fonts/My Face.woff2': FONT,
  'fonts/bold.woff2': Buffer.concat([FONT, Buffer.from([0])]),
  'fonts/unused.woff2': FONT,
  'fonts/license.txt': 'OFL',
  'articles/bread/rye.md': formatArticle(),
};

/** Returns the records of the files, which are read until the test is finished. */
async function compile(files: Files): Promise<readonly ContentRecord[]> {
  const folder = await writeShapes(files);
  onTestFinished(() => rm(folder, { recursive: true }));
  const { records, problems } = await compileFolder(folder, new Date(NOW));
  expect(problems).toEqual([]);
  return records;
}

async function listProblems(files: Files): Promise<readonly string[]> {
  const folder = await writeShapes({ ...FILES, ...files });
  onTestFinished(() => rm(folder, { recursive: true }));
  const { problems } = await compileFolder(folder, new Date(NOW));
  return problems.map(
    ({ file, line, message }) =>
      `${file.replace(/^[^/]*\//, '')}${line === undefined ? '' : `:${line}`} ${message}`,
  );
}

async function listStyles(site: TestSite, path: string): Promise<readonly string[]> {
  const head = getElement((await site.page(path)).root, 'head');
  return listElements(head, 'link', { rel: 'stylesheet' }).map(({ attributes }) =>
    String(attributes.href),
  );
}

const OWN = /^\/assets\/style-[0-9a-f]{16}\.css$/;

test('every page loads the style sheet after all others, and browsers keep it for a year', async () => {
  await using site = await createTestSite({ records: await compile(FILES) });
  const [address = ''] = (await listStyles(site, '/')).slice(-1);
  expect(address).toMatch(OWN);
  for (const path of ['/bread/rye', '/bread', '/nowhere/at/all', '/search?q=x', '/sitemap'])
    expect([path, (await listStyles(site, path)).at(-1)]).toEqual([path, address]);
  const { headers, body, statusCode } = await site.get(address);
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/css; charset=utf-8']);
  expect(headers['cache-control']).toContain('max-age=31536000');
  expect(headers['cache-control']).toContain('immutable');
  const published = body.replaceAll(/\/media\/[0-9a-f]{16}-/g, '/media/HASH-');
  expect(published).toBe(
    STYLE.replace('url(fonts/My%20Face.woff2)', 'url("/media/HASH-my-face.woff2")').replace(
      'url("./fonts/bold.woff2")',
      'url("/media/HASH-bold.woff2")',
    ),
  );
  const { headers: page } = await site.get('/');
  expect(page.link).toContain(`<${address}>; rel=preload; as=style`);
});

test('the typefaces that it names are served for a year, and the policy allows them', async () => {
  const records = await compile(FILES);
  await using site = await createTestSite({ records });
  const { body } = await site.get((await listStyles(site, '/')).at(-1) ?? '');
  const addresses = Array.from(body.matchAll(/\/media\/[^"]+\.woff2/g), ([address]) => address);
  expect(addresses).toHaveLength(2);
  for (const address of addresses) {
    const { statusCode, headers } = await site.get(address);
    expect([statusCode, headers['content-type']]).toEqual([200, 'font/woff2']);
    expect(headers['cache-control']).toContain('immutable');
  }
  const names = records.flatMap((record) => (record.kind === 'media' ? record.name : []));
  expect(names.filter((name) => name.includes('unused'))).toEqual([]);
  const policy = String((await site.get('/')).headers['content-security-policy']);
  expect(policy).toContain("font-src 'self'");
  expect(policy).toContain("style-src 'self';");
});

test('a changed style sheet has another address, the old one returns it, and the cards stay', async () => {
  await using site = await createTestSite({ records: await compile(FILES) });
  const [theme, ...before] = await listStyles(site, '/');
  syncStore(site.store, await compile({ ...FILES, 'theme.css': 'p { color: red }' }));
  const [sameTheme, ...after] = await listStyles(site, '/');
  expect(sameTheme).toBe(theme);
  expect(after.at(-1)).toMatch(OWN);
  expect(after.at(-1)).not.toBe(before.at(-1));
  const old = await site.get(before.at(-1) ?? '');
  expect([old.body, old.headers['cache-control']]).toEqual([
    'p { color: red }',
    expect.not.stringContaining('immutable'),
  ]);
});

test('a site without a style sheet of its own links none', async () => {
  const { 'theme.css': _, ...files } = FILES;
  await using site = await createTestSite({ records: await compile(files) });
  expect((await listStyles(site, '/')).filter((href) => OWN.test(href))).toEqual([]);
  expect((await site.get('/assets/style-0123456789abcdef.css')).statusCode).toBe(404);
});

test.each([
  ['@import "x.css";', 'has @import, which browsers would not load here; write the rules'],
  ['\n@IMPORT url(https://x.example/a.css);', ':2 has @IMPORT'],
  [
    'p { background: url(https://x.example/a.png) }',
    'has url(https://x.example/a.png), which is not',
  ],
  ['p { background: url("//x.example/a.png") }', 'has url(//x.example/a.png), which is not a file'],
  [':root { --paper: url(https://x.example/a.png) }', 'has url(https://x.example/a.png)'],
  ['p { background: image-set("https://x.example/a.png" 1x) }', 'has image-set() with a name in'],
  ['@font-face { src: url(data:font/woff2;base64,AAAA) }', 'has url(data:font/woff2;base64,AAAA)'],
  [
    '\n\np { background: url(fonts/bald.woff2) }',
    ':3 has url(fonts/bald.woff2), which is not a WOFF2 file in the folder fonts; did you mean fonts/bold.woff2?',
  ],
  ['p { color: red;\n\n} }', 'can’t be read as CSS'],
])('the style sheet %j is refused', async (css, message) => {
  const problems = await listProblems({ 'theme.css': css });
  expect(problems.join('\n')).toContain(message.replace(' has @IMPORT', ' has @import'));
  expect(problems.every((problem) => problem.startsWith('theme.css:'))).toBe(true);
});

test('sizes and files that are no typefaces are refused in words', async () => {
  expect(await listProblems({ 'theme.css': `/*${'x'.repeat(100_000)}*/` })).toEqual([
    'theme.css is 101 kB, over the limit of 100 kB; leave some rules out',
  ]);
  expect(await listProblems({ 'fonts/bold.woff2': 'OTTO' })).toEqual([
    'fonts/bold.woff2 is not a WOFF2 file, as its name says; convert it to WOFF2',
  ]);
  expect(
    await listProblems({ 'fonts/bold.woff2': Buffer.concat([FONT, Buffer.alloc(1_000_000)]) }),
  ).toEqual([
    expect.stringMatching(/^fonts\/bold\.woff2 is 1\.1 MB, over the limit of 1 MB; leave/),
  ]);
  expect(await listProblems({ 'fonts/face.ttf': 'x' })).toEqual([
    expect.stringContaining('fonts/face.ttf is not a typeface in the format WOFF2'),
  ]);
});

test('a folder that is restored from the records has the style sheet and the typefaces', async () => {
  const restored = restoreFolder(await compile(FILES), createLosses());
  const read = async (path: string) =>
    Buffer.from((await restored.find((file) => file.path === path)?.read()) ?? []);
  expect(String(await read('theme.css'))).toContain('src: url("fonts/bold.woff2"); font-weight');
  expect((await read('fonts/my-face.woff2')).equals(FONT)).toBe(true);
});

test('docs/theme.md has every custom property of the style sheets', () => {
  const tokens = readFileSync('packages/marketing-workbench/src/ui/styles/tokens.css', 'utf8');
  const declared = Array.from(tokens.matchAll(/^ {2}(--[\w-]+):/gm), ([, name]) => name ?? '');
  const properties = declared.filter((name) => !name.startsWith('--breakpoint-'));
  const colours = Object.keys(DEFAULT_COLOURS).map((token) => `--color-${token}`);
  const written = readTable(
    'packages/marketing-workbench/docs/theme.md',
    '| property | what it is |',
  ).flatMap(([cell = '']) => listCode(cell));
  expect(written.toSorted()).toEqual(
    [...new Set([...properties, ...colours, '--category-{slug}', '--logo'])].toSorted(),
  );
});
