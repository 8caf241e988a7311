import { expect, test } from 'vitest';
import { compileSynonyms } from './synonyms.ts';

test('names of one thing stand for each other, and a broader word for what it may mean', () => {
  const { records, problems } = compile('same:\n  - [Google Ads, AdWords]\nalso:\n  PPC: [Google Ads]\n');
  expect(problems).toEqual([]);
  expect(records[0]?.names).toEqual([
    { typed: 'google ads', meant: ['AdWords'] },
    { typed: 'adwords', meant: ['Google Ads'] },
    { typed: 'ppc', meant: ['Google Ads'] },
  ]);
});

test('a name alone and a name without words are problems, with their lines', () => {
  const { records, problems } = compile('same:\n  - [Google Ads]\nalso:\n  PPC: ["!"]\n');
  expect(records).toEqual([]);
  expect(problems.map(({ line, message }) => [line, message.includes('write')])).toEqual([
    [expect.any(Number), true],
    [expect.any(Number), true],
  ]);
});

function compile(text: string) {
  return compileSynonyms({ file: 'content/synonyms.yaml', bytes: new TextEncoder().encode(text) });
}
