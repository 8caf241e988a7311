import { summariseSearch } from '../packages/marketing-workbench/src/search/search-posts.ts';
import type { DirectAnswer } from '../packages/marketing-workbench/src/site/entities.ts';
import type { Store } from '../packages/marketing-workbench/src/store/store.ts';

type JudgedAnswer = {
  readonly q: string;
  readonly best: readonly string[];
  /** The passage that answers most directly, as `slug#Heading`; without a heading the opening. */
  readonly answer?: string | undefined;
};

/**
 * Prints each direct answer to the queries, and how many are of one of the best articles and are
 * the judged passage.
 */
export function printDirectAnswers(
  store: Store,
  queries: readonly JudgedAnswer[],
  now: number,
): void {
  const answered = queries.flatMap((query) => {
    const { answer } = summariseSearch(store, query.q, now);
    return answer === undefined ? [] : { query, answer, slug: readSlug(answer) };
  });
  const ofBest = answered.filter(({ query, slug }) => query.best.includes(slug));
  const judged = answered.filter(({ query }) => query.answer !== undefined);
  const same = judged.filter(({ query, answer }) => query.answer === formatPassage(answer));
  console.log(
    `Direct answers: ${answered.length} of ${queries.length} queries; ${ofBest.length} of a best article; ` +
      `the judged passage in ${same.length} of ${judged.length}`,
  );
  for (const { query, answer, slug } of answered) {
    const isSame = query.answer === formatPassage(answer);
    const grade = isSame
      ? 'judged passage'
      : query.best.includes(slug)
        ? 'best article'
        : 'WRONG ARTICLE';
    console.log(
      `  ${grade}: ${query.q}\n    ${formatPassage(answer)}\n    ${[answer.text, ...(answer.items ?? [])].join(' · ')}`,
    );
    if (!isSame && query.answer !== undefined) console.log(`    judged: ${query.answer}`);
  }
}

function readSlug({ article: { path } }: DirectAnswer): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function formatPassage(answer: DirectAnswer): string {
  const heading = answer.section?.title.replace(/[‘’]/g, "'").replace(/[“”]/g, '"');
  return `${readSlug(answer)}#${heading ?? ''}`;
}
