import { array, assert, constantFrom, property } from 'fast-check';
import { expect, test } from 'vitest';
import { foldWord } from './fold-word.ts';
import { findLanguage } from './language.ts';
import { listTokens } from './tokenizer.ts';

const ENGLISH = findLanguage('en');

test.for([
  ['High end =Difference-1.96*Spread', 'high end difference 1.96 spread'],
  ['difference1.96', 'difference 1.96'],
  ['GPT-4.1 GPT4.1', 'gpt 4.1 gpt 4.1'],
  ['web2.0 v1.2.3 k7.y', 'web 2.0 v 1.2.3 k7 y'],
  ['1.5-2 60,3-x 24/7 on-page', '1.5 2 60,3 x 24 7 247 on page onpage'],
  ['15² 0.95²⁰ area² km² CO₂', '15 2 0.95 20 area 2 km2 co2'],
  ['1½ ①Install ⑴ ⒈', '1 1⁄2 1 install 1 1'],
  ['U.S.-based C++ C# 5,000 3.5GB', 'us based c++ c# 5000 3.5 gb'],
  ['𝐁𝐨𝐥𝐝 ᴬ Café Ŀa', 'bold a cafe la'],
  ['ﷺ ͺ', 'صلىاللهعليهوسلم'],
] as const)('%j has the words %j', ([text, words]) => {
  expect(listTokens(text, ENGLISH).map(({ word }) => word)).toEqual(words.split(' '));
});

/** Letters and signs, and marks behind letters of scripts in which they are no accents. */
const CLEAN =
  /^(?:[\p{L}\p{N}.,⁄+#]|(?<=[\p{L}--[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}]]\p{M}*)\p{M})+$/v;

test('a word has only letters, digits and a few signs, whichever character of Unicode it has', () => {
  for (let code = 1; code <= 0x10ffff; code++) {
    if (code >= 0xd800 && code <= 0xdfff) continue;
    const word = foldWord(`a${String.fromCodePoint(code)}1`, ENGLISH);
    if (!CLEAN.test(word) || word !== word.toLowerCase()) expect([code, word]).toBe('clean');
  }
});

test.for([
  ['搜索引擎是一种方法', ['搜索', '引擎', '是', '一种', '方法']],
  ['SEO対策とiPhone15の使い方', ['seo', '対策', 'と', 'iphone15', 'の', '使い方']],
  ['e-ラーニング', ['e', 'ラーニング', 'eラーニング']],
  ['การค้นหาภาษาไทย', ['การ', 'ค้นหา', 'ภาษา', 'ไทย']],
  ['전자상거래와 검색', ['전자상거래와', '검색']],
] as const)(
  '%j, which has words without spaces between them, has the words %j',
  ([text, words]) => {
    expect(listTokens(text, ENGLISH).map(({ word }) => word.normalize('NFC'))).toEqual(words);
  },
);

test('a word keeps the accents that the stemmer of its language needs', () => {
  const listForms = (text: string, tag: string) =>
    listTokens(text, findLanguage(tag)).map(({ word }) => [word, findLanguage(tag).termOf(word)]);
  expect(listForms('Générales', 'fr')).toEqual([['générales', 'general']]);
  expect(listForms('Générales', 'en')).toEqual([['generales', 'general']]);
  expect(listForms('ISPARTALILAR İZMİR', 'tr')).toEqual([
    ['ıspartalılar', 'ispartali'],
    ['izmir', 'izmir'],
  ]);
  expect(listForms('Straße', 'de')).toEqual([['straße', 'strass']]);
});

/** Texts of several scripts, with what joins or ends words. */
const mixedTexts = array(
  constantFrom(
    'Zebra',
    'café',
    '搜索引擎',
    '検索',
    'ガラス',
    'ภาษาไทย',
    'Ёлка',
    '1.5',
    'a/b',
    'on-page',
    "it's",
    'İ',
    ' ',
    '-',
    '。',
    '\n',
  ),
  { maxLength: 12 },
).map((parts) => parts.join(''));

test('the offsets of a word are its place in the text, in any script and language', () => {
  assert(
    property(mixedTexts, constantFrom('en', 'de', 'tr', 'ja'), (text, tag) => {
      const language = findLanguage(tag);
      const tokens = listTokens(text, language);
      for (const { word, start, end, parts } of tokens)
        if (parts === undefined) expect(foldWord(text.slice(start, end), language)).toBe(word);
      const starts = tokens.filter(({ parts }) => parts === undefined).map(({ start }) => start);
      expect(starts).toEqual(starts.toSorted((a, b) => a - b));
    }),
    { numRuns: 2_000, seed: 20261127 },
  );
});

test('words of other scripts leave the words of a Latin text as they are', () => {
  const latin = constantFrom(
    'On-page',
    'C++',
    'GPT-4.1',
    'café',
    '24/7',
    "Google's",
    'U.S.',
    '15²',
    '1080x1920',
    'and',
  );
  assert(
    property(array(latin, { maxLength: 8 }), (words) => {
      const text = words.join(' ');
      const alone = listTokens(text, ENGLISH);
      expect(listTokens(`${text} 搜索引擎`, ENGLISH).slice(0, alone.length)).toEqual(alone);
    }),
    { numRuns: 500, seed: 20261127 },
  );
});
