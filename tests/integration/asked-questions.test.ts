import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { utcDay } from '../../packages/marketing-workbench/src/site/dates.ts';
import { hashWords } from '../../packages/marketing-workbench/src/store/counts/day-counts.ts';
import { openState } from '../../packages/marketing-workbench/src/store/state/state.ts';
import { FIXTURE_CONTENT } from '../support/fixture-content.ts';
import { runCommand } from '../support/run-command.ts';

const AD_RANK = 'articles/google-ads/google-search/ad-rank.md';
const MATCH_TYPES = 'articles/google-ads/google-search/keyword-match-types.md';
const DECIDES = 'what decides my ad rank';
const BROAD = 'what is broad match: a wide one';
const ASKED: readonly string[] = [
  DECIDES,
  'What decides my ad rank?',
  BROAD,
  'is broad or phrase match better at first',
  'ad rank',
  'zebra lemonade',
];

async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'workbench-asked-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

/** A data folder that counted these searches, four of each, and a copy of the fixture content. */
async function createSite(asked = ASKED) {
  const [dataDir, parent] = [await createFolder(), await createFolder()];
  const contentDir = join(parent, 'content');
  await cp(FIXTURE_CONTENT, contentDir, { recursive: true });
  using state = openState(join(dataDir, 'state.sqlite'));
  for (const words of asked) {
    const hash = hashWords(words);
    const day = utcDay(new Date());
    state.run("INSERT INTO day_counts VALUES (:day, 'search', :hash, '', 4)", { day, hash });
    state.run('INSERT INTO searched_words VALUES (:hash, :words, 3, :day)', { hash, words, day });
  }
  const run = (...args: readonly string[]) =>
    runCommand(['answers', ...args], { DATA_DIR: dataDir, CONTENT_DIR: contentDir });
  const read = (file: string) => readFile(join(contentDir, file), 'utf8');
  return { dataDir, contentDir, run, read };
}

function readFrontMatter(text: string) {
  return parse(text.split(/^---\r?$/m)[1] ?? '');
}

test('a question has at least three words', async () => {
  const { run } = await createSite(['what decides rank', 'decides rank']);
  expect((await run()).output).toMatch(/^Readers asked 1 question, /);
});

test('the questions of readers are proposed for the best text, without those that its answers have', async () => {
  const { run, read } = await createSite();
  const before = await read(AD_RANK);
  const { status, output } = await run();
  expect({ status, output }).toEqual({
    status: 0,
    output: [
      `content/${AD_RANK}:`,
      'answers:',
      '  - questions:',
      '      - What decides my ad rank # 4 searches',
      '',
      `content/${MATCH_TYPES}:`,
      '  - questions:',
      '      - "what is broad match: a wide one" # 4 searches, most of it in “Which one to start with”',
      '',
      '2 questions for 2 texts. Paste the lines that fit into the front matter, or add all: npm run content -- answers --write',
      '',
    ].join('\n'),
  });
  expect(await read(AD_RANK)).toBe(before);
});

test('--write adds the questions of one text and keeps every other byte', async () => {
  const { run, read } = await createSite();
  const before = await read(AD_RANK);
  const others = await read(MATCH_TYPES);
  const { status, output } = await run('ad-rank', '--write');
  expect(status, output).toBe(0);
  expect(output).toContain(`content/${AD_RANK}: 1 question added`);
  const added = 'answers:\n  - questions:\n      - What decides my ad rank\n';
  expect(await read(AD_RANK)).toBe(before.replace(/\n---\n/, `\n${added}---\n`));
  expect(await read(MATCH_TYPES)).toBe(others);

  // What was added is not proposed again.
  expect((await run('ad-rank')).output).toContain(
    'not among the best results of a question that its answers lack',
  );
});

