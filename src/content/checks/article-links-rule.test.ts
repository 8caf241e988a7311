import { describe, expect, test } from 'vitest';
import {
  ARTICLE,
  ARTICLE_ADDRESS,
  formatArticle,
  formatStandard,
  listContentProblems,
} from '../../../tests/support/content-folder.ts';

const FROM = 'articles/seo/on-page-seo/from.md';
const OTHER = 'articles/seo/technical-seo/other.md';
const THIRD = 'articles/seo/technical-seo/third.md';
const [TO_BASE, TO_OTHER, TO_THIRD, TO_FROM] = [
  `[base](${ARTICLE_ADDRESS})`,
  '[other](/seo/technical-seo/other)',
  '[third](/seo/technical-seo/third)',
  '[from](/seo/on-page-seo/from)',
];

describe('links to other articles', () => {
  const listLinkProblems = async (body: string, keys: Parameters<typeof formatArticle>[0] = {}) => {
    const problems = await listContentProblems({
      [FROM]: formatArticle({ title: 'From', ...keys }, body),
      [OTHER]: formatArticle({ title: 'Other' }, '## Part\n\nWords.'),
      'standard.yaml': formatStandard({ articleLinksMin: 2 }),
    });
    return problems.filter((problem) => problem.startsWith(`content/${FROM} links`));
  };

  test('are enough where they lead to as many articles as the standard says', async () => {
    expect(await listLinkProblems(`${TO_BASE} ${TO_OTHER}`)).toEqual([]);
  });

  test.each([
    ['no link', 'Words.', '0 other articles'],
    ['two links to one article', `${TO_BASE}, [again](${ARTICLE_ADDRESS})`, '1 other article'],
    ['a link to the article itself', `${TO_BASE} ${TO_FROM} [here](#here)\n\n## Here`, '1 other article'],
    ['links to pages that are no articles', `${TO_BASE} [a](/seo) [b](/articles)`, '1 other article'],
    ['an anchor of an article', '[part](/seo/technical-seo/other#part)', '1 other article'],
  ])('are too few: %s', async (_, body, found) => {
    expect(await listLinkProblems(body)).toEqual([
      `content/${FROM} links to ${found}; link to at least 2 where they help`,
    ]);
  });

  test('may be missing in a draft', async () => {
    expect(await listLinkProblems('Words.', { draft: true })).toEqual([]);
  });
});

describe('an orphan', () => {
  const describeOrphan = (file: string, address: string) =>
    `content/${file} is linked from no other article; link to ${address} from one where it helps`;
  const listOrphans = (texts: Readonly<Record<string, string>>) =>
    listContentProblems({ ...texts, 'standard.yaml': formatStandard() });

  test('is each article that no other links to, even where it links to itself', async () => {
    const texts = {
      [ARTICLE]: formatArticle({}, TO_OTHER),
      [OTHER]: formatArticle({ title: 'Other' }, TO_BASE),
      [THIRD]: formatArticle({ title: 'Third' }, `${TO_THIRD} ${TO_BASE}`),
    };
    expect(await listOrphans(texts)).toEqual([describeOrphan(THIRD, '/seo/technical-seo/third')]);
    expect(
      await listOrphans({ ...texts, [OTHER]: formatArticle({ title: 'Other' }, `${TO_BASE} ${TO_THIRD}`) }),
    ).toEqual([]);
  });

  test('is one that only a draft, or a text still to come, links to', async () => {
    const texts = (keys: Parameters<typeof formatArticle>[0]) => ({
      [ARTICLE]: formatArticle({}, 'Words.'),
      [OTHER]: formatArticle({ title: 'Other', ...keys }, TO_BASE),
    });
    const orphan = describeOrphan(ARTICLE, ARTICLE_ADDRESS);
    expect(await listOrphans(texts({ draft: true }))).toEqual([orphan]);
    expect(await listOrphans(texts({ publishedAt: '2025-06-02' }))).toEqual([orphan]);
  });

  test('is no draft and no text still to come', async () => {
    const texts = {
      [ARTICLE]: formatArticle({}, TO_FROM),
      [FROM]: formatArticle({ title: 'From' }, TO_BASE),
      [OTHER]: formatArticle({ title: 'Other', draft: true }),
      [THIRD]: formatArticle({ title: 'Third', publishedAt: '2025-06-02' }),
    };
    expect(await listOrphans(texts)).toEqual([]);
  });

  test('is no problem without a standard', async () => {
    expect(await listContentProblems({ [OTHER]: formatArticle({ title: 'Other' }) })).toEqual([]);
  });
});
