import { describe, expect, test } from 'vitest';
import {
  ARTICLE_FILE,
  formatArticle,
  formatGuide,
  GUIDE_FILE,
  listContentFindings,
} from '../../../../../tests/support/content-folder.ts';

const GUIDE = 'google-ads-coupon-codes';

type Fact = Readonly<Record<string, unknown>>;

/** A fact of six lines. The default says that a rate of spam stays below 0.3%. */
function formatFact(keys: Fact = {}): string {
  const fact = {
    fact: 'Less than 0.3% of the mail is marked as spam.',
    value: '0.3%',
    near: ['spam'],
    source: 'https://support.google.com/a/answer/81126',
    checkedAt: '2025-05-01',
    texts: [GUIDE],
    ...keys,
  };
  const lines = Object.entries(fact).filter(([, value]) => value !== undefined);
  return lines
    .map(([key, value], index) => `${index === 0 ? '-' : ' '} ${key}: ${JSON.stringify(value)}\n`)
    .join('');
}

/** The problems of the base whose guide and article have these bodies, without the folder. */
async function listProblems(
  facts: string,
  { guide = 'Keep spam below 0.3%.', article = 'Some words.', keys = {} } = {},
): Promise<readonly string[]> {
  const problems = await listContentFindings({
    'facts.yaml': facts,
    [GUIDE_FILE]: formatGuide(guide),
    [ARTICLE_FILE]: formatArticle(keys, article),
  });
  return problems.map((problem) => problem.replace('content/', ''));
}

const SAYS = (file: string, line: number, number = '“0.3%” near “spam”') =>
  `${file}:${line} advice (facts): says ${number}, as “Less than 0.3% of the mail is marked as spam.” in facts.yaml; add base-article to its texts, or to except if it means something else`;
const LACKS = (number = '“0.3%” near “spam”') =>
  `facts.yaml:6 ${GUIDE} does not say ${number}; correct the text, or take it out of the list`;

describe('a text that a fact lists', () => {
  test.each([
    ['with the number and the word', 'Keep spam below 0.3%.'],
    ['with the word after it', 'At 0.3% your SPAM-rate is bad.'],
    ['with another ending', 'At **0.3%**, the spammers win.'],
    ['in a caption, a list or a table', '| Spam | Rate |\n|---|---|\n| Most | 0.3% |'],
    ['in the words of a link', 'Spam is kept [below 0.3](/seo)%.'],
    ['in the same paragraph below', 'Spam is bad:\nkeep it below 0.3%.'],
  ])('says its number: %s', async (_, guide) => {
    expect(await listProblems(formatFact(), { guide })).toEqual([]);
  });

  test.each([
    ['another number', 'Keep spam below 0.1%.'],
    ['a longer number', 'Keep spam below 10.3%, not 0.35% or 0.3%.5 or 2,0.3%.'],
    ['no word near it', 'Keep junk below 0.3%.'],
    ['the word in another paragraph', 'On spam.\n\nKeep it below 0.3%.'],
    ['the word far away', `Spam${' and more'.repeat(20)} 0.3%.`],
    ['the word as the end of another', 'Keep antispam below 0.3%.'],
    ['only an address with it', 'Keep [spam](https://example.com/0.3%) low.'],
    ['only a comment', 'Keep spam low.\n\n[//]: # (spam 0.3%)'],
  ])('is a problem with %s', async (_, guide) => {
    expect(await listProblems(formatFact(), { guide })).toEqual([LACKS()]);
  });

  test('may use any of several spellings, and needs no words near them', async () => {
    const value = ['0.3%', '0.3 percent'];
    const facts = formatFact({ value, near: undefined });
    expect(await listProblems(facts, { guide: 'Below 0.3\npercent.' })).toEqual([]);
    const number = '“0.3%” or “0.3 percent”';
    expect(await listProblems(facts, { guide: 'Below 0.3 per mille.' })).toEqual([
      LACKS(number).replace(':6', ':5'),
    ]);
  });

  test('may have a number that others follow', async () => {
    const facts = formatFact({ value: '2 × √', near: ['chance'] });
    expect(await listProblems(facts, { guide: 'By chance, 2 × √27.' })).toEqual([]);
    expect(await listProblems(facts, { guide: 'By chance, 12 × √27.' })).toHaveLength(1);
  });

  test('needs all words of one group near the number', async () => {
    const facts = formatFact({ near: ['spam gmail', 'complaints'] });
    for (const guide of ['Gmail wants spam below 0.3%.', 'Complaints: 0.3%.'])
      expect(await listProblems(facts, { guide })).toEqual([]);
    const number = '“0.3%” near “spam gmail” or “complaints”';
    expect(await listProblems(facts, { guide: 'Keep spam below 0.3%.' })).toEqual([LACKS(number)]);
  });

  test('must exist', async () => {
    const facts = formatFact({ texts: [GUIDE, 'bas-article'], except: ['none'] });
    expect(await listProblems(facts)).toEqual([
      'facts.yaml:6 bas-article is not a text; did you mean base-article?',
      'facts.yaml:7 none is not a text; write the slug of a text, or remove it',
    ]);
  });
});

