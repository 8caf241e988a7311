import { describe, expect, test } from 'vitest';
import { compileFolder } from '../../../../tests/support/compile-folder.ts';
import {
  ARTICLE_ADDRESS,
  ARTICLE_FILE,
  COMPILED_AT,
  formatArticle,
  formatStandard,
  listContentFindings,
  writeContentFolder,
} from '../../../../tests/support/content-folder.ts';
import {
  formatLearningPaths,
  LEARNING_ARTICLES,
} from '../../../../tests/support/learning-paths.ts';

const KNOWN = 'google-ads, facebook-ads, email-marketing, seo';

/** The problems of one settings file, without its name. */
async function listProblems(file: string, text: string, others = {}): Promise<readonly string[]> {
  const problems = await listContentFindings({ ...others, [file]: text });
  return problems.map((problem) => problem.replace(`content/${file}`, ''));
}

describe('categories.yaml', () => {
  const ADVICE =
    'write one or two sentences (at most 200 characters) on what one can do after reading';
  const compileCategories = async (overrides = {}) => {
    const { records, problems } = await compileFolder(
      await writeContentFolder(overrides),
      COMPILED_AT,
    );
    const kinds = ['category', 'subcategory'];
    return { categories: records.filter(({ kind }) => kinds.includes(kind)), problems };
  };

  test('may be missing: categories then have a plain description', async () => {
    const { categories, problems } = await compileCategories({ 'categories.yaml': null });
    expect(problems).toEqual([]);
    expect(categories).toHaveLength(21);
    expect(categories).toContainEqual(
      expect.objectContaining({ slug: 'local-seo', description: 'All articles on Local SEO.' }),
    );
  });

  test('with an unknown, empty or long description is a problem at its line', async () => {
    const categories = [
      'categories:',
      '  google-ads: "Words."',
      '  bing-ads: "Words."',
      '  facebook-ads: ""',
      `  email-marketing: "${'x'.repeat(201)}"`,
      'subcategories: {}',
    ];
    const problems = await listProblems('categories.yaml', categories.join('\n'));
    expect(problems).toEqual([
      `:3 categories.bing-ads is not a known key; remove it, or write one of ${KNOWN}`,
      `:4 categories.facebook-ads has 0 characters; ${ADVICE}`,
      `:5 categories.email-marketing has 201 characters; ${ADVICE}`,
    ]);
  });

  test.each([
    [
      'categories: 5',
      expect.stringMatching(/^:1 categories is not a mapping; .* per line, of google-ads, /),
    ],
    ['- seo', ':1 is not a mapping; write one "key: value" per line, of categories, subcategories'],
  ])('with %j is a problem', async (text, problem) => {
    expect(await listProblems('categories.yaml', text)).toContainEqual(problem);
  });
});

