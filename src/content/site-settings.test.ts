import { describe, expect, test } from 'vitest';
import {
  ARTICLE,
  ARTICLE_ADDRESS,
  formatStandard,
  listContentProblems,
  NOW,
  writeContentFolder,
} from '../../tests/support/content-folder.ts';
import { formatLearningPaths, LEARNING_ARTICLES } from '../../tests/support/learning-paths.ts';
import { compileContent } from './compile-content.ts';

const KNOWN = 'google-ads, facebook-ads, email-marketing, seo';

/** The problems of one settings file, without its name. */
async function listProblems(file: string, text: string, others = {}): Promise<readonly string[]> {
  const problems = await listContentProblems({ ...others, [file]: text });
  return problems.map((problem) => problem.replace(`content/${file}`, ''));
}

describe('categories.yaml', () => {
  const ADVICE = 'write one or two sentences (at most 200 characters) on what one can do after reading';
  const compileCategories = async (overrides = {}) => {
    const { records, problems } = await compileContent(await writeContentFolder(overrides), NOW);
    const kinds = ['category', 'subcategory'];
    return { categories: records.filter(({ kind }) => kinds.includes(kind)), problems };
  };

  test('is a problem if it is missing, and then there are no categories', async () => {
    expect(await compileCategories({ 'categories.yaml': null })).toEqual({
      categories: [],
      problems: [{ file: 'content/categories.yaml', message: 'is missing; write it' }],
    });
  });

  test('with a missing, unknown, empty or long description is a problem at its line', async () => {
    const categories = [
      'categories:',
      '  google-ads: "Words."',
      '  bing-ads: "Words."',
      '  facebook-ads: ""',
      `  email-marketing: "${'x'.repeat(201)}"`,
      'subcategories: {}',
    ];
    const problems = await listProblems('categories.yaml', categories.join('\n'));
    expect(problems.slice(0, 5)).toEqual([
      `:1 categories.seo is missing; ${ADVICE}`,
      `:3 categories.bing-ads is not a known key; remove it, or write one of ${KNOWN}`,
      `:4 categories.facebook-ads has 0 characters; ${ADVICE}`,
      `:5 categories.email-marketing has 201 characters; ${ADVICE}`,
      `:6 subcategories.ab-testing is missing; ${ADVICE}`,
    ]);
    expect(problems).toHaveLength(4 + 17);
  });

  test.each([
    ['', ':1 categories is not a mapping; write one "key: value" per line'],
    ['- seo', ':1 is not a mapping; write one "key: value" per line'],
  ])('with %j is a problem', async (text, problem) => {
    expect(await listProblems('categories.yaml', text)).toContainEqual(problem);
  });
});

describe('learning-paths.yaml', () => {
  const ADVICE = 'write 5 to 8 articles, each as "- slug", the one to begin with first';
  const list = (text: string) => listProblems('learning-paths.yaml', text, LEARNING_ARTICLES);

  test('with a missing, unknown, short or long path is a problem at its line', async () => {
    const steps = (count: number) => `[${Array.from({ length: count }, (_, index) => `step-${index}`)}]`;
    const paths = [`bing-ads: ${steps(5)}`, `google-ads: ${steps(4)}`, `facebook-ads: ${steps(9)}`, 'seo: 5'];
    expect(await list(paths.join('\n'))).toEqual([
      `:1 bing-ads is not a known key; remove it, or write one of ${KNOWN}`,
      `:1 email-marketing is missing; ${ADVICE}`,
      `:2 google-ads has 4 articles; ${ADVICE}`,
      `:3 facebook-ads has 9 articles; ${ADVICE}`,
      `:4 seo is not a list; ${ADVICE}`,
    ]);
  });

  test('with a step that is not a string is a problem at the line of the step', async () => {
    expect(await list(formatLearningPaths().replace('- seo-step-2', '- 7'))).toEqual([
      ':21 seo.1 is not a text; write the slug of an article, such as keyword-match-types',
    ]);
  });

  test('that is not YAML is a problem', async () => {
    expect(await list('seo: [')).toEqual([expect.stringMatching(/^:1 is not valid YAML/)]);
  });
});

describe('synonyms.yaml', () => {
  test('lists names with the same meaning, and other meanings of a name', async () => {
    const text = 'same:\n  - [Google Ads, AdWords]\nalso:\n  PPC: [Google Ads]\n';
    const folder = await writeContentFolder({ 'synonyms.yaml': text });
    const { records, problems } = await compileContent(folder, NOW);
    expect(problems).toEqual([]);
    expect(records.find(({ kind }) => kind === 'synonyms')).toMatchObject({
      names: [
        { typed: 'google ads', meant: ['AdWords'] },
        { typed: 'adwords', meant: ['Google Ads'] },
        { typed: 'ppc', meant: ['Google Ads'] },
      ],
    });
  });

  test('with a single name or a name without words is a problem at its line', async () => {
    const text = 'same:\n  - [Google Ads]\nalso:\n  PPC: ["!"]\n';
    expect(await listProblems('synonyms.yaml', text)).toEqual([
      ':2 same.0 is one name alone; write two names or more, such as [Google Ads, AdWords]',
      ':4 also.PPC.0 has no words; write a name of 1 to 60 characters, such as Google Ads',
    ]);
  });
});

describe('standard.yaml', () => {
  const COUNT = 'write a whole number, such as 3';
  const REASON = 'write what the phrases do to a text, and what to write instead (at most 200 characters)';

  test('adds the rules that it lists', async () => {
    expect(await listContentProblems({ 'standard.yaml': formatStandard() })).toEqual([
      `content/${ARTICLE} is linked from no other article; link to ${ARTICLE_ADDRESS} from one where it helps`,
    ]);
  });

  test('with mistakes is a problem at each line, and adds no rules', async () => {
    const standard = [
      'wordsMin: many',
      'wordsMax: 12.5',
      'titlesMax: 60',
      'forbiddenPhrases:',
      '  - reason: ""',
      '    phrases: []',
      '  - phrases:',
      '      - unlock',
      '      - "…"',
      `      - "${'x'.repeat(81)}"`,
    ];
    expect(await listProblems('standard.yaml', standard.join('\n'))).toEqual([
      `:1 articleLinksMin is missing; ${COUNT}`,
      `:1 wordsMin is not a whole number; ${COUNT}`,
      `:2 wordsMax is not a whole number; ${COUNT}`,
      ':3 titlesMax is not a known key; remove it, or write one of wordsMin, wordsMax, articleLinksMin, forbiddenPhrases',
      `:5 forbiddenPhrases.0.reason has 0 characters; ${REASON}`,
      ':6 forbiddenPhrases.0.phrases is empty; write one phrase or more, each as "- "',
      `:7 forbiddenPhrases.1.reason is missing; ${REASON}`,
      ':9 forbiddenPhrases.1.phrases.1 has no words; write 1 to 80 characters',
      ':10 forbiddenPhrases.1.phrases.2 has 81 characters; write 1 to 80 characters',
    ]);
  });

  test.each([
    [{ wordsMin: 9, wordsMax: 8 }, ':2 wordsMax is less than wordsMin; write a larger number'],
    [{ wordsMin: -1 }, `:1 wordsMin is negative; ${COUNT}`],
    [
      { forbiddenPhrases: 'unlock' },
      ':4 forbiddenPhrases is not a list; write one "- reason: …" with its phrases for each group, or [] for none',
    ],
  ])('with %j is a problem', async (keys, problem) => {
    expect(await listProblems('standard.yaml', formatStandard(keys))).toEqual([problem]);
  });
});
