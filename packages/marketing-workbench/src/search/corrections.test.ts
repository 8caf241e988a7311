import { expect, test } from 'vitest';
import { createSearch } from '../../../../tests/support/test-search.ts';
import { isEnglish } from './english-words.ts';

test('an unknown word is corrected to the nearest known word, and the original query stays available', () => {
  const { find, summarise } = createSearch(
    { slug: 'conversion', text: 'Conversion.' },
    { slug: 'other' },
  );
  expect(find('conversoin')).toEqual(['conversion']);
  expect(summarise('the conversoin')).toMatchObject({
    correction: { text: 'the conversion', literal: 'the "conversoin"' },
  });
  expect(find('"conversoin"')).toEqual([]);
});

test('a misspelled synonym is corrected even if no post contains it, and finds its meaning', () => {
  const { find, summarise } = createSearch(
    { slug: 'new-name', text: 'A budget for Google Ads.' },
    { slug: 'other' },
  );
  expect(find('adwrods budget')).toEqual(['new-name']);
  expect(summarise('adwrods budget')).toMatchObject({
    correction: { text: 'adwords budget', literal: '"adwrods" budget' },
  });
});

test('a word with matches is never corrected', () => {
  const posts = Array.from({ length: 30 }, (_, place) => ({
    slug: `p-${place}`,
    text: 'Campaigns.',
  }));
  const { find, summarise } = createSearch({ slug: 'rare', text: 'Champaign.' }, ...posts);
  expect(find('champaign')).toEqual(['rare']);
  expect(summarise('champaign')).not.toHaveProperty('correction');
});

test('names and trades that no post contains are never corrected', () => {
  const words = 'interest amazing thing town budget third easy puts wiki user back message';
  const { find, summarise } = createSearch({ slug: 'other' }, { slug: 'near', text: words });
  for (const text of [
    'pinterest',
    'amazon',
    'towing',
    'burger',
    'tshirt',
    'etsy',
    'pets',
    'wifi',
    'uber',
    'massage',
  ]) {
    expect(find(text), text).toEqual([]);
    for (const change of ['correction', 'suggestion'])
      expect(summarise(text), text).not.toHaveProperty(change);
  }
});

test('a short word is corrected if a letter is missing, swapped or similar, not if any other is replaced', () => {
  const { summarise } = createSearch(
    { slug: 'a', text: 'Which keywords go with an email and which with a pixel?' },
    { slug: 'b', text: 'With whom.' },
  );
  expect(summarise('wich keywords')).toMatchObject({ correction: { text: 'which keywords' } });
  expect(summarise('emial')).toMatchObject({ correction: { text: 'email' } });
  expect(summarise('pizel')).toMatchObject({ correction: { text: 'pixel' } });
  expect(summarise('pivel')).not.toHaveProperty('correction');
});

test('the misspelled part of a compound is corrected', () => {
  const { find, summarise } = createSearch(
    { slug: 'ads', text: 'Google Ads and a Facebook pixel.' },
    { slug: 'other', text: 'A pixel, and ads.' },
  );
  expect(find('googel-ads')[0]).toBe('ads');
  expect(summarise('googel-ads')).toMatchObject({
    correction: { text: 'google-ads', literal: '"googel"-ads' },
  });
  expect(summarise('facebok-pixel')).toMatchObject({ correction: { text: 'facebook-pixel' } });
});

test('a slip that has the stem of another word is corrected, and a form of a word is not', () => {
  const { find, summarise } = createSearch(
    { slug: 'a', text: 'Marketing of a shop. A duplicate.' },
    { slug: 'b', text: 'A bus. Shops travel to a business.' },
  );
  expect(summarise('busness')).toMatchObject({ correction: { text: 'business' } });
  expect(find('busness')).toEqual(['b']);
  for (const form of [
    'marketed',
    'marketer',
    'shopping',
    'travelling',
    'buses',
    'businesses',
    'duplicated',
  ])
    expect(summarise(form), form).not.toHaveProperty('correction');
  // It finds the same.
  expect(find('marketting')).toEqual(['a']);
  expect(summarise('marketting')).not.toHaveProperty('correction');
});

