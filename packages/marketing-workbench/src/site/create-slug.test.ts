import { describe, expect, it } from 'vitest';
import { createFormerSlug, createSlug, hasSlug } from './create-slug.ts';

describe('createSlug', () => {
  it.each([
    ['de-AT', 'Süßes & Öfen', 'suesses-oefen'],
    ['de_DE', 'Süßes & Öfen'.normalize('NFD'), 'suesses-oefen'],
    ['de', 'STRAẞE', 'strasse'],
    ['da', 'Smørrebrød på Ærø', 'smoerrebroed-paa-aeroe'],
    ['nb', 'Ål og øl', 'aal-og-oel'],
    ['nn', 'Ål', 'aal'],
    ['no', 'Ål', 'aal'],
    ['sv', 'Åre, Ängö', 'are-ango'],
    ['fi', 'Äiti yössä', 'aiti-yossa'],
    ['tr', 'Ilık İşler', 'ilik-isler'],
    ['ca', 'Col·lecció', 'colleccio'],
    ['sr', 'Đorđe', 'djordje'],
    ['bg', 'Щастие и съюз', 'shtastie-i-sayuz'],
    ['uk', 'Їжа', 'izha'],
    ['ru', 'Привет, мир', 'privet-mir'],
    ['ja', '日本語', 'ribenyu'],
    ['en', 'Süßes & Öfen', 'susses-ofen'],
    ['', 'Łódź', 'lodz'],
  ])('spells as in %s: %s is %s', (language, words, slug) => {
    expect(createSlug(words, language)).toBe(slug);
  });

  it('gives English words, and letters that only lose a mark, the slug that they always had', () => {
    for (const words of [
      'What’s a “café” menu?',
      'Don’t — 50% off!',
      'x² + ½',
      '🎉 SEO €5',
      'ﬁne',
    ]) {
      expect([words, createSlug(words, 'en')]).toEqual([words, createFormerSlug(words)]);
    }
    expect(createSlug('What’s a “café” menu?', 'en')).toBe('whats-a-cafe-menu');
  });
});

describe('hasSlug', () => {
  it.each([
    ['SEO', true],
    ['新聞', true],
    ['2026', true],
    ['?! 🎉', false],
  ])('returns for %s whether an address can spell it', (words, expected) => {
    expect(hasSlug(words)).toBe(expected);
  });
});
