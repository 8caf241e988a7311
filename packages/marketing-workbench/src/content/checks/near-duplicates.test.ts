import { expect, test } from 'vitest';
import {
  ARTICLE_FILE,
  formatArticle,
  listContentFindings,
} from '../../../../../tests/support/content-folder.ts';

const OTHER = 'articles/seo/technical-seo/other.md';

const PARAGRAPH =
  'Ask every customer on the day the job is done, in the same plain words, and send the link while they still remember your name and the color of the van outside.';
const WORDS = PARAGRAPH.split(' ');

/** One text below the base article, which says the paragraph on line 10. */
const listTwins = (body: string, keys: Parameters<typeof formatArticle>[0] = {}) =>
  listContentFindings({
    [ARTICLE_FILE]: formatArticle({}, `An opening.\n\n${PARAGRAPH}`),
    [OTHER]: formatArticle({ title: 'Other', ...keys }, body),
  });

const describeTwin = (line: number, start: string) =>
  `content/${OTHER}:${line} advice (paragraphs): has a paragraph, “${start} …”, that is in content/${ARTICLE_FILE}:10 nearly word for word; keep it in one of the two`;

test('a paragraph that occurs in two articles is a problem that names both places', async () => {
  const twin = [describeTwin(12, 'Ask every customer on the day')];
  expect(await listTwins(`One.\n\nTwo.\n\n${PARAGRAPH}`)).toEqual(twin);
});

test('a paragraph with other punctuation, case, marks or a few other words is still a near-duplicate', async () => {
  const changed = `**${PARAGRAPH.replace('Ask', 'ASK').replace('plain', 'simple').replaceAll(',', ';')}**`;
  expect(await listTwins(changed)).toEqual([describeTwin(8, 'ASK every customer on the day')]);
  const item = `- ${PARAGRAPH.replace('of the van', 'of\n  the van')}`;
  expect(await listTwins(item)).toEqual([describeTwin(8, 'Ask every customer on the day')]);
});

test.each([
  ['less than half of it', WORDS.slice(0, 14).join(' ').concat(' ', 'own words '.repeat(10))],
  ['the same words in another order', WORDS.toReversed().join(' ')],
  ['the same in fewer than 25 words', WORDS.slice(0, 24).join(' ')],
])('%s is a paragraph of its own', async (_, body) => {
  expect(await listTwins(body)).toEqual([]);
});

test('a text may repeat its own paragraphs, and a draft those of another text', async () => {
  expect(await listTwins(`${PARAGRAPH}\n\nWords.`, { draft: true })).toEqual([]);
  const texts = { [ARTICLE_FILE]: formatArticle({}, `${PARAGRAPH}\n\n${PARAGRAPH}`) };
  expect(await listContentFindings(texts)).toEqual([]);
});
