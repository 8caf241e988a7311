import type { LargeCompilation } from '../content/checks/check-site.ts';
import { type ContentProblem, formatProblem } from '../content/content-problem.ts';

export const REFUSED = 'Nothing was published; what was published before is untouched.';

/** Lists every problem on standard error; false where there is none. */
export function reportProblems(problems: readonly ContentProblem[]): boolean {
  for (const problem of problems) console.error(formatProblem(problem));
  if (problems.length > 0) console.error(`${problems.length} to put right.`);
  return problems.length > 0;
}

/** "96 articles, 28 legacy posts, 90 pictures". */
export function formatCounts({ records, texts }: LargeCompilation): string {
  const kinds = [...records, ...texts.map(({ outline }) => outline)].map(({ kind }) => kind);
  const count = (wanted: string) => kinds.filter((kind) => kind === wanted).length;
  return `${count('post')} articles, ${count('legacy')} legacy posts, ${count('media')} pictures`;
}
