import { readFileSync } from 'node:fs';
import path from 'node:path';
import { compileContent } from 'marketing-workbench/content/compile-content';
import { expect, test } from 'vitest';
import { createSource, createSourceImport } from '../../../../tests/support/imported-site.ts';
import type { CheckFolder } from './hold-back.ts';

const FILE = 'articles/x/a.md';

/** Refuses a line of `a` that begins with the word, and its front matter if `key` stands there. */
function refuse(word: string): CheckFolder {
  return async (folder) => {
    const text = readFileSync(path.join(folder, FILE), 'utf8').replaceAll(
      /^```unconverted\n[^`]*```$/gm,
      (fence) => fence.replaceAll(/[^\n]/g, ''),
    );
    const line = text.split('\n').findIndex((one) => one.startsWith(word)) + 1;
    return { errors: line === 0 ? [] : [{ file: `site/${FILE}`, line, message: 'is refused' }] };
  };
}

test('a text that the check refuses becomes a draft, whose faulty block is kept in a fence', async () => {
  const { folder, load, read } = createSourceImport();
  const source = createSource([
    { id: 'a', categories: ['x'], body: '<p>Before.</p><p>Bad <b>words</b></p><p>After.</p>' },
    { id: 'b', categories: ['x'], body: '<p>See <a href="/2015/a/">the other</a>.</p>' },
  ]);
  const { texts, problems } = await load(source, false, refuse('Bad'));
  expect(texts.map(({ file, isDraft, notes }) => ({ file, isDraft, notes }))).toEqual([
    {
      file: FILE,
      isDraft: true,
      notes: ['the text is a draft, because the check found: is refused'],
    },
    {
      file: 'articles/x/b.md',
      isDraft: false,
      notes: [expect.stringMatching(/its words remain: it leads to a draft/)],
    },
  ]);
  expect(problems).toEqual([]);
  expect(read(FILE)).toMatch(/^draft: true$/m);
  expect(read(FILE)).toContain('Before.\n\n```unconverted\nBad **words**\n```\n\nAfter.\n');
  expect((await compileContent(folder)).problems).toEqual([]);
  const again = await load(source, false, refuse('Bad'));
  expect(again.texts.map(({ written }) => written)).toEqual(['same', 'same']);
});

test('a text whose front matter the check refuses is a draft with its body, and the error is said', async () => {
  const { load, read } = createSourceImport();
  const source = createSource([{ id: 'a', categories: ['x'], body: '<p>Words.</p>' }]);
  const { texts, problems } = await load(source, false, refuse('title:'));
  expect(texts.map(({ isDraft }) => isDraft)).toEqual([true]);
  expect(read(FILE)).toContain('\n\nWords.\n');
  expect(problems).toEqual([`site/${FILE}:2 is refused`]);
});

test('a body that is refused in spite of its fences becomes one fence', async () => {
  const { load, read } = createSourceImport();
  const source = createSource([{ id: 'a', categories: ['x'], body: '<p>Bad</p><p>More.</p>' }]);
  let round = 0;
  const refuseTwice: CheckFolder = async (folder) => {
    round += 1;
    const lines = readFileSync(path.join(folder, FILE), 'utf8').split('\n');
    const line = lines.indexOf('Bad') + 1;
    return { errors: round > 2 ? [] : [{ file: `site/${FILE}`, line, message: 'is refused' }] };
  };
  const { problems } = await load(source, false, refuseTwice);
  expect(read(FILE)).toContain('\n\n````unconverted\n```unconverted\nBad\n```\n\nMore.\n````\n');
  expect(problems).toEqual([]);
});

test('a text with an error of the whole file becomes one fence at once', async () => {
  const { load, read } = createSourceImport();
  const source = createSource([{ id: 'a', categories: ['x'], body: '<p>One.</p><p>Two.</p>' }]);
  let rounds = 0;
  const { texts, problems } = await load(source, false, async (folder) => {
    rounds += 1;
    const isKept = readFileSync(path.join(folder, FILE), 'utf8').includes('```unconverted');
    return { errors: isKept ? [] : [{ file: `site/${FILE}`, message: 'takes too long' }] };
  });
  expect(rounds).toBe(2);
  expect(texts.map(({ isDraft }) => isDraft)).toEqual([true]);
  expect(read(FILE)).toContain('\n\n```unconverted\nOne.\n\nTwo.\n```\n');
  expect(problems).toEqual([]);
});

test('texts for whose check no time was left are named', async () => {
  const { load } = createSourceImport();
  const source = createSource([{ id: 'a', categories: ['x'] }]);
  const unchecked = ['a', 'b', 'c', 'd'].map((name) => `site/articles/x/${name}.md`);
  const { problems } = await load(source, false, async () => ({ errors: [], unchecked }));
  expect(problems).toEqual([
    '4 texts could not be checked, since other texts took too long: site/articles/x/a.md, site/articles/x/b.md, site/articles/x/c.md and others; the command “check” checks them',
  ]);
});
