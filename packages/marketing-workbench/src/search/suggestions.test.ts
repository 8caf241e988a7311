import { expect, test } from 'vitest';
import {
  createContent,
  createPageRecord,
  daysAgo,
  NOW,
} from '../../../../tests/support/records.ts';
import { syncStore } from '../../../../tests/support/sync-store.ts';
import { createTestStore } from '../../../../tests/support/temporary-store.ts';
import { createSearch } from '../../../../tests/support/test-search.ts';
import type { SearchSuggestion } from '../site/entities.ts';
import type { Store } from '../store/store.ts';
import { listSuggestions } from './list-suggestions.ts';

type Kind = SearchSuggestion['kind'];

function createLabels(store: Store, kind?: Kind) {
  return (text: string): readonly string[] =>
    listSuggestions(store, text, NOW)
      .filter((suggestion) => kind === undefined || suggestion.kind === kind)
      .map(({ label }) => label);
}

test('suggestions are topics and titles with every typed word, the last one perhaps unfinished, and what the search finds', () => {
  const { store } = createSearch(
    { slug: 'a', title: 'Zebra stripes' },
    { slug: 'b', title: 'Lions', text: 'Zebra stripes.' },
    { slug: 'c', title: 'Tigers', text: 'Hay.' },
    { slug: 'later', title: 'Zebra strokes', publishedAt: NOW + 1 },
  );
  expect(listSuggestions(store, 'zebra str', NOW)).toEqual([
    { kind: 'article', label: 'Zebra stripes', href: '/seo/local-seo/a' },
    { kind: 'article', label: 'Lions', href: '/seo/local-seo/b' },
  ]);
  expect(listSuggestions(store, '***', NOW)).toEqual([]);
  expect(listSuggestions(store, 'google a', NOW)[0]).toEqual({
    kind: 'topic',
    label: 'Google Ads',
    href: '/google-ads',
  });
});

test('suggestions begin with the second letter', () => {
  const { store } = createSearch({ slug: 'a', title: 'The lions' }, { slug: 'b', title: 'Lion x' });
  const suggest = createLabels(store);
  expect(suggest('t')).toEqual([]);
  expect(suggest(' "t" ')).toEqual([]);
  expect(suggest('th')).toEqual(['The lions']);
  expect(suggest('lion x')).toEqual(['Lion x']);
});

test('an unfinished word is forgiven a slip, and a long one two', () => {
  const { store } = createSearch(
    { slug: 'a', title: 'Budgets for Facebook' },
    { slug: 'b', title: 'A newsletter plan' },
    { slug: 'c', title: 'Marketing' },
  );
  const suggest = createLabels(store, 'article');
  expect(suggest('facebok budg')).toEqual(['Budgets for Facebook']);
  expect(suggest('facebk bud')).toEqual(['Budgets for Facebook']);
  expect(suggest('facebook budgt')).toEqual(['Budgets for Facebook']);
  expect(suggest('facebk')).toEqual(['Budgets for Facebook']);
  expect(suggest('newsletr')).toEqual(['A newsletter plan']);
  expect(suggest('nwesle')).toEqual(['A newsletter plan']);
  expect(suggest('nesletetr')).toEqual(['A newsletter plan']);
  expect(suggest('marketting')).toEqual(['Marketing']);
});

test('a known word, a short one and the name of a trade are not forgiven', () => {
  const { store } = createSearch(
    { slug: 'a', title: 'Budgets' },
    { slug: 'b', title: 'Lions', text: 'Budgie, plumbing and plum.' },
    { slug: 'c', title: 'Parking and soap' },
  );
  const suggest = createLabels(store);
  expect(suggest('budgie')).toEqual(['Lions']);
  expect(suggest('sap')).toEqual([]);
  expect(suggest('baking')).toEqual([]);
  expect(suggest('salon')).toEqual([]);
});

test('a title with one word and a category with the other are a match', () => {
  const { store } = createSearch(
    { slug: 'a', title: 'A small budget', category: 'google-ads', subcategory: 'youtube' },
    { slug: 'b', title: 'A small budget', category: 'seo', subcategory: 'local-seo' },
  );
  const articles = listSuggestions(store, 'google budg', NOW).filter(
    ({ kind }) => kind === 'article',
  );
  expect(articles.map(({ href }) => href)).toEqual(['/google-ads/youtube/a']);
});