describe('learning-paths.yaml', () => {
  const ADVICE = 'write 5 to 8 articles, each as "- slug", the one to begin with first';
  const list = (text: string) => listProblems('learning-paths.yaml', text, LEARNING_ARTICLES);

  test('may leave out categories; a very short or long path gets advice', async () => {
    const slugs = Object.keys(LEARNING_ARTICLES).map((file) => file.replace(/.*\/(.*)\.md/, '$1'));
    const seo = slugs.filter((slug) => slug.startsWith('seo'));
    const more = Array.from({ length: 4 }, (_, index) => `google-ads-step-${6 + index}`);
    const others = more.map((slug) => [
      `articles/google-ads/${slug}.md`,
      formatArticle({ title: slug }),
    ]);
    const googleAds = [...slugs.filter((slug) => slug.startsWith('google')), ...more];
    const text = `seo: [${seo[0]}]\ngoogle-ads: [${googleAds}]`;
    const articles = { ...LEARNING_ARTICLES, ...Object.fromEntries(others) };
    expect(await listProblems('learning-paths.yaml', text, articles)).toEqual([
      `:1 advice (learningPaths): seo has 1 article; ${ADVICE}`,
      `:2 advice (learningPaths): google-ads has 9 articles; ${ADVICE}`,
    ]);
  });

  test('with an unknown, empty or invalid path is a problem at its line', async () => {
    const steps = (count: number) =>
      `[${Array.from({ length: count }, (_, index) => `step-${index}`)}]`;
    const paths = [`bing-ads: ${steps(5)}`, 'google-ads: []', 'seo: 5'];
    expect(await list(paths.join('\n'))).toEqual([
      `:1 bing-ads is not a known key; remove it, or write one of ${KNOWN}`,
      `:2 google-ads has no articles; ${ADVICE}, or leave the category out`,
      `:3 seo is not a list; ${ADVICE}`,
    ]);
  });

  test('with a step that is not a string is a problem at the line of the step', async () => {
    expect(await list(formatLearningPaths().replace('- seo-step-2', '- 7'))).toEqual([
      ':21 seo 2 is not a text; write "7", in quotes',
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
    const { records, problems } = await compileFolder(folder, COMPILED_AT);
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
      ':2 same 1 is one name alone; write two names or more, such as [Google Ads, AdWords]',
      ':4 also.PPC 1 has no words; write a name of 1 to 60 characters, such as Google Ads',
    ]);
  });
});

