import { expect, test } from 'vitest';
import { foldWord, listTokens } from './tokenizer.ts';

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
  expect(listTokens(text).map(({ word }) => word)).toEqual(words.split(' '));
});

test('a word has only letters, digits and a few signs, whichever character of Unicode it has', () => {
  for (let code = 1; code <= 0x10ffff; code++) {
    if (code >= 0xd800 && code <= 0xdfff) continue;
    const word = foldWord(`a${String.fromCodePoint(code)}1`);
    if (!/^[\p{L}\p{N}.,⁄+#]+$/u.test(word) || word !== word.toLowerCase())
      expect([code, word]).toBe('clean');
  }
});