test('articles with the words in their titles are those to which most others link, then the shortest, then the newest', () => {
  const titles = [
    'Zebra one two',
    'Zebra one',
    'Zebra two',
    'Zebra three four',
    'Zebra one two three',
    'Zebra',
  ];
  const { store } = createSearch(
    ...titles.map((title, place) => ({
      slug: `zebra-${place}`,
      title,
      publishedAt: daysAgo(place),
    })),
    { slug: 'lion', title: 'Lion', content: '<p><a href="/seo/local-seo/zebra-4">Four</a></p>' },
  );
  const suggest = createLabels(store, 'article');
  expect(suggest('ze').toSorted()).toEqual([
    'Zebra',
    'Zebra one',
    'Zebra one two three',
    'Zebra two',
  ]);
  expect(suggest('zebra three').slice(0, 2).toSorted()).toEqual([
    'Zebra one two three',
    'Zebra three four',
  ]);
});

test('an article is suggested in the order of the search, by its text as well', () => {
  const { store } = createSearch(
    { slug: 'a', title: 'A zebra', text: 'Lions, lions and lions. Lions eat.' },
    {
      slug: 'b',
      title: 'Stripes',
      text: 'Zebra zebra zebra. Zebra with a zebra. Lions.',
      headings: 'Zebra, lion',
    },
  );
  expect(createLabels(store, 'article')('zebra lion').toSorted()).toEqual(['A zebra', 'Stripes']);
});

const CONTENT =
  '<h2 id="stripes">Its <em>stripes</em> &#x26; dots</h2><p>Long.</p><h3 id="what-it-costs">What it costs</h3><p>Much.</p>';

test('a section is found by its heading, its questions and the title of its article', () => {
  const { store } = createSearch({
    slug: 'a',
    title: 'A zebra at home',
    content: CONTENT,
    headings: 'Its stripes & dots\nWhat it costs',
    answers: [
      { section: 'What it costs', questions: ['is hay expensive', 'how much should i save'] },
      { questions: ['can i keep one'] },
    ],
  });
  const sections = (text: string) =>
    listSuggestions(store, text, NOW).filter(({ kind }) => kind === 'section');
  const stripes = {
    kind: 'section',
    label: 'Its stripes & dots',
    href: '/seo/local-seo/a#stripes',
    article: 'A zebra at home',
  };
  expect(sections('stri')).toEqual([stripes]);
  expect(sections('zebra stirp')).toEqual([stripes]);
  expect(sections('expensive hay').map(({ label }) => label)).toEqual(['What it costs']);
  expect(sections('expensive stripes')).toEqual([]);
  expect(sections('zebra home')).toEqual([]);
  expect(sections('st')).toEqual([]);
});

test('a section is found by numbers and names with points and signs', () => {
  const headings = ['WCAG 2.2 in brief', 'GPT-4.1 at work', 'C++ & C#', '1.5 > 1.25', 'Half: ½'];
  const content = headings
    .map((heading, place) => `<h2 id="s${place}">${heading.replace('>', '&gt;')}</h2><p>Words.</p>`)
    .join('');
  const { store } = createSearch(
    { slug: 'a', title: 'Zebra', content, headings: headings.join('\n') },
    { slug: 'b', title: '1.96' },
  );
  const suggest = createLabels(store, 'section');
  expect(suggest('wcag 2.2')).toEqual(['WCAG 2.2 in brief']);
  for (const text of ['gpt-4.1', 'GPT4.1', 'gpt 4.1 wo'])
    expect(suggest(text), text).toEqual(['GPT-4.1 at work']);
  expect(suggest('zebra 1.5')).toEqual(['1.5 > 1.25']);
  expect(suggest('zebra c++')).toEqual(['C++ & C#']);
  expect(suggest('zebra 2.')).toEqual(['WCAG 2.2 in brief']);
  expect(suggest('zebra 3.')).toEqual([]);
});

