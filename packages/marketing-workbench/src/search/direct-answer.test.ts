import { expect, test } from 'vitest';
import { createContent, createPageRecord, NOW } from '../../../../tests/support/records.ts';
import { createTestStore } from '../../../../tests/support/temporary-store.ts';
import type { ContentRecord, PostRecord } from '../site/records.ts';
import { summariseSearch } from './search-posts.ts';

const PRICES =
  'A roof costs $9,000 on average. Small ones cost less, and steep ones a third more because of the scaffold.';
const ROOFS: Partial<PostRecord> = {
  slug: 'roofs',
  title: 'New roofs',
  content: `<p>Roofs last 40 years.</p><h2 id="cost">What a roof costs</h2><table><tr><td>Roof cost</td></tr></table>
    <p>It depends.</p><p>${PRICES}</p><h2 id="time">How long it takes</h2><p>Two days for a roof.</p>`,
  text: `Roofs last 40 years. What a roof costs. It depends. ${PRICES} How long it takes. Two days for a roof.`,
  answers: [
    { section: 'What a roof costs', questions: ['how much does a new roof cost on average?'] },
    { questions: ['how long does a roof last before it leaks?'] },
  ],
};
const GUTTERS: Partial<PostRecord> = {
  slug: 'gutters',
  title: 'Gutters',
  text: 'A roof has gutters. They cost little.',
};

test('a question that an author listed is answered by the passage of its section', () => {
  const answer = createAsk(ROOFS, GUTTERS);
  expect(answer('how much does a new roof cost, on average?')).toEqual({
    text: PRICES,
    section: { anchor: 'cost', title: 'What a roof costs' },
    article: { title: 'New roofs', path: expect.stringMatching(/\/roofs$/) },
  });
});

test('a question about the whole text is answered by its opening', () => {
  expect(createAsk(ROOFS, GUTTERS)('how long does a roof last before it leaks')).toEqual({
    text: 'Roofs last 40 years.',
    article: { title: 'New roofs', path: expect.stringMatching(/\/roofs$/) },
  });
});

test.each([
  ['another question', 'how do i clean a roof before winter'],
  ['words without a question', 'new roof cost average'],
  ['a part of a question', 'how much'],
  ['a question about today', 'how much does a new roof cost on average today'],
  ['quoted words', 'how much does a "new roof" cost on average'],
  ['an excluded word', 'how much does a new roof cost on average -gutters'],
])('%s has no direct answer', (_, text) => {
  expect(createAsk(ROOFS, GUTTERS)(text)).toBeUndefined();
});

test('an article that others outrank does not answer', () => {
  const question = 'how much does a new roof cost in a town with snow';
  const others = ['a', 'b', 'c'].map((slug) => ({
    slug,
    title: 'How much a new roof costs in a town with snow',
    text: 'How much does a new roof cost in a town with snow? '.repeat(5),
  }));
  const asked = {
    ...ROOFS,
    answers: [{ questions: ['how much does a new roof cost in a town with snow?'] }],
  };
  expect(createAsk(asked, GUTTERS)(question)).toBeDefined();
  expect(createAsk(asked, GUTTERS, ...others)(question)).toBeUndefined();
});

test('no answer lacks a word that says most of what is asked', () => {
  const question = 'how long does a slate roof with gutters and a chimney last';
  const ask = createAsk({ ...ROOFS, answers: [{ questions: [`${question}?`] }] }, GUTTERS);
  expect(ask(question)).toBeDefined();
  expect(ask(`${question} insured`)).toBeUndefined();
  expect(ask(`${question} 40`)).toBeDefined();
});

test('a listed question without a question mark only finds its article', () => {
  const question = 'how long does a roof last before it leaks';
  expect(
    createAsk({ ...ROOFS, answers: [{ questions: [question] }] }, GUTTERS)(question),
  ).toBeUndefined();
});

test.each([
  ['a title', { title: 'How much does a roof cost?' }, 'Roofs last 40 years.'],
  [
    'a heading',
    {
      title: 'Roofs',
      content: '<p>Roofs last.</p><h2 id="a">How much does it cost?</h2><p>About $9,000.</p>',
    },
    'About $9,000.',
  ],
])('%s that ends with a question mark is answered by what follows it', (_, post, text) => {
  const ask = createAsk({ ...ROOFS, answers: [], ...post }, GUTTERS);
  expect(ask('how much does a roof cost')?.text).toBe(text);
});

test.each([
  ['asks for a time', 'when did roofs with gutters last'],
  ['has another word', 'how long do roofs with chimneys last'],
  ['asks of all roofs', 'how long do roofs last'],
])('a query that %s, unlike the listed question, has no direct answer', (_, text) => {
  const ask = createAsk(
    { ...ROOFS, answers: [{ questions: ['how long do roofs with gutters last?'] }] },
    GUTTERS,
  );
  expect(ask('how long do roofs with gutters last')).toBeDefined();
  expect(ask(text)).toBeUndefined();
});

test('the passage is that of the listed question, whatever else the query has', () => {
  const other =
    'A ladder of steel for a small house with steep roofs costs more, in most towns at least $300 of rent.';
  const prices = `${PRICES} Get three offers.`;
  const content = `<p>Roofs last.</p><h2 id="cost">Costs</h2><p>${prices}</p><p>${other}</p>`;
  const question = 'how much do small roofs and steep roofs cost on average';
  const answers = [{ section: 'Costs', questions: [`${question}?`] }];
  const text = `Roofs last. Costs. ${prices} ${other}`;
  const ask = createAsk(
    { ...ROOFS, content, text, answers },
    {
      ...GUTTERS,
      text: 'A roof has gutters. They cost little. A house of steel, its rent, a ladder.',
    },
  );
  expect(ask(`${question} house ladder steel rent`)?.text).toBe(prices);
});

test('a word that turns a question around makes it another one', () => {
  const answers = [{ questions: ['how do i turn the heating of a roof off?'] }];
  const ask = createAsk({ ...ROOFS, answers }, GUTTERS);
  expect(ask('how do i turn the heating of a roof off')).toBeDefined();
  expect(ask('how do i turn the heating of a roof on')).toBeUndefined();
});

test('an article does not answer what a page answers better', () => {
  const question = 'how much does a new roof cost on average then';
  const page = createPageRecord({
    slug: 'roof-costs',
    title: 'How much does a new roof cost on average?',
    headings: 'How much does a new roof cost on average?',
    answers: [{ questions: ['How much does a new roof cost on average?'] }],
    text: 'How much does a new roof cost on average?',
    inSearch: true,
  });
  const posts = createContent(ROOFS, GUTTERS);
  expect(askIn(posts, question).answer).toBeDefined();
  expect(askIn([...posts, page], question)).toMatchObject({ pages: [{ path: '/roof-costs' }] });
  expect(askIn([...posts, page], question).answer).toBeUndefined();
});

function askIn(content: readonly ContentRecord[], text: string) {
  return summariseSearch(createTestStore(content), text, NOW);
}

function createAsk(...posts: readonly Partial<PostRecord>[]) {
  const store = createTestStore(createContent(...posts));
  return (text: string) => summariseSearch(store, text, NOW).answer;
}
