import { expect, test } from 'vitest';
import { createSearch } from '../../tests/support/test-search.ts';

test('an unknown word is corrected to the nearest known word, and the original query stays available', () => {
  const { find, summarise } = createSearch({ slug: 'conversion', text: 'Conversion.' }, { slug: 'other' });
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
  const posts = Array.from({ length: 30 }, (_, place) => ({ slug: `p-${place}`, text: 'Campaigns.' }));
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
    expect(summarise(text), text).toEqual({ categories: [], pages: [] });
  }
});

test('a short word is corrected if letters are missing or swapped, not if one is replaced', () => {
  const { summarise } = createSearch(
    { slug: 'a', text: 'Which keywords go with an email and which with a pixel?' },
    { slug: 'b', text: 'With whom.' },
  );
  expect(summarise('wich keywords')).toMatchObject({ correction: { text: 'which keywords' } });
  expect(summarise('emial')).toMatchObject({ correction: { text: 'email' } });
  expect(summarise('pivel')).toMatchObject({ suggestion: 'pixel' });
  expect(summarise('pivel')).not.toHaveProperty('correction');
});

test('only a long rare word is treated as a misspelling of a frequent one', () => {
  const posts = Array.from({ length: 30 }, (_, place) => ({ slug: `p-${place}`, text: 'Back to front.' }));
  const { summarise } = createSearch({ slug: 'sale', text: 'Black Friday.' }, ...posts);
  expect(summarise('black friday')).not.toHaveProperty('suggestion');
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
