import { expect, test } from 'vitest';
import { listContentProblems, writeContentFolder } from '../../tests/support/content-folder.ts';
import { compileContent } from './compile-content.ts';

test('names of one thing stand for each other, and a broader word for what it may mean', async () => {
  const text = 'same:\n  - [Google Ads, AdWords]\nalso:\n  PPC: [Google Ads]\n';
  const { records, problems } = await compileContent(await writeContentFolder({ 'synonyms.yaml': text }));
  expect(problems).toEqual([]);
  expect(records.find(({ kind }) => kind === 'synonyms')).toMatchObject({
    names: [
      { typed: 'google ads', meant: ['AdWords'] },
      { typed: 'adwords', meant: ['Google Ads'] },
      { typed: 'ppc', meant: ['Google Ads'] },
    ],
  });
});

test('a name alone and a name without words are problems, with their lines', async () => {
  const text = 'same:\n  - [Google Ads]\nalso:\n  PPC: ["!"]\n';
  expect(await listContentProblems({ 'synonyms.yaml': text })).toEqual([
    'content/synonyms.yaml:2 same.0 is one name alone; write two names or more, such as [Google Ads, AdWords]',
    'content/synonyms.yaml:4 also.PPC.0 has no words; write a name of 1 to 60 characters, such as Google Ads',
  ]);
});
