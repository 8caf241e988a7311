import sharp from 'sharp';
import { expect, test } from 'vitest';
import { formatArticle, writeContentFolder } from '../tests/support/content-folder.ts';
import { spawnCommand } from '../tests/support/spawn-command.ts';
import { createDataDir } from '../tests/support/temporary-store.ts';

const FOLDER = 'articles/seo/local-seo';
const TAKES_TOO_LONG =
  'takes more than 5 s to compile; split it, or reduce what is nested or repeated very often';

/** A publisher has the lowest priority, and one of these texts takes the five seconds of computing that it may. */
const BUSY_MACHINE_MS = 600_000;

/** Each stops a publisher for minutes or takes all its memory, unless it is refused. */
const ATTACKS: Readonly<Record<string, readonly [text: string, problem: string]>> = {
  'a-heavy.md': [
    formatArticle({ title: 'Heavy' }, 'Words. '.repeat(40_000)),
    'is 281 kB, over the limit of 250 kB; split it into several texts',
  ],
  'b-deep.md': [
    formatArticle({ title: 'Deep' }, `${'> '.repeat(150)}Words.`),
    'is nested too deeply; write it flatter, with at most 100 elements in each other',
  ],
  'c-slow.md': [
    formatArticle({ title: 'Slow' }, '*a '.repeat(40_000) + 'b* '.repeat(40_000)),
    TAKES_TOO_LONG,
  ],
  'd-blown-up.md': [
    formatArticle({ title: 'Blown up' }, `[a]: /${'x'.repeat(50_000)}\n\n${'[a] '.repeat(200)}`),
    'comes to more than 2 MB of HTML; split it, or name long addresses and notes less often',
  ],
  'e-mistaken.md': [
    formatArticle({ title: 'Mistaken' }, 'One <b>word</b>.\n\n'.repeat(200)),
    'has 300 more problems; fix these first',
  ],
};

test(
  'a text that is too large, too deep, too slow or too long as HTML is reported with its limit',
  async () => {
    const files = Object.entries(ATTACKS).map(([name, [text]]) => [`${FOLDER}/${name}`, text]);
    const contentDir = await writeContentFolder({
      ...Object.fromEntries(files),
      'synonyms.yaml': `same: ${'['.repeat(30_000)}\n`,
      'redirects.yaml': '#'.repeat(1_000_001),
    });
    const { status, output } = await spawnCommand(['check'], {
      CONTENT_DIR: contentDir,
      DATA_DIR: createDataDir(),
    }).ended;
    expect(status).toBe(1);
    const lines = output.trim().split('\n');
    for (const [name, [, problem]] of Object.entries(ATTACKS))
      expect(lines).toContain(`content/${FOLDER}/${name} ${problem}`);
    expect(lines).toContain('content/redirects.yaml is 1.1 MB, over the limit of 1 MB; shorten it');
    // A hundred, and how many more.
    expect(lines.filter((line) => line.startsWith('content/synonyms.yaml'))).toHaveLength(101);
    expect(lines.filter((line) => line.includes('base-article'))).toEqual([]);
  },
  BUSY_MACHINE_MS,
);

test('publishing reports the number of photographs, and publishing again does not encode them', async () => {
  const photograph = async (background: string) =>
    sharp({ create: { width: 60, height: 40, channels: 3, background } })
      .jpeg()
      .toBuffer();
  const body = ['a', 'b'].map((name) => `![A shop.](${name}.jpg "The shop ${name}.")`).join('\n\n');
  const contentDir = await writeContentFolder({
    [`${FOLDER}/base-article.md`]: formatArticle({}, `Words.\n\n${body}`),
    [`${FOLDER}/a.jpg`]: await photograph('#b4501e'),
    [`${FOLDER}/b.jpg`]: await photograph('#2a6558'),
  });
  const environment = { CONTENT_DIR: contentDir, DATA_DIR: createDataDir() };
  const first = await spawnCommand(['publish'], environment).ended;
  expect(first.output).toContain('0 of 2 pictures\n');
  expect(first.output).toContain('1 articles, 28 legacy posts, 6 pictures');
  const second = await spawnCommand(['publish'], environment).ended;
  expect(second.output).not.toContain('of 2 pictures');
  expect(second.output).toContain(': 0 added, 0 changed, 0 removed;');
});