test.each([
  ['no answers', '', [{ questions: [DECIDES] }]],
  [
    'a list of a section',
    'answers:\n- section: A\n  questions:\n  - "one" # first\n# end\n',
    [{ section: 'A', questions: ['one'] }, { questions: [DECIDES] }],
  ],
  [
    'a list of the whole text before one of a section',
    'answers:\n    - questions:\n        - one\n        # more\n\n    - {section: A, questions: [two]}\n',
    [{ questions: ['one', DECIDES] }, { section: 'A', questions: ['two'] }],
  ],
  [
    'a flow list',
    'answers: [{questions: [one, "two"]}]\n',
    [{ questions: ['one', 'two', DECIDES] }],
  ],
  [
    'a flow list of a section',
    'answers: [{section: A, questions: [one]}] # kept\n',
    [{ section: 'A', questions: ['one'] }, { questions: [DECIDES] }],
  ],
  [
    'lines that end with CR and LF',
    'answers:\r\n  - questions:\r\n      - one\r\n',
    [{ questions: ['one', DECIDES] }],
  ],
])('--write adds to %s without a change of another byte', async (_, yaml, expected) => {
  const { run, read, contentDir } = await createSite([DECIDES]);
  const withLines = (text: string) => (yaml.includes('\r') ? text.replaceAll('\n', '\r\n') : text);
  const original = withLines(await read(AD_RANK)).replace(
    /\n---\r?\n/,
    (end) => `\n${yaml}${end.slice(1)}`,
  );
  const body = original.replace(/\r?\n$/, withLines('\n\n## A\n\nA section.\n'));
  await writeFile(join(contentDir, AD_RANK), body);
  const { status, output } = await run('ad-rank', '--write');
  expect(status, output).toBe(0);
  const after = await read(AD_RANK);
  expect(readFrontMatter(after).answers).toEqual(expected);
  // All that was there is still there, in its order.
  let place = 0;
  for (const line of body.split(/(?<=\n)/)) {
    const core = line.replace(/[\]}]+(?: # kept)?\r?\n$/, '');
    place = after.indexOf(core, place);
    expect([core, place]).toEqual([core, expect.toSatisfy((found: number) => found >= 0)]);
    place += core.length;
  }
  expect(after.length - body.length).toBeLessThan(90);
});

test('a text is also offered the questions that it answers second best, if it is named', async () => {
  const { run } = await createSite(['what are search terms of broad match keywords']);
  expect((await run()).output).not.toContain('search-terms-report');
  expect((await run('search-terms-report')).output).toContain(
    '- what are search terms of broad match keywords # 4 searches',
  );
});

test('a question that finds little is proposed only for the text that is named', async () => {
  const { run } = await createSite([
    'how do i breed llamas and alpacas in patagonia with broad match',
  ]);
  expect((await run()).output).toContain('Readers asked 1 question, and the answers');
  expect((await run('keyword-match-types')).output).toContain(
    '- how do i breed llamas and alpacas in patagonia with broad match # 4 searches, but the text has few of the words',
  );
});

test('without data the command says why, and what to do', async () => {
  const nothing = await createSite([]);
  expect((await nothing.run()).output).toContain('Nothing has been counted yet. Come back');
  const keywords = await createSite(['ad rank', 'zebra lemonade']);
  expect((await keywords.run()).output).toContain(
    'no question or sentence was searched for three times yet',
  );
  const rare = await createSite([]);
  using state = openState(join(rare.dataDir, 'state.sqlite'));
  state.run("INSERT INTO day_counts VALUES (:day, 'search', 'a1', '', 2)", {
    day: utcDay(new Date()),
  });
  expect((await rare.run()).output).toContain(
    'they are stored after they have been searched for three times',
  );
});

test('a hostile search is no question for a text', async () => {
  const hostile = ['what decides \u202emy ad rank', `what decides my ad rank ${'x'.repeat(120)}`];
  const { run } = await createSite(hostile);
  const { status, output } = await run('--write');
  expect({ status, isChanged: output.includes('added') }).toEqual({ status: 0, isChanged: false });
});

test('wrong input is refused with what to do', async () => {
  const { run, dataDir, contentDir } = await createSite();
  const refuse = async (args: readonly string[], status: number, message: string) =>
    expect(await run(...args)).toEqual({ status, output: expect.stringContaining(message) });
  await refuse(
    ['ad-rnk'],
    1,
    'No text has the slug, path or address ad-rnk; did you mean ad-rank?',
  );
  await refuse(['ad-rank', 'more'], 2, '“more” is one argument too many');
  await refuse(['--wirte'], 2, 'Usage: npx marketing-workbench answers [<text>] [--write]');
  await writeFile(join(contentDir, AD_RANK), '---\ntitle: "x\n---\n');
  await refuse([], 0, 'The content has 2 errors');

  {
    using database = new DatabaseSync(join(dataDir, 'state.sqlite'));
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    await refuse([], 1, 'is locked by another program. End that program, then try again.');
  }
  await rm(join(dataDir, 'state.sqlite'));
  await refuse([], 1, 'is missing. Start the site once, or set DATA_DIR');
  await rm(contentDir, { recursive: true });
  await refuse([], 1, 'is not a folder; set CONTENT_DIR to the folder of the site');
});
