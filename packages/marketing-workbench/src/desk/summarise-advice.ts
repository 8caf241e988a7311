import {
  type ContentFinding,
  formatFinding,
  sortContentFindings,
} from '../content/content-finding.ts';
import { formatCount } from '../content/format-count.ts';

/** Formats the advice in one line for each rule, with the most frequent one first. */
export function summariseAdvice(advice: readonly ContentFinding[]): readonly string[] {
  const byRule = [...Map.groupBy(sortContentFindings(advice), ({ rule }) => rule)];
  return byRule
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([rule, [first, ...others]]) =>
      first !== undefined && others.length === 0
        ? formatFinding(first)
        : `advice (${rule}): ${formatCount(1 + others.length, 'place')}, which npm run content -- check --advice ${rule} lists`,
    );
}