test('a doubled letter before an ending is a slip', () => {
  const { summarise } = createSearch(
    { slug: 'a', text: 'Stop the posts on phones.' },
    { slug: 'b' },
  );
  for (const [typed, text] of [
    ['postss', 'posts'],
    ['phonnes', 'phones'],
  ] as const)
    expect(summarise(typed), typed).toMatchObject({ correction: { text } });
});

test('three letters are never corrected, because they may be an abbreviation', () => {
  const { summarise } = createSearch(
    { slug: 'a', text: 'A landing page.' },
    { slug: 'b', text: 'Words.' },
  );
  for (const change of ['correction', 'suggestion'])
    for (const text of ['pge', 'landing pge'])
      expect(summarise(text), text).not.toHaveProperty(change);
});

test('a word with a less likely error is offered to be replaced', () => {
  const { summarise } = createSearch({ slug: 'a', text: 'Keywords.' }, { slug: 'b' });
  expect(summarise('kexwords')).toMatchObject({ suggestion: 'keywords' });
  expect(summarise('kexwords')).not.toHaveProperty('correction');
});

test('of two words that are as likely, one is searched for and the other is offered', () => {
  const { summarise } = createSearch(
    { slug: 'a', text: 'A test.' },
    { slug: 'b', text: 'A text.' },
  );
  const { correction, suggestion } = summarise('tect');
  expect([correction?.text, suggestion].sort()).toEqual(['test', 'text']);
});

test('a slip is corrected even if its parts are stems of words that stand together', () => {
  const { summarise } = createSearch(
    { slug: 'a', text: 'A description on a page.' },
    { slug: 'b' },
  );
  expect(summarise('descripton')).toMatchObject({ correction: { text: 'description' } });
});

test('several errors of hurried typing are corrected: dropped, doubled, swapped and neighbouring letters', () => {
  const { summarise } = createSearch(
    { slug: 'a', text: 'The newsletter, analytics, keywords, an appointment and the' },
    { slug: 'b' },
  );
  for (const [typed, text] of [
    ['newsletr', 'newsletter'],
    ['anaylitcs', 'analytics'],
    ['keyeords', 'keywords'],
    ['apointmment', 'appointment'],
  ] as const)
    expect(summarise(typed), typed).toMatchObject({ correction: { text } });
});

test('of similar words the one that occurs next to the neighbours is meant', () => {
  const tests = Array.from({ length: 9 }, (_, place) => ({ slug: `t-${place}`, text: 'A test.' }));
  const { summarise } = createSearch({ slug: 'a', text: 'Write an alt text.' }, ...tests);
  expect(summarise('alt tect')).toMatchObject({ correction: { text: 'alt text' } });
  expect(summarise('tect')).toMatchObject({ correction: { text: 'test' } });
});

test('two words written as one are corrected if one has a slip and they occur together', () => {
  const { summarise } = createSearch(
    { slug: 'a', text: 'Facebook ads.' },
    { slug: 'b', text: 'Facebook and a page.' },
  );
  expect(summarise('facebokads')).toMatchObject({ correction: { text: 'facebook ads' } });
  for (const change of ['correction', 'suggestion'])
    expect(summarise('facebokpage')).not.toHaveProperty(change);
});

test('a word of general English is never corrected, whatever its neighbours', () => {
  const { find, summarise } = createSearch(
    { slug: 'a', text: 'The landing page.' },
    { slug: 'b', text: 'A chain, forest, colour and number.' },
  );
  for (const text of [
    'lending',
    'chair',
    'lending chain',
    'lending page',
    'florist',
    'florists',
    'plumber',
    'cobblers',
  ]) {
    for (const change of ['correction', 'suggestion'])
      expect(summarise(text), text).not.toHaveProperty(change);
  }
  expect(find('florist')).toEqual([]);
  expect(summarise('landng page')).toMatchObject({ correction: { text: 'landing page' } });
  expect(summarise('numbr')).toMatchObject({ correction: { text: 'number' } });
});

test('a list of words knows general English and no slips', () => {
  for (const word of ['bakery', 'electrician', 'zinc', 'abacus'])
    expect(isEnglish(word), word).toBe(true);
  for (const word of ['', 'a', 'zzz', 'markting', 'grammer', 'florist\n'])
    expect(isEnglish(word), word).toBe(false);
});