test('the name of a section has the words of its heading, without the numbers of footnotes', () => {
  const note = '<sup><a href="#fn-a" id="fnref-a" data-footnote-ref>1</a></sup>';
  const content = `<h2 id="one">Its stripes${note} and<br>dots</h2><h3 id="two">10<sup>6</sup> > <em>d</em>ots</h3>`;
  const headings = 'Its stripes and dots\n10 6 > dots';
  const { store } = createSearch({ slug: 'a', title: 'Zebra', content, headings });
  const suggest = createLabels(store, 'section');
  expect(suggest('stripes')).toEqual(['Its stripes and dots']);
  expect(suggest('dots 10')).toEqual(['10 6 > dots']);
});

test('a stop word is not required in a section or by the search', () => {
  const { store } = createSearch(
    { slug: 'a', title: 'Zebra tours' },
    { slug: 'b', title: 'Zebra stripes' },
  );
  const suggest = createLabels(store, 'article');
  expect(suggest('zebra for').toSorted()).toEqual(['Zebra stripes', 'Zebra tours']);
  expect(suggest('zebra to')[0]).toBe('Zebra tours');
});

test('sections appear and disappear with their article', () => {
  const post = { content: CONTENT, headings: 'Its stripes & dots' };
  const store = createTestStore(
    createContent({ ...post, slug: 'a' }, { ...post, slug: 'b', publishedAt: NOW + 1 }),
  );
  const hrefs = (text: string, now: number) =>
    listSuggestions(store, text, now).flatMap(({ kind, href }) => (kind === 'section' ? href : []));
  expect(hrefs('stripes', NOW)).toEqual(['/seo/local-seo/a#stripes']);
  expect(hrefs('stripes', NOW + 1)).toHaveLength(2);
  const changed = { headings: 'Its spots & dots', content: CONTENT.replaceAll('stripes', 'spots') };
  syncStore(store, createContent({ ...changed, slug: 'a' }), NOW);
  expect(hrefs('spots', NOW)).toEqual(['/seo/local-seo/a#spots']);
  expect(hrefs('dots', NOW + 1)).toEqual(['/seo/local-seo/a#spots']);
  expect(hrefs('stripes', NOW + 1)).toEqual([]);
});

test('a tag is a topic once enough posts with it are published', () => {
  const tags = ['Hedge rows'];
  const { store } = createSearch(
    { slug: 'a', tags },
    { slug: 'b', tags },
    { slug: 'c', tags, publishedAt: NOW + 1 },
    ...['d', 'e', 'f'].map((slug) => ({ slug, tags: ['Local SEO'], publishedAt: daysAgo(3) })),
  );
  const topics = (text: string, now: number) =>
    listSuggestions(store, text, now).filter(({ kind }) => kind === 'topic');
  expect(topics('hedg', NOW)).toEqual([]);
  expect(topics('hegde', NOW + 1)).toEqual([
    { kind: 'topic', label: 'Hedge rows', href: '/tags/hedge-rows' },
  ]);
  expect(topics('local seo', NOW).map(({ href }) => href)).toEqual(['/seo/local-seo']);
});

test('the title of a page is forgiven like that of an article, and comes last', () => {
  const guide = createPageRecord({
    slug: 'coupons',
    title: 'Coupon codes explained',
    headings: '',
  });
  const store = createTestStore([
    ...createContent({ slug: 'a', title: 'Coupon slips', content: '<h2 id="one">One coupon</h2>' }),
    guide,
  ]);
  const kinds = listSuggestions(store, 'coupn', NOW).map(({ kind, href }) => `${kind} ${href}`);
  expect(kinds).toEqual([
    'article /seo/local-seo/a',
    'section /seo/local-seo/a#one',
    'page /coupons',
  ]);
  expect(createLabels(store)('explaned')).toEqual(['Coupon codes explained']);
});

test('a name stands for the one that articles use', () => {
  const { store } = createSearch({
    slug: 'a',
    title: 'A budget',
    category: 'google-ads',
    subcategory: 'youtube',
  });
  expect(createLabels(store, 'article')('adwords budg')).toEqual(['A budget']);
});
