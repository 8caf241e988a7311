import { expect, test } from 'vitest';
import { daysAgo, NOW } from '../../../../tests/support/records.ts';
import { createSearch } from '../../../../tests/support/test-search.ts';
import { IRREGULAR_FORMS } from '../search-engine/english.ts';
import { searchPosts } from './search-posts.ts';

test('a compound is found in one word, with a hyphen or with a space', () => {
  const { find } = createSearch(
    {
      slug: 'hyphen',
      title: 'On-page work',
      text: 'An e-mail by a 3rd-party tool in C++, an A/B test.',
    },
    { slug: 'other', text: 'A page about mail.' },
  );
  for (const text of [
    'onpage',
    '"on page"',
    'email',
    'e-mail',
    '3rd party',
    '3rdparty',
    'c++',
    'ab test',
    'A/B',
  ]) {
    expect(find(text)[0], text).toBe('hyphen');
  }
});

test('a number with points is a word of its own, however it is attached to a word', () => {
  const { find } = createSearch(
    { slug: 'name', title: 'GPT-4.1', text: 'WCAG 2.2, web2.0 and TLS 1.3.' },
    { slug: 'formula', text: 'High end =Difference+1.96*Spread, low end =Difference-1.96*Spread.' },
    { slug: 'other', text: 'GPT 4 or 41, WCAG 22, TLS 13.' },
  );
  for (const text of [
    'gpt-4.1',
    'gpt 4.1',
    'GPT4.1',
    '"gpt4.1"',
    'wcag2.2',
    '"wcag 2.2"',
    '"web 2.0"',
    'tls1.3',
  ])
    expect(find(text)[0], text).toBe('name');
  for (const text of [
    'difference',
    '1.96',
    'spread',
    'difference 1.96',
    'difference1.96',
    '"1.96 spread"',
  ])
    expect(find(text), text).toEqual(['formula']);
});

test('a power is not part of its number, but of a short unit, and a sign of several letters is one word', () => {
  const { find } = createSearch(
    { slug: 'area', text: 'The area is 15² ÷ 6², in km², of CO₂ or ½ of ﷺ. ⑴ 𝐁𝐨𝐥𝐝' },
    { slug: 'other', text: '152 and 62.' },
  );
  for (const text of ['"15²"', '"15 2"', '"6²"', 'km2', 'km²', 'co2', 'CO₂', '½', 'ﷺ', '⑴', 'bold'])
    expect(find(text), text).toEqual(['area']);
  expect(find('152')).toEqual(['other']);
});

test('a size matches with any separator between its numbers', () => {
  const { find } = createSearch(
    { slug: 'sign', text: 'Upright: 1080 × 1920 pixels.' },
    { slug: 'word', text: 'Upright: 1080 by 1920 pixels.' },
    { slug: 'joined', text: 'Upright: 1080x1920.' },
    { slug: 'units', text: 'Upright: 1,080px x 1,920px.' },
    { slug: 'other', text: 'A banner of 1080 and, in 1920, 12x as much: 10x.' },
  );
  const sizes = ['joined', 'sign', 'units', 'word'];
  for (const text of [
    '1080x1920',
    '1080X1920px',
    '1080×1920',
    '1080 x 1920',
    '1080 by 1920',
    '1080px by 1920',
  ])
    expect(find(`"${text.replace(/px$/, '')}"`).toSorted(), text).toEqual(sizes);
  expect(find('1080x1920').toSorted()).toEqual(['joined', 'other', 'sign', 'units', 'word']);
  expect(find('12x')).toEqual(['other']);
  expect(find('1080px')).toEqual(['units']);
});

test('an old name finds posts with its current name, ranked below exact matches', () => {
  const { find } = createSearch(
    { slug: 'new-name', text: 'A budget for Google Ads.', publishedAt: daysAgo(1) },
    { slug: 'old-name', text: 'A budget for big AdWords.', publishedAt: daysAgo(9) },
    { slug: 'list', title: 'Grow an email list', text: 'Slowly.' },
    { slug: 'other', text: 'Google and others have ads.' },
  );
  expect(find('adwords')).toEqual(['old-name', 'new-name']);
  expect(find('list building')).toEqual(['list']);
});

