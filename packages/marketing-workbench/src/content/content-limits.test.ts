import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import {
  COMPILED_AT,
  formatArticle,
  listContentFindings,
  writeContentFolder,
} from '../../../../tests/support/content-folder.ts';
import { compileContent } from './compile-content.ts';

const FOLDER = 'articles/seo/local-seo';
const TAKES_TOO_LONG =
  'takes more than 5 s to compile; split it, or reduce what is nested or repeated very often';

/** Each stops a publisher for minutes or takes all its memory, unless it is refused. */
const ATTACKS: Readonly<Record<string, readonly [text: string, problem: string]>> = {
  'a-heavy.md': [
    formatArticle({ title: 'Heavy' }, 'Words. '.repeat(40_000)),
    'is 281 kB, over the limit of 250 kB; split it into several texts',
  ],
  'b-deep.md': [
    formatArticle({ title: 'Deep' }, `${'> '.repeat(150)}Words.`),
    'is nested too deeply; use at most 100 levels of nesting',
  ],
  'c-slow.md': [
    formatArticle({ title: 'Slow' }, '*a '.repeat(40_000) + 'b* '.repeat(40_000)),
    TAKES_TOO_LONG,
  ],
  'd-blown-up.md': [
    formatArticle({ title: 'Blown up' }, `[a]: /${'x'.repeat(50_000)}\n\n${'[a] '.repeat(200)}`),
    'becomes more than 2 MB of HTML; split it, or refer to long addresses and notes less often',
  ],
  'f-coloured.md': [
    formatArticle(
      { title: 'Coloured' },
      `\`\`\`python\n${'f"{'.repeat(6_000)}\n\`\`\`\n\n`.repeat(6),
    ),
    'becomes more than 2 MB of HTML; split it, or refer to long addresses and notes less often',
  ],
  'e-mistaken.md': [
    formatArticle({ title: 'Mistaken' }, 'One <b>word</b>.\n\n'.repeat(200)),
    'has 100 more problems; fix these first',
  ],
};

test('a text that is too large, too deep, too slow or too long as HTML is reported with its limit', async () => {
  const problems = await listContentFindings({
    ...Object.fromEntries(
      Object.entries(ATTACKS).map(([name, [text]]) => [`${FOLDER}/${name}`, text]),
    ),
    'synonyms.yaml': `same: ${'['.repeat(30_000)}\n`,
    'redirects.yaml': '#'.repeat(1_000_001),
  });
  for (const [name, [, problem]] of Object.entries(ATTACKS))
    expect(problems).toContain(`content/${FOLDER}/${name}:1 ${problem}`);
  expect(problems).toContain(
    'content/redirects.yaml:1 is 1.1 MB, over the limit of 1 MB; shorten it',
  );
  expect(problems.filter((problem) => problem.includes('e-mistaken.md'))).toHaveLength(101);
  expect(problems.filter((problem) => problem.startsWith('content/synonyms.yaml'))).toHaveLength(1);
  expect(problems.filter((problem) => problem.includes('base-article'))).toEqual([]);
});

test('texts for which no time is left are not compiled, and links to them are no errors', async () => {
  const file = `${FOLDER}/one.md`;
  const folder = await writeContentFolder({
    [file]: formatArticle({ title: 'One' }, 'Words ==a==.'),
  });
  const leftOut = new Map<string, string>();
  const compile = async (ms: number) => {
    const options = { pictures: 'named', timeLimit: { ms, leftOut } } as const;
    const { problems } = await compileContent(folder, COMPILED_AT, options);
    return problems.map(({ file, message }) => `${file} ${message}`);
  };
  expect(await compile(-1)).toEqual([]);
  expect(leftOut.has(`content/${file}`)).toBe(true);
  // A later run compiles it only if it has changed.
  expect(await compile(300_000)).toEqual([]);
  writeFileSync(path.join(folder, file), formatArticle({ title: 'One' }, 'Words ==b==.'));
  expect(await compile(300_000)).toEqual([`content/${file} ==b== is not marked; write **b**`]);
});
