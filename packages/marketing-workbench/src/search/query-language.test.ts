import { assert, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { NOW } from '../../../../tests/support/records.ts';
import { createSearch } from '../../../../tests/support/test-search.ts';
import { listSuggestions } from './list-suggestions.ts';
import { searchPosts } from './search-posts.ts';

test('a quoted phrase matches only adjacent words, in any grammatical form', () => {
  const { find } = createSearch(
    { slug: 'phrase', text: 'Write the landing page first.' },
    { slug: 'apart', text: 'A page for the landing of planes.' },
  );
  expect(find('"landing pages"')).toEqual(['phrase']);
  expect(find('landing pages').toSorted()).toEqual(['apart', 'phrase']);
  expect(find('"landing zebra"')).toEqual([]);
});

test('a word after a minus is in none of the results', () => {
  const { find } = createSearch(
    { slug: 'one', text: 'Zebras in Kenya.' },
    { slug: 'two', text: 'Zebras in a zoo.' },
  );
  expect(find('zebra -zoo')).toEqual(['one']);
  expect(find('zebra -"in Kenya"')).toEqual(['two']);
});

test.for([
  ['a query that excludes everything', '-zoo'],
  ['a query that excludes all it asks for', 'zoo -zoos'],
  ['two minuses, as before an option of a command', '--zoo'],
  ['an option in a sentence', 'a visit with --zoo'],
] as const)('%s searches its words', ([, query]) => {
  const { find } = createSearch(
    { slug: 'one', text: 'Zebras in Kenya.' },
    { slug: 'two', text: 'A visit: --zoo.' },
  );
  expect(find(query)).toEqual(['two']);
});

test('a post with every word comes before one with most of them, and a question finds its answer', () => {
  const { find } = createSearch(
    { slug: 'most', text: 'Lion, zebra.' },
    { slug: 'every', text: 'Lion, zebra, giraffe.' },
    { slug: 'answer', title: 'How much should a bakery spend?', text: 'Spend little.' },
    { slug: 'none' },
  );
  expect(find('lion zebra giraffe')).toEqual(['every', 'most']);
  expect(find('how much should i spend for my bakery in town')[0]).toBe('answer');
});

test('results are counted by category and can be narrowed to one', () => {
  const { store, summarise } = createSearch(
    { slug: 'a', text: 'Zebra.' },
    { slug: 'b', text: 'Zebra.' },
    { slug: 'c', category: 'google-ads', subcategory: 'youtube', text: 'Zebra.' },
  );
  expect(summarise('zebra').categories).toEqual([
    { categoryId: 4, count: 2 },
    { categoryId: 1, count: 1 },
  ]);
  const narrowed = searchPosts(store, { text: 'zebra', categoryId: 1 }, NOW);
  expect([narrowed.total, narrowed.items[0]?.slug]).toEqual([1, 'c']);
});

test('a result shows the matching passage with marks and the heading above it, without markup', () => {
  const content =
    '<p>Nothing.</p><h2 id="stripes">Stripes</h2><p>A &lt;b&gt; of <em>zebras</em> &amp; lions.</p>';
  const { store } = createSearch({ slug: 'a', content, text: 'A <b> of zebras & lions.' });
  expect(searchPosts(store, { text: 'zebra' }, NOW).items[0]).toMatchObject({
    passage: [{ text: 'A <b> of ' }, { text: 'zebras', isMatch: true }, { text: ' & lions.' }],
    section: { anchor: 'stripes', title: 'Stripes' },
  });
});

test('suggestions and the summary accept any text', () => {
  const { store, summarise } = createSearch({ slug: 'zebra' }, { slug: 'lion' });
  const anyText = property(string({ unit: 'binary', maxLength: 250 }), (text) => {
    listSuggestions(store, text, NOW);
    summarise(text);
  });
  assert(anyText, { numRuns: 500, seed: 20261120 });
});
