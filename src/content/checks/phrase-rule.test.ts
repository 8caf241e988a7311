import { describe, expect, test } from 'vitest';
import {
  ARTICLE,
  formatArticle,
  formatLegacyPost,
  formatStandard,
  legacyFile,
  listContentProblems,
  SVG,
} from '../../../tests/support/content-folder.ts';
import { LEGACY_PATHS } from '../../site/legacy-paths.ts';

const FORBIDDEN = [
  { reason: 'promises; tell', phrases: ['delv*', 'game-changer', "it's not just", 'look no further'] },
  { reason: 'turns; say it', phrases: ['not only … but'] },
];

const STANDARD = formatStandard({ forbiddenPhrases: FORBIDDEN });

/** What the check says of phrases in one article with this body, which begins on line 8. */
const listPhraseProblems = (body: string, keys: Parameters<typeof formatArticle>[0] = {}) =>
  listIn({ [ARTICLE]: formatArticle(keys, body) });

async function listIn(texts: Readonly<Record<string, string>>) {
  const problems = await listContentProblems({ ...texts, 'standard.yaml': STANDARD });
  return problems.filter((problem) => problem.includes('says'));
}

describe('a stock phrase is a problem', () => {
  test.each([
    ['Look no further.', 'Look no further', 'promises; tell'],
    ['A GAME changer.', 'GAME changer', 'promises; tell'],
    ['A game-changer.', 'game-changer', 'promises; tell'],
    ['Now it’s not just you.', 'it’s not just', 'promises; tell'],
    ["Now it's not **just** you.", 'it’s not just', 'promises; tell'],
    ['We delve, [delving](/seo) on.', 'delve', 'promises; tell', 'delving'],
    ['It is not only cheap and quick, but good.', 'not only cheap and quick, but', 'turns; say it'],
    ['| a |\n|---|\n| delves |', 'delves', 'promises; tell'],
  ])('in %j', async (body, phrase, reason, ...more) => {
    const line = body.startsWith('|') ? 10 : 8;
    expect(await listPhraseProblems(body)).toEqual(
      [phrase, ...more].map((said) => `content/${ARTICLE}:${line} says “${said}”, which ${reason}`),
    );
  });

  test('at the line where it begins, in whatever it stands', async () => {
    const body = [
      'One line,',
      'another, with look',
      'no further.',
      '',
      '- an item',
      '  and delve',
      '',
      '> [!TIP]',
      '> Words',
      '> and delving.',
      '',
      '```',
      'Dear Ann,',
      'delved.',
      '```',
    ].join('\n');
    expect(await listPhraseProblems(body)).toEqual([
      `content/${ARTICLE}:9 says “look no further”, which promises; tell`,
      `content/${ARTICLE}:13 says “delve”, which promises; tell`,
      `content/${ARTICLE}:17 says “delving”, which promises; tell`,
      `content/${ARTICLE}:21 says “delved”, which promises; tell`,
    ]);
  });

  test('in the front matter, an alt text and a caption', async () => {
    const keys = {
      title: 'Delve',
      excerpt: 'Look no further.',
      metaDescription: `Delving ${'x '.repeat(60)}`,
    };
    const image = { 'articles/seo/local-seo/a.svg': SVG };
    const body = 'Words.\n\n![We delve](a.svg "A game changer")';
    expect(await listIn({ ...image, [ARTICLE]: formatArticle(keys, body) })).toEqual([
      `content/${ARTICLE}:2 says “Delve”, which promises; tell`,
      `content/${ARTICLE}:3 says “Look no further”, which promises; tell`,
      `content/${ARTICLE}:4 says “Delving”, which promises; tell`,
      `content/${ARTICLE}:10 says “delve”, which promises; tell`,
      `content/${ARTICLE}:10 says “game changer”, which promises; tell`,
    ]);
  });

  test('in the guide and in a legacy post', async () => {
    const [path = ''] = LEGACY_PATHS;
    const guide = 'guides/google-ads-coupon-codes.md';
    const legacy = formatLegacyPost(path).replace('Words that still hold.', 'We delve.');
    const text = `---\ntitle: "G"\nmetaDescription: "${'x'.repeat(110)}"\npublishedAt: 2025-01-01\n---\n\nWe delve.\n`;
    expect(await listIn({ [guide]: text, [legacyFile(path)]: legacy })).toEqual([
      `content/${guide}:7 says “delve”, which promises; tell`,
      `content/${legacyFile(path)}:7 says “delve”, which promises; tell`,
    ]);
  });
});

describe('no stock phrase is', () => {
  test.each([
    'Words that say something.',
    'An undelved shaft.',
    'Look. No further words.',
    'A game.\n\nChanger of tires.',
    'It is not only one two three four five six seven eight nine but.',
    '`code` and [a link](/seo)',
  ])('%j', async (body) => {
    expect(await listPhraseProblems(body)).toEqual([]);
  });

  test('one in a draft', async () => {
    expect(await listPhraseProblems('We delve.', { draft: true })).toEqual([]);
  });

  test('one in a folder without a standard', async () => {
    expect(await listContentProblems({ [ARTICLE]: formatArticle({}, 'We delve.') })).toEqual([]);
  });
});
