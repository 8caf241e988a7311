import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { utcDay } from '../../packages/marketing-workbench/src/site/dates.ts';
import { hashWords } from '../../packages/marketing-workbench/src/store/counts/day-counts.ts';
import { openState } from '../../packages/marketing-workbench/src/store/state/state.ts';
import { copyFixture } from '../support/content-shapes.ts';
import { FIXTURE_CONTENT } from '../support/fixture-content.ts';
import { runCommand } from '../support/run-command.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const HOSTILE = '<script>alert(1)</script>\u001b[31m\u0007\u202e';

beforeAll(() => vi.useFakeTimers({ now: NOW, toFake: ['Date'] }));
afterAll(() => void vi.useRealTimers());

type Row = readonly [daysAgo: number, kind: string, name: string, count: number, host?: string];

const ROWS: readonly Row[] = [
  ...[0, 1].flatMap((ago): Row[] => [
    [ago, 'view', 'ad-rank', 40],
    [ago, 'view', 'lead-forms', 5],
    [ago + 2, 'view', 'ad-rank', 10],
    [ago + 2, 'view', 'lead-forms', 40],
  ]),
  [0, 'view', 'impression-share', 14],
  [2, 'view', 'impression-share', 10],
  [1, 'view', 'bid-strategies', 2],
  [3, 'view', 'bid-strategies', 1],
  [1, 'view', 'removed-long-ago', 7],
  [1, 'source-view', 'google.com', 9],
  [1, 'source-visitor', 'google.com', 3],
  [1, 'source-view', 'private.example', 5],
  [1, 'source-visitor', 'private.example', 2],
  [1, 'search', hashWords('=budget'), 4],
  [1, 'search', hashWords('secret'), 2],
  [1, 'missing', `/${HOSTILE}`, 3, 'forum.example'],
  [1, 'missing', '', 2],
  [500, 'view', 'ad-rank', 1_000],
];

async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'workbench-report-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

/** A data folder whose state has these counts, and these searches, which found nothing. */
async function createData(rows: readonly Row[], searched: readonly string[] = []): Promise<string> {
  const folder = await createFolder();
  using state = openState(join(folder, 'state.sqlite'));
  for (const [ago, kind, name, count, host = ''] of rows)
    state.run('INSERT INTO day_counts VALUES (:day, :kind, :name, :host, :count)', {
      day: utcDay(NOW) - ago,
      kind,
      name,
      host,
      count,
    });
  for (const words of ['=budget', ...searched])
    state.run('INSERT INTO searched_words VALUES (:hash, :words, 0, 1)', {
      hash: hashWords(words),
      words,
    });
  return folder;
}

function report(dataDir: string, ...args: readonly string[]) {
  return runCommand(['report', ...args], { DATA_DIR: dataDir });
}

async function readReport(dataDir: string, ...args: readonly string[]) {
  const { status, output } = await report(dataDir, '--json', ...args);
  expect(status, output).toBe(0);
  return JSON.parse(output);
}

function listSlugs(rows: readonly { readonly slug: string }[]): readonly string[] {
  return rows.map(({ slug }) => slug);
}

test('the numbers compare two periods, leave out chance and name no rare source or search', async () => {
  const json = await readReport(await createData(ROWS), '--days', '2');
  expect(json).toMatchObject({
    from: '2026-11-19',
    to: '2026-11-20',
    comparedWith: { from: '2026-11-17', to: '2026-11-18' },
    totals: { views: 113, viewsBefore: 111, searches: 6, missing: 5 },
    byDay: [{ views: 54 }, { views: 59 }],
    sources: [{ source: 'google.com', kind: 'search engines', views: 9, visitors: 3 }],
    otherSources: { views: 5, visitors: 2 },
    searches: [{ words: '=budget', searches: 4, results: 0, opened: 0 }],
    searchesWithoutResult: [{ words: '=budget' }],
    searchesNotOpened: [],
    unnamedSearches: { searches: 2, different: 1 },
    missing: [
      { path: `/${HOSTILE}`, requests: 3, hosts: [{ host: 'forum.example', requests: 3 }] },
      { path: '(further ones, counted together)', requests: 2, hosts: [] },
    ],
  });
  expect([listSlugs(json.growing), listSlugs(json.falling)]).toEqual([['ad-rank'], ['lead-forms']]);
  expect(json.articles).toContainEqual(
    expect.objectContaining({ slug: 'removed-long-ago', address: null, views: 7 }),
  );
  expect(JSON.stringify(json)).not.toContain(hashWords('secret'));
});

test('articles that nobody reads are listed by the day of their publication', async () => {
  const { unread } = await readReport(await createData([[20, 'view', 'ad-rank', 1]]));
  const keys: readonly string[] = unread.map(
    ({ published, slug }: Record<string, string>) => `${published} ${slug}`,
  );
  expect(keys.length).toBeGreaterThan(10);
  expect(keys).toEqual(keys.toSorted());
  expect(keys.join(' ')).not.toContain('ad-rank');
});

test('days before counting began are gaps, and days beyond those that are kept are ignored', async () => {
  const recent = await createData(ROWS.filter(([ago]) => ago < 4));
  const json = await readReport(recent, '--days', '6');
  expect(json.byDay.map(({ views }: { readonly views: number | null }) => views)).toEqual([
    null,
    null,
    51,
    60,
    54,
    59,
  ]);
  expect(json.comparedWith).toBeNull();
  expect((await readReport(await createData(ROWS), '--days', '400')).totals.views).toBe(224);
});

test('views of a former address count for the present article, and one checked of late needs no update', async () => {
  const contentDir = await createFolder();
  await cp(FIXTURE_CONTENT, contentDir, { recursive: true });
  const file = join(contentDir, 'articles/google-ads/google-search/ad-rank.md');
  const text = await readFile(file, 'utf8');
  await writeFile(
    file,
    text.replace(
      '---\n',
      '---\naliases: [/google-ads/google-search/old-rank]\ncheckedAt: 2026-10-01\n',
    ),
  );
  const dataDir = await createData([
    [0, 'view', 'old-rank', 3],
    [0, 'view', 'ad-rank', 4],
    [0, 'view', 'lead-forms', 1],
  ]);
  const environment = { DATA_DIR: dataDir, CONTENT_DIR: contentDir };
  const { articles, updateFirst } = JSON.parse(
    (await runCommand(['report', '--json'], environment)).output,
  );
  expect(articles).toMatchObject([{ slug: 'ad-rank', views: 7 }, { slug: 'lead-forms' }]);
  expect(listSlugs(updateFirst)).toEqual(['lead-forms']);
});

test('no output lets the names of strangers act', async () => {
  const [dataDir, folder] = [await createData(ROWS), await createFolder()];
  const { output } = await report(dataDir);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
  expect(output).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
  expect(output.split('\n').filter((line) => [...line].length > 80)).toEqual([]);
  const files = ['--html', join(folder, 'report.html'), '--csv', join(folder, 'csv')];
  expect((await report(dataDir, ...files)).status).toBe(0);
  const html = await readFile(join(folder, 'report.html'), 'utf8');
  expect(html).not.toMatch(/<script|(?:src|href)="(?!https:\/\/)/);
  expect(html).toContain('&lt;script&gt;alert(1)');
  expect(await readdir(join(folder, 'csv'))).toHaveLength(12);
  expect(await readFile(join(folder, 'csv/searches.csv'), 'utf8')).toBe(
    'words,searches,results,opened\r\n"\'=budget",4,0,0\r\n(unnamed),2,,\r\n',
  );
});

const MATCH_TYPES = '/google-ads/google-search/keyword-match-types';

test('a search without a good result stands beside the texts that come nearest', async () => {
  const empty = ['keyowrd mach', 'zebra lemonade'];
  const found = ['llama keyword farm', 'ad rank', 'match types'];
  const counts = [...empty, ...found].map((words): Row => [1, 'search', hashWords(words), 4]);
  const opened: Row = [1, 'search-opened', hashWords('match types'), 1];
  const dataDir = await createData([...counts, opened], empty);
  using state = openState(join(dataDir, 'state.sqlite'));
  for (const words of found)
    state.run('INSERT INTO searched_words VALUES (:hash, :words, 3, 1)', {
      hash: hashWords(words),
      words,
    });

  const json = await readReport(dataDir);
  const list = (
    rows: readonly { readonly words: string; readonly nearest: readonly { address: string }[] }[],
  ) => rows.map(({ words, nearest }) => [words, nearest.map(({ address }) => address)]);
  expect(list(json.searchesWithoutResult)).toEqual([
    ['keyowrd mach', expect.arrayContaining([MATCH_TYPES])],
    ['zebra lemonade', []],
  ]);
  expect(list(json.searchesMatchingLittle)).toEqual([
    ['llama keyword farm', expect.arrayContaining([MATCH_TYPES])],
  ]);
  expect(list(json.searchesNotOpened)).toEqual([
    ['ad rank', expect.arrayContaining(['/google-ads/google-search/ad-rank'])],
    ['llama keyword farm', expect.arrayContaining([MATCH_TYPES])],
  ]);

  // Each is shown once.
  const { output } = await report(dataDir);
  expect(output.match(/^ {2}llama keyword farm/gm)).toHaveLength(2);
  expect(output).toMatch(/\n {2}zebra lemonade +4\n {4}→ \(no text comes near\)\n/);
  expect(output).toMatch(/\n {2}ad rank +4\n {4}→ Why the highest bid is not always first\n/);
  const folder = await createFolder();
  await report(dataDir, '--csv', folder, '--html', join(folder, 'report.html'));
  expect(await readFile(join(folder, 'searches-to-improve.csv'), 'utf8')).toMatch(
    /\r\nad rank,4,3,0,nobody opened a result,\/google-ads\/google-search\/ad-rank,/,
  );
  expect(await readFile(join(folder, 'report.html'), 'utf8')).toMatch(
    /<td>keyowrd mach<\/td>.*?<a href="https:[^"]*\/google-ads\/google-search\/keyword-match-types">/,
  );
});

test('the report also reads a folder with errors, and finds its sound texts', async () => {
  const contentDir = await createFolder();
  await cp(FIXTURE_CONTENT, contentDir, { recursive: true });
  await writeFile(join(contentDir, 'articles/seo/local-seo/broken.md'), '---\ntitle: 3\n---\n');
  const dataDir = await createData([[1, 'search', hashWords('ad rank'), 4]], ['ad rank']);
  const { output } = await runCommand(['report'], { DATA_DIR: dataDir, CONTENT_DIR: contentDir });
  expect(output).toContain('→ Why the highest bid is not always first');
});

test('no searched word, address or host begins a formula in the CSV files, whatever separates their cells', async () => {
  const searched = ['ads;=1+1', ' =1+1', '\uff1dSUM(A1)', 'a\t@b', '"=1', 'cost-per-click', '-5'];
  const rows = searched.map((words, place): Row => [1, 'search', hashWords(words), 20 - place]);
  const missing: readonly Row[] = [[1, 'missing', '/a;+1', 3, '-b.example']];
  const [dataDir, folder] = [
    await createData([...rows, ...missing], searched),
    await createFolder(),
  ];
  expect((await report(dataDir, '--csv', folder)).status).toBe(0);
  expect((await readFile(join(folder, 'searches.csv'), 'utf8')).split('\r\n').slice(1, -2)).toEqual(
    [
      `"ads;'=1+1",20,0,0`,
      `"' =1+1",19,0,0`,
      `"'\uff1dSUM(A1)",18,0,0`,
      `"a\t'@b",17,0,0`,
      `"'""=1",16,0,0`,
      'cost-per-click,15,0,0',
      `"'-5",14,0,0`,
    ],
  );
  expect(await readFile(join(folder, 'missing.csv'), 'utf8')).toContain(
    `"/a;'+1",3,"'-b.example (3)"`,
  );
});

test('a site without counts gets a friendly report', async () => {
  const dataDir = await createData([]);
  expect((await report(dataDir)).output).toContain('Nothing has been counted yet.');
  expect(await readReport(dataDir)).toMatchObject({ countedSince: null, articles: [], unread: [] });
});

test.each(['0', '401', '-1', '1.5', 'ten', ''])('--days=%s is refused', async (days) => {
  const { status, output } = await report(await createData([]), `--days=${days}`);
  expect({ status, output }).toEqual({
    status: 2,
    output: '--days is invalid; it takes a whole number from 1 to 400, the days that are kept.\n',
  });
});

test.each([
  ['is missing', async (file: string) => rm(file)],
  [
    "can't be read: file is not a database",
    async (file: string) => writeFile(file, 'x'.repeat(9_000)),
  ],
  [
    'has version 99, and this program reads',
    async (file: string) => runSql(file, 'PRAGMA user_version = 99'),
  ],
  [
    'is a database of another program',
    async (file: string) => runSql(file, 'ALTER TABLE state_key RENAME TO other'),
  ],
])('a state that %s is refused in one line', async (reason, change) => {
  const dataDir = await createData([]);
  const file = join(dataDir, 'state.sqlite');
  for (const log of ['-wal', '-shm']) await rm(file + log, { force: true });
  await change(file);
  const { status, output } = await report(dataDir);
  expect(status).toBe(1);
  expect(output).toContain(`${file} ${reason}`);
  expect(output.trim().split('\n')).toHaveLength(1);
});

function runSql(file: string, sql: string): void {
  using database = new DatabaseSync(file);
  database.exec(sql);
}

test('a site with a time zone has the days of that zone', async () => {
  const dataDir = await createData([[-1, 'view', 'ad-rank', 9]]);
  const content = await copyFixture({ 'site.yaml': 'timeZone: Pacific/Kiritimati\n' });
  onTestFinished(() => rm(content, { recursive: true }));
  const settings = { DATA_DIR: dataDir, CONTENT_DIR: content };
  const { output } = await runCommand(['report', '--json', '--days', '1'], settings);
  expect(JSON.parse(output)).toMatchObject({
    from: '2026-11-21',
    to: '2026-11-21',
    totals: { views: 9 },
  });
  const shown = await runCommand(['report', '--days', '1'], settings);
  expect(shown.output).toContain('2026-11-21 (Pacific/Kiritimati)');
});