describe('standard.yaml', () => {
  const COUNT = 'write a whole number, such as 3';
  const KEYS =
    'wordsMin, wordsMax, articleLinksMin, titleMax, excerptMax, metaDescriptionMin, metaDescriptionMax, folders, forbiddenPhrases, enforce';
  const ENFORCE =
    'write true, or a list of the rules lengths, descriptions, repeats, paragraphs, words, articleLinks, phrases, orphans, headings, captions, tables, insecureLinks, redirectedLinks, facts, learningPaths, unusedPictures, unusedDownloads, dates, overdueChecks, indexing, colours, analytics, publicFiles, unconverted, ownFiles, drawings, unsafeDrawings, codeLanguages';
  const REASON =
    'write what the phrases do to a text, and what to write instead (at most 200 characters)';

  test('turns its advice into errors where it says so', async () => {
    const listKinds = async (enforce: unknown) => {
      const text = formatArticle({ title: 'x'.repeat(61) });
      const standard = formatStandard({ enforce });
      const files = { [ARTICLE_FILE]: text, 'standard.yaml': standard };
      const { problems, advice, records } = await compileFolder(
        await writeContentFolder(files),
        COMPILED_AT,
      );
      return {
        isPublished: records.some(({ kind }) => kind === 'post'),
        problems: problems.map(({ message }) => message.slice(0, 9)),
        advice: advice.map(({ rule }) => rule),
      };
    };
    const [orphan, long] = ['has no li', 'title has'];
    expect(await listKinds(true)).toEqual({
      isPublished: false,
      problems: [orphan, long],
      advice: [],
    });
    const some = { isPublished: false, problems: [long], advice: ['orphans'] };
    expect(await listKinds(['lengths'])).toEqual(some);
    const none = { isPublished: true, problems: [], advice: ['orphans', 'lengths'] };
    expect(await listKinds(undefined)).toEqual(none);
    expect(await listKinds(false)).toEqual(none);
  });

  test('enforces the age of checks only by its name', async () => {
    const listErrors = async (enforce: unknown) => {
      const files = {
        [ARTICLE_FILE]: formatArticle({ checkedAt: '2024-01-02' }),
        'standard.yaml': formatStandard({ enforce }),
      };
      const { problems } = await compileFolder(await writeContentFolder(files), COMPILED_AT);
      return problems.map(({ message }) => message.slice(0, 9));
    };
    expect(await listErrors(true)).toEqual(['has no li']);
    expect(await listErrors(['overdueChecks'])).toEqual(['checkedAt']);
  });

  test('has limits of their own for folders, of which the deepest applies', async () => {
    const folders = {
      'articles/seo': { wordsMin: 4, articleLinksMin: 1 },
      'articles/seo/local-seo': { wordsMin: 3, titleMax: 5 },
    };
    const problems = await listContentFindings({
      'articles/google-ads/one.md': formatArticle({ title: 'One long title' }, 'Two words.'),
      'standard.yaml': formatStandard({ folders }),
    });
    expect(problems.filter((problem) => !problem.includes('has no link from'))).toEqual([
      `content/${ARTICLE_FILE}:1 has 2 words; an article has 3 to 9999, so say what is missing`,
      `content/${ARTICLE_FILE}:1 links to 0 other articles; link to at least 1 where they help`,
      `content/${ARTICLE_FILE}:2 title has 12 characters; write 1 to 5 characters`,
    ]);
  });

  test('adds the rules that it lists', async () => {
    expect(await listContentFindings({ 'standard.yaml': formatStandard() })).toEqual([
      `content/${ARTICLE_FILE}:1 has no link from another text; link to ${ARTICLE_ADDRESS} from one where it helps`,
    ]);
  });

  test('with mistakes is a problem at each line, and adds no rules', async () => {
    const standard = [
      'wordsMin: many',
      'wordsMax: 12.5',
      'colour: red',
      'forbiddenPhrases:',
      '  - reason: ""',
      '    phrases: []',
      '  - phrases:',
      '      - unlock',
      '      - "…"',
      `      - "${'x'.repeat(81)}"`,
    ];
    expect(await listProblems('standard.yaml', standard.join('\n'))).toEqual([
      `:1 wordsMin is not a whole number; ${COUNT}`,
      `:2 wordsMax is not a whole number; ${COUNT}`,
      `:3 colour is not a known key; remove it, or write one of ${KEYS}`,
      `:5 reason in forbiddenPhrases 1 has 0 characters; ${REASON}`,
      ':6 phrases in forbiddenPhrases 1 is empty; write one phrase or more, each as "- "',
      `:7 reason in forbiddenPhrases 2 is missing; ${REASON}`,
      ':9 phrases 2 in forbiddenPhrases 2 has no words; write 1 to 80 characters',
      ':10 phrases 3 in forbiddenPhrases 2 has 81 characters; write 1 to 80 characters',
    ]);
  });

  test.each([
    [{ wordsMin: 9, wordsMax: 8 }, ':2 wordsMax is less than wordsMin; write a larger number'],
    [{ wordsMin: -1 }, `:1 wordsMin is negative; ${COUNT}`],
    [
      { forbiddenPhrases: 'unlock' },
      ':4 forbiddenPhrases is not a list; write one "- reason: …" with its phrases for each group, or [] for none',
    ],
    [
      { metaDescriptionMin: 161 },
      ':1 metaDescriptionMax is less than metaDescriptionMin; write a larger number',
    ],
    [{ enforce: 'all' }, `:5 enforce is neither true nor a list; ${ENFORCE}`],
    [{ enforce: ['words', 'lenghts'] }, ':5 enforce 2 is not a rule; did you mean lengths?'],
    [
      { folders: { 'articles/seo': { wordMin: 3 } } },
      ':6 `wordMin` in folders.articles/seo: did you mean `wordsMin`?',
    ],
    [
      { folders: { 'articles/seo/locl-seo': {} } },
      ':6 folders.articles/seo/locl-seo is not a folder with texts; did you mean articles/seo/local-seo?',
    ],
    [
      { folders: { 'articles/seo': { wordsMin: 10_000 } } },
      ':6 folders.articles/seo.wordsMax is less than wordsMin; write a larger number',
    ],
  ])('with %j is a problem', async (keys, problem) => {
    const problems = await listProblems('standard.yaml', formatStandard(keys));
    expect(problems.filter((message) => message.startsWith(':'))).toEqual([problem]);
  });
});
