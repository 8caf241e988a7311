import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { FIXTURE_CONTENT } from '../../../../tests/support/fixture-content.ts';
import { runCommand } from '../../../../tests/support/run-command.ts';
import { spawnCommand } from '../../../../tests/support/spawn-command.ts';
import { createDataDir } from '../../../../tests/support/temporary-store.ts';

test.each([
  ['markdown', 'first'],
  ['json', 'first.json'],
])(
  'the site of the tests is the same after export as %s, import and export',
  async (format, name) => {
    const base = createDataDir();
    await roundTrip(FIXTURE_CONTENT, base, { format, name });
    expect(readFiles(path.join(base, 'last'))).toEqual(readFiles(FIXTURE_CONTENT));
  },
);

test.each([
  ['markdown', 'first'],
  ['json', 'first.json'],
])(
  'odd files are the same after export as %s, import and export, and unknown ones are named',
  async (format, name) => {
    const [base, site] = [createDataDir(), createDataDir()];
    const odd: Readonly<Record<string, string | Uint8Array>> = {
      'site.yaml': 'name: Odd\r\n',
      'articles/seo/local-seo/no-end.md':
        '---\r\ntitle: "Ünïcode \u2028 line"\r\n---\r\n\r\nWords without an end',
      'articles/seo/local-seo/mark.md': '\uFEFF---\ntitle: x\n---\n',
      'articles/seo/local-seo/empty.md': '',
      'articles/seo/local-seo/photo.jpg': new Uint8Array([0xff, 0xd8, 0, 0x80, 0x0a]),
      'articles/seo/local-seo/budget.xlsx': new Uint8Array([0x50, 0x4b, 3, 4, 0]),
      'articles/seo/local-seo/latin.md': new Uint8Array([0x2d, 0xe9]),
      'drawings/form.yaml': 'title: A\n',
      'my notes/Plan (old).txt': 'Nobody knows this file.\n',
    };
    for (const [file, content] of Object.entries(odd)) write(site, file, content);
    write(site, '.env', 'secret');
    symlinkSync('/etc/hostname', path.join(site, 'articles/linked.md'));
    const { exported, imported } = await roundTrip(site, base, { format, name });
    const expected = Object.fromEntries(
      Object.entries(odd).map(([file, content]) => [file, Buffer.from(content).toString('latin1')]),
    );
    expect(readFiles(path.join(base, 'last'))).toEqual(expected);
    expect(exported).toContain('1 × file left out: hidden file: .env');
    expect(exported).toContain(
      'not a regular file; save the file itself in its place: articles/linked.md',
    );
    expect(imported).toContain('my notes/Plan (old).txt: copied, but');
    expect(imported).toContain('articles/seo/local-seo/latin.md: not UTF-8; it is copied as it is');
  },
);

test('a second import keeps what the owner edited, and removes what the source no longer has', async () => {
  const [base, site] = [createDataDir(), createDataDir()];
  for (const name of ['kept', 'edited', 'gone']) write(site, `pages/${name}.md`, `first ${name}`);
  write(site, 'site.yaml', '');
  const copy = path.join(base, 'copy');
  await run(['import', site, '--to', copy]);
  write(copy, 'pages/edited.md', 'by the owner');
  write(site, 'pages/edited.md', 'second');
  rmSync(path.join(site, 'pages/gone.md'));
  const { output } = await run(['import', site, '--to', copy]);
  expect(output).toContain('0 new, 0 changed, 2 the same, 1 edited here and kept');
  expect(readFiles(copy)).toEqual({
    'site.yaml': '',
    'pages/edited.md': 'by the owner',
    'pages/kept.md': 'first kept',
  });
  expect(readFileSync(path.join(copy, '.import/pages/edited.md'), 'utf8')).toBe('second');
});

test('an export overwrites only a site, and only with --overwrite', async () => {
  const base = createDataDir();
  const [site, home] = [path.join(base, 'site'), path.join(base, 'home')];
  const exportTo = (...args: readonly string[]) =>
    run(['export', '--format', 'markdown', '--to', ...args]);
  write(home, 'letters/dear.txt', 'precious');
  expect(await exportTo(home, '--overwrite')).toEqual({
    status: 1,
    output: `${home} holds other files than those of a site, so it was not overwritten. Choose another name.\n`,
  });
  expect((await exportTo(site)).status).toBe(0);
  write(site, 'pages/old.md', 'old');
  expect(await exportTo(site)).toEqual({
    status: 1,
    output: `${site} exists. Choose another name, or add --overwrite.\n`,
  });
  expect((await exportTo(site, '--overwrite')).status).toBe(0);
  expect(readFiles(site)).toEqual(readFiles(FIXTURE_CONTENT));
  expect(readdirSync(base).toSorted()).toEqual(['home', 'site', 'site.report.json']);
});