describe('a text that a fact does not list', () => {
  test('gets advice at the line that says the number near the words, also in its keys', async () => {
    const article = 'One.\n\nTwo.\n\nGmail rejects mail\nabove 0.3% spam.';
    expect(await listProblems(formatFact(), { article })).toEqual([SAYS(ARTICLE_FILE, 13)]);
    const keys = { excerpt: 'Why spam above 0.3% is bad.' };
    expect(await listProblems(formatFact(), { keys })).toEqual([SAYS(ARTICLE_FILE, 3)]);
  });

  test.each([
    ['it has other words', { near: ['bounces'] }, 'Spam: 0.3%.'],
    ['the fact has none', { near: undefined }, 'Spam: 0.3%.'],
    ['the fact excepts it', { except: ['base-article'] }, 'Spam: 0.3%.'],
    ['its number is another one', {}, 'Spam: 0.35%.'],
  ])('gets none if %s', async (_, keys, article) => {
    const guide = 'Keep spam and bounces below 0.3%.';
    expect(await listProblems(formatFact(keys), { guide, article })).toEqual([]);
  });

  test('gets none as a draft', async () => {
    const found = await listProblems(formatFact(), {
      article: 'Spam: 0.3%.',
      keys: { draft: true },
    });
    expect(found.filter((problem) => problem.includes('facts'))).toEqual([]);
  });
});

test('a fact whose check is a year old gets advice', async () => {
  expect(await listProblems(formatFact({ checkedAt: '2024-05-31' }))).toEqual([
    'facts.yaml:5 advice (overdueChecks): checkedAt 2024-05-31 is more than 12 months ago; check “Less than 0.3% of the mail is marked as spam.” again, and write the day',
  ]);
});

test('a fact without a key, or with an unknown or invalid one, is a problem at its line', async () => {
  const found = await listProblems(
    [
      formatFact({ source: undefined, texts: undefined }),
      formatFact({ value: [], nera: ['spam'] }),
      formatFact({ checkedAt: 'May 2025', value: 0.3 }),
    ].join(''),
  );
  expect(found).toEqual([
    'facts.yaml:1 source in fact 1 is missing; write the address of the page that says so, or its name',
    'facts.yaml:1 texts in fact 1 is missing; write the slug of each text that says so as "- slug"',
    'facts.yaml:6 value in fact 2 is empty; write the number as the texts do, such as "0.3%", or a list of spellings',
    'facts.yaml:11 `nera` in fact 2: did you mean `near`?',
    'facts.yaml:13 value in fact 3 is neither a text nor a list of texts; write the number as the texts do, such as "0.3%", or a list of spellings',
    'facts.yaml:16 checkedAt in fact 3 is not a valid date; write it as "2025-03-04", or with a time as "2025-03-04 09:00" (in the time zone of the site) or "2025-03-04T09:00+01:00"',
  ]);
});
