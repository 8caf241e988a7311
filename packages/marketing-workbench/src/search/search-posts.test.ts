import { assert, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { createContent, daysAgo, NOW } from '../../../../tests/support/records.ts';
import { createTestStore } from '../../../../tests/support/temporary-store.ts';
import type { PostRecord } from '../site/records.ts';
import { searchPosts } from './search-posts.ts';

test('a word in the title weighs more than in the excerpt or a heading, and those more than in the body', () => {
  const find = createSearch(
    { slug: 'body', text: 'A text that names the zebra.' },
    { slug: 'excerpt', excerpt: 'A text that names the zebra.' },
    { slug: 'title', title: 'A text that names the zebra.' },
    { slug: 'headings', headings: 'A text that names the zebra.' },
    { slug: 'other' },
  );
  expect(find('zebra')).toEqual([
    'title',
    expect.stringMatching(/excerpt|headings/),
    expect.any(String),
    'body',
  ]);
});

test('a post is found by the questions that it answers', () => {
  const find = createSearch(
    { slug: 'body', text: 'Nobody sees this zebra.' },
    { slug: 'asked', answers: [{ section: 'A', questions: ['why does nobody see my zebra'] }] },
  );
  expect(find('nobody sees zebras')).toEqual(['asked', 'body']);
});

test('two frequent words of a query outweigh one rare word', () => {
  const filler = 'word '.repeat(30);
  const frequent = { text: `A lion. ${filler} A tiger.` };
  const find = createSearch(
    { slug: 'rare', text: `A zebra. ${filler} Nothing.` },
    ...['a', 'b', 'c', 'd', 'e', 'f'].map((slug) => ({ slug, ...frequent })),
    ...Array.from({ length: 13 }, (_, place) => ({ slug: `other-${place}` })),
  );
  expect(find('zebra lion tiger')[0]).toMatch(/^[a-f]$/);
});

test('an excluded word excludes no post that has it only in the questions, which readers do not see', () => {
  const find = createSearch(
    {
      slug: 'asked',
      text: 'A carousel.',
      answers: [{ questions: ['what is a facebook carousel'] }],
    },
    { slug: 'written', text: 'A carousel on Facebook.' },
  );
  expect(find('carousel -facebook')).toEqual(['asked']);
});

test('a post with a part of the query follows those with all of it', () => {
  const find = createSearch(
    { slug: 'both', text: 'Zebras and lions.' },
    { slug: 'zebra', text: 'Zebras.' },
    ...Array.from({ length: 5 }, (_, place) => ({ slug: `other-${place}` })),
  );
  expect(find('lion zebra')).toEqual(['both', 'zebra']);
  expect(find('lion unicorn')).toEqual(['both']);
  expect(find('unicorn')).toEqual([]);
});

test('a post that has only the common word of a query is not found, unless no other is', () => {
  const slugs = Array.from({ length: 12 }, (_, place) => `common-${place}`);
  const find = createSearch(
    { slug: 'rare', text: 'A disapproved ad was fixed.' },
    ...slugs.map((slug) => ({ slug, title: 'All about ads', text: 'An ad.' })),
  );
  expect(find('disapproved ads')).toEqual(['rare']);
  expect(find('what do i do with my disapproved ads')).toEqual(['rare']);
  expect(find('elephant ads')).toHaveLength(13);
});

test('a stop word orders what other words find, and finds nothing itself', () => {
  const find = createSearch(
    { slug: 'what', text: 'What a tent is.' },
    { slug: 'how', text: 'How a tent is put up.' },
    { slug: 'lamp', text: 'How a lamp is lit.' },
  );
  expect(find('how tent')).toEqual(['how', 'what']);
  expect(find('what tent')).toEqual(['what', 'how']);
});

test('words match in every grammatical form, case and accent', () => {
  const find = createSearch({ slug: 'cafe', text: 'Marketing a café on STRASSE 12.' });
  for (const text of ['markets', 'MARKETED', 'cafe', 'CAFÉ', 'cafe\u0301s', 'strasse', '12']) {
    expect(find(text), text).toEqual(['cafe']);
  }
});

test('words with hyphens and slashes match by their parts and as written', () => {
  const find = createSearch(
    { slug: 'test', title: 'A/B testing for do-it-yourself marketers' },
    { slug: 'other' },
  );
  for (const text of ['A/B testing', 'a b test', 'do-it-yourself', 'yourself'])
    expect(find(text), text).toEqual(['test']);
});

test('a passage is a table cell only if it has more of the query than any paragraph', () => {
  const content = '<table><tr><td>market day</td></tr></table><p>Our stall is at the market.</p>';
  const store = createTestStore(
    createContent({ content, text: 'Market day. Our stall is at the market.' }),
  );
  const readPassage = (text: string) =>
    searchPosts(store, { text }, NOW)
      .items[0]?.passage.map((part) => part.text)
      .join('');
  expect(readPassage('market')).toBe('Our stall is at the market.');
  expect(readPassage('market day')).toBe('market day');
});

test('ties are sorted newest first, then by the higher id', () => {
  const same = { title: 'Zebra', excerpt: 'Zebra', text: 'Zebra' };
  const find = createSearch(
    { slug: 'old', ...same, publishedAt: daysAgo(9) },
    { slug: 'b', ...same, publishedAt: daysAgo(2) },
    { slug: 'a', ...same, publishedAt: daysAgo(2) },
    { slug: 'new', ...same, publishedAt: daysAgo(1) },
    { slug: 'other' },
  );
  expect(find('zebra')).toEqual(['new', 'b', 'a', 'old']);
});

test('a page has 24 results and the total number of matches', () => {
  const posts = Array.from({ length: 30 }, (_, index) => ({
    slug: `zebra-${index}`,
    publishedAt: daysAgo(index),
  }));
  const store = createTestStore(createContent(...posts));
  const first = searchPosts(store, { text: 'zebra' }, NOW);
  const second = searchPosts(store, { text: 'zebra', page: 2 }, NOW);
  expect([first.items.length, first.total, second.items.length, second.total]).toEqual([
    24, 30, 6, 30,
  ]);
  expect(new Set([...first.items, ...second.items].map(({ slug }) => slug)).size).toBe(30);
  expect(searchPosts(store, { text: 'zebra', page: 2, limit: 25 }, NOW).items).toHaveLength(5);
  expect(searchPosts(store, { text: 'zebra', page: 3 }, NOW)).toEqual({ items: [], total: 30 });
});

test('of many posts, those that have one of several common words only are not found', () => {
  const countFound = (scale: number) => {
    const repeat = (text: string, count: number) =>
      Array.from({ length: count * scale }, () => text);
    const texts = [
      ...repeat('A kite in the wind.', 10),
      ...repeat('A kite of paper and sticks.', 5),
      ...repeat('Wind on a lake in spring.', 5),
    ];
    const store = createTestStore(
      createContent(...texts.map((text, place) => ({ slug: `p-${place}`, text }))),
    );
    return searchPosts(store, { text: 'kite wind' }, NOW).total;
  };
  expect([countFound(1), countFound(2)]).toEqual([20, 20]);
});

test('a scheduled post is not found before its time', () => {
  const store = createTestStore(
    createContent(
      { slug: 'zebra' },
      { slug: 'lion' },
      { slug: 'zebra-lion', publishedAt: NOW + 1 },
    ),
  );
  expect(searchPosts(store, { text: 'zebra lion' }, NOW)).toMatchObject({
    total: 2,
    items: { length: 2 },
  });
  expect(searchPosts(store, { text: 'zebra lion' }, NOW + 1)).toMatchObject({
    total: 3,
    items: [{ slug: 'zebra-lion' }, { slug: 'zebra' }, { slug: 'lion' }],
  });
});

test.for([
  ['a quotation mark', '"zebra'],
  ['a star', 'zebra*'],
  ['parentheses', '((zebra) OR'],
  ['operators', 'zebra NEAR AND OR NOT NEAR(zebra, 2)'],
  ['a column filter', 'title : zebra'],
  ['a column filter with minus', '-title:zebra + ^zebra'],
  ['a NUL', 'zebra\0'],
  ['an emoji', '🦓 zebra 🦓'],
  ['200 quotation marks', `zebra${'"'.repeat(200)}`],
  ['a lone surrogate', '\ud83e zebra \udd93'],
  ['a statement', "zebra'; DROP TABLE posts; --"],
  ['combining and zero-width characters', 'zebra \u0301 \u200d'],
] as const)('%s in the text is not treated as syntax', ([, text]) => {
  expect(createSearch({ slug: 'found', text: 'A zebra.' }, { slug: 'other' })(text)).toContain(
    'found',
  );
});

test('a text without a letter or digit finds nothing', () => {
  const find = createSearch({ slug: 'post' });
  for (const text of [
    '',
    '   ',
    '"',
    '"'.repeat(200),
    '***',
    '()',
    '🦓',
    '\0',
    '\ud83e',
    '\u0301',
    '-:/',
  ]) {
    expect(find(text), text).toEqual([]);
  }
});

test('the search accepts any text', () => {
  const store = createTestStore(createContent({ slug: 'zebra' }, { slug: 'lion' }));
  const anyText = property(string({ unit: 'binary', maxLength: 300 }), (text) => {
    const { items, total } = searchPosts(store, { text }, NOW);
    expect(items).toHaveLength(total);
  });
  assert(anyText, { numRuns: 400, seed: 20261120 });
});

test('a long text of many words is searched like any other', () => {
  const find = createSearch({ slug: 'zebra' });
  expect(find(Array.from({ length: 5_000 }, (_, index) => `lion${index}`).join(' '))).toEqual([]);
  expect(find('zebra '.repeat(5_000))).toEqual(['zebra']);
  expect(
    find('a b c d e f g h i j k l m n o p q r s t u v w x y z 1 2 3 4 5 6 7 8 9 zebra'),
  ).toEqual(['zebra']);
});

function createSearch(...posts: readonly Partial<PostRecord>[]): (text: string) => string[] {
  const store = createTestStore(createContent(...posts));
  return (text) => searchPosts(store, { text }, NOW).items.map(({ slug }) => slug);
}
