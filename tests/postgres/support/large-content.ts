import { compileContent } from '../../../src/content/compile-content.ts';
import { type ContentRecord, recordKey } from '../../../src/site/records.ts';
import { FIXTURE_CONTENT } from '../../support/fixture-content.ts';

/** So that all of them are public. */
const LATEST = Date.UTC(2026, 0, 1);

/** The content for tests with as many posts as are wanted, each with words of its own. */
export async function createLargeContent(posts: number): Promise<readonly ContentRecord[]> {
  const { records } = await compileContent(FIXTURE_CONTENT);
  const models = records
    .filter((record) => record.kind === 'post')
    .filter(({ publishedAt }) => publishedAt < LATEST);
  const others = records.filter((record) => record.kind !== 'post');
  const many = Array.from({ length: posts }, (_, number) => {
    const model = models[number % models.length];
    if (model === undefined) throw new Error('The content for tests has no post.');
    const line = `Number ${number} of many.`;
    return {
      ...model,
      slug: `post-${number}`,
      title: `${model.title} ${number}`,
      content: `${model.content}\n<p>${line}</p>`,
      text: `${model.text}\n${line}`,
      publishedAt: model.publishedAt - number * 60_000,
    };
  });
  return [...others, ...many].toSorted((a, b) => (recordKey(a) < recordKey(b) ? -1 : 1));
}