test('a name matches its meaning', () => {
  const { find } = createSearch({ slug: 'a', text: 'How to grow an email list.' }, { slug: 'b' });
  expect(find('list building')).toEqual(['a']);
});

test('the last word may be a prefix', () => {
  const { find } = createSearch({ slug: 'segment', text: 'Segmentation.' }, { slug: 'other' });
  expect(find('segmenta')).toEqual(['segment']);
});

test('a passage marks a synonym of several words only as a whole', () => {
  const content =
    '<p>My own rule for ads, by Google.</p><p>Now start Google Ads, slowly, with two ads.</p>';
  const { store } = createSearch({
    slug: 'a',
    content,
    text: 'My own rule for ads, by Google. Now start Google Ads, slowly, with two ads.',
  });
  expect(searchPosts(store, { text: 'adwords' }, NOW).items[0]?.passage).toEqual([
    { text: 'Now start ' },
    { text: 'Google Ads', isMatch: true },
    { text: ', slowly, with two ads.' },
  ]);
});

test('a known last word is also completed to a more frequent word', () => {
  const { find } = createSearch(
    { slug: 'car', text: `A car. ${'And much else. '.repeat(20)}` },
    ...['a', 'b', 'c'].map((slug) => ({ slug, title: 'A carousel', text: 'Carousels in an ad.' })),
    { slug: 'wagon', text: 'A wagon, an ad.' },
  );
  expect(find('ad car').slice(0, 3).toSorted()).toEqual(['a', 'b', 'c']);
  expect(find('car').toSorted()).toEqual(['a', 'b', 'c', 'car']);
  expect(find('car ad')).not.toContain('wagon');
  expect(find('carousel').toSorted()).toEqual(['a', 'b', 'c']);
});

test('two words also match their joined form if that is more frequent', () => {
  const { find } = createSearch(
    { slug: 'tyre', title: 'The inner tube', text: 'A tube.' },
    ...['a', 'b', 'c'].map((slug) => ({ slug, title: 'YouTube', text: 'Videos on YouTube.' })),
    { slug: 'other' },
  );
  expect(find('you tube').slice(0, 3).toSorted()).toEqual(['a', 'b', 'c']);
});

test('an irregular plural finds its singular and is found by it', () => {
  const pairs = [...IRREGULAR_FORMS].map(([form, word], place) => ({ form, word, place }));
  const { find } = createSearch(
    ...pairs.flatMap(({ form, word, place }) => [
      { slug: `form-${place}`, text: `Nothing but ${form}.` },
      { slug: `word-${place}`, text: `Nothing but ${word}.` },
    ]),
  );
  for (const { form, word, place } of pairs)
    for (const query of [form, word])
      expect(find(query), `${query} of ${form} and ${word}`).toEqual(
        expect.arrayContaining([`form-${place}`, `word-${place}`]),
      );
});

test.for([
  ['wolf', 'wolves'],
  ['goose', 'geese'],
  ['mouse', 'mice'],
  ['man', 'men'],
  ['foot', 'feet'],
  ['tooth', 'teeth'],
  ['child', 'children'],
  ['leaf', 'leaves'],
  ['analysis', 'analyses'],
  ['criterion', 'criteria'],
  ['index', 'indices'],
  ['knife', 'knives'],
  ['library', 'libraries'],
  ['run', 'running'],
] as const)('%j finds %j, and the other way round', ([one, other]) => {
  const { find } = createSearch(
    { slug: 'one', text: `A ${one}.` },
    { slug: 'other', text: `No ${other}.` },
  );
  expect(find(one).toSorted()).toEqual(['one', 'other']);
  expect(find(other).toSorted()).toEqual(['one', 'other']);
});