test.each([
  [['--to', 'x'], 'The format is missing; write --format with markdown, json'],
  [['--format', 'markdwn', '--to', 'x'], '“markdwn” is not a format; did you mean markdown?'],
  [['--format', 'json'], 'Name the new file or folder with --to.'],
  [['--format', 'json', '--to', 'x'], 'x: the file name of an export as json must end with .json.'],
  [
    ['--format', 'json', '--to', '/nowhere/x.json'],
    'The folder /nowhere does not exist; create it first.',
  ],
  [
    ['--format', 'json', '--to', '/proc/x.json'],
    "/proc/x.json can't be written: no file can be created in its folder.",
  ],
  [
    ['--format', 'markdown', '--to', `${FIXTURE_CONTENT}/x`],
    'or contains it; choose another place.',
  ],
])('export %j is refused with what to do', async (args, message) => {
  const { status, output } = await run(['export', ...args]);
  expect(status).toBe(1);
  expect(output).toContain(message);
  expect(output.split('\n')).toHaveLength(2);
});

test('an export that fails leaves nothing', async () => {
  const [base, site] = [createDataDir(), createDataDir()];
  for (const folder of [base, site]) chmodSync(folder, 0o777);
  cpSync(FIXTURE_CONTENT, site, { recursive: true });
  chmodSync(path.join(site, 'authors.yaml'), 0o000);
  const args = ['export', '--format', 'json', '--to', path.join(base, 'site.json')];
  const { status, output } = await spawnCommand(args, { CONTENT_DIR: site }, { uid: NOBODY }).ended;
  expect({ status, output }).toEqual({
    status: 1,
    output: "authors.yaml can't be read (EACCES); make it readable. Nothing was exported.\n",
  });
  expect(readdirSync(base)).toEqual([]);
});

const NOBODY = 65_534;

test.each([
  [
    'cut short',
    (json: string) => json.slice(0, 5_000),
    'is not complete JSON; it was cut short or changed.',
  ],
  ['changed', (json: string) => json.replace('excerpt: ', 'Excerpt: '), 'does not have the hash'],
  ['newer', (json: string) => json.replace('"version":1', '"version":2'), 'is not of version 1'],
  [
    'leading elsewhere',
    (json: string) => json.replace(/"path":"/, '"path":"../../'),
    'is not a path below',
  ],
])(
  'a JSON export that is %s is refused, and nothing outside of the folder is written',
  async (_, change, message) => {
    const base = createDataDir();
    const file = path.join(base, 'site.json');
    await run(['export', '--format', 'json', '--to', file]);
    writeFileSync(file, change(readFileSync(file, 'utf8')));
    const { status, output } = await run(['import', file, '--to', path.join(base, 'a/b/copy')]);
    expect(status).toBe(1);
    expect(output).toContain(message);
    expect(
      readdirSync(base)
        .toSorted()
        .filter((name) => name !== 'a'),
    ).toEqual(['site.json', 'site.json.report.json']);
  },
);

type Trip = { readonly format: string; readonly name: string };

async function roundTrip(site: string, base: string, { format, name }: Trip) {
  const [first, copy, last] = [name, 'copy', 'last'].map((one) => path.join(base, one));
  const steps = [
    await run(['export', '--format', format, '--to', first ?? ''], site),
    await run(['import', first ?? '', '--to', copy ?? '']),
    await run(['export', '--format', 'markdown', '--to', last ?? ''], copy),
  ];
  expect(steps.map(({ status }) => status)).toEqual([0, 0, 0]);
  return { exported: steps[0]?.output, imported: steps[1]?.output };
}

function run(args: readonly string[], site = FIXTURE_CONTENT) {
  return runCommand(args, { CONTENT_DIR: site });
}

function write(folder: string, file: string, content: string | Uint8Array): void {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), content);
}

/** Bytes as characters, without the state of imports. */
function readFiles(folder: string): Readonly<Record<string, string>> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const places = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  const named = places.map(
    (place) => [path.relative(folder, place), readFileSync(place, 'latin1')] as const,
  );
  return Object.fromEntries(named.filter(([file]) => !file.startsWith('.import')));
}
