import { type LineFinding, listMessages } from '../content-finding.ts';
import type { CompiledBody } from '../markdown/body.ts';
import type { ComparisonMark } from '../markdown/comparisons.ts';

type Count = {
  readonly count: number;
  /**
   * How many could have been counted; 1 for two counts of equal chances, such as two months or two
   * ads with the same budget.
   */
  readonly total: number;
};

type Comparison = { readonly one: Count; readonly other: Count; readonly verdict: string };

/**
 * Recomputes the comparisons that comments in the text mark. All numbers must be in the text, and
 * the verdict must follow from `isDifference`.
 *
 * | comment | compares |
 * |---|---|
 * | `compare 91 with 98: chance` | two counts, of two months or of two ads with the same budget |
 * | `compare 120 of 1,200 with 18 of 300: difference` | two shares of different totals |
 */
export function listComparisonProblems({
  comparisons,
  passages,
}: Pick<CompiledBody, 'comparisons' | 'passages'>): readonly LineFinding[] {
  if (comparisons.length === 0) return [];
  const known = findNumbers(passages.map(({ text }) => text).join('\n'));
  return comparisons.flatMap(({ line, text }) =>
    describeComparisonProblems({ line, text }, known).map((message) => ({ line, message })),
  );
}

const FORM =
  'write it as “compare 91 with 98: chance” or “compare 9 of 120 with 20 of 150: difference”';

function describeComparisonProblems(
  { text }: ComparisonMark,
  known: ReadonlySet<number>,
): readonly string[] {
  const comparison = parseComparison(text);
  if (comparison === undefined) return [`comment “${text}” is not a comparison; ${FORM}`];
  const { one, other, verdict } = comparison;
  const missing = listNumbers(comparison).filter((number) => !known.has(number));
  const right = isDifference(one, other) ? 'difference' : 'chance';
  return listMessages([
    [
      missing.length > 0,
      `comment “${text}” has ${missing.join(' and ')}, which the text does not say; correct the comment`,
    ],
    [
      verdict !== right,
      `comment “${text}” is wrong: ${explainVerdict(one, other)}, so it is ${right}; correct the text and the comment`,
    ],
  ]);
}

const NUMBER = String.raw`(\d[\d,]*(?:\.\d+)?)`;
const MARK = new RegExp(
  `^compare ${NUMBER}(?: of ${NUMBER})? with ${NUMBER}(?: of ${NUMBER})?: (chance|difference)$`,
);

function parseComparison(text: string): Comparison | undefined {
  const [, a, m, b, n, verdict] = MARK.exec(text) ?? [];
  if (a === undefined || b === undefined || verdict === undefined) return undefined;
  if ((m === undefined) !== (n === undefined)) return undefined;
  const [one, other] = [createCount(a, m), createCount(b, n)];
  return one.total > 0 && other.total > 0 ? { one, other, verdict } : undefined;
}

function createCount(count: string, total = '1'): Count {
  return { count: parseNumber(count), total: parseNumber(total) };
}

function listNumbers({ one, other }: Comparison): readonly number[] {
  const totals = [one.total, other.total].filter((total) => total !== 1);
  return [...new Set([one.count, other.count, ...totals])];
}

/**
 * Two counts differ by more than chance if the gap is larger than twice the square root of their
 * sum. With different totals each count is compared with its share of the sum, whose spread is
 * computed in the same way; equal totals give the same rule.
 */
function isDifference(one: Count, other: Count): boolean {
  const gap = Math.abs(one.count * other.total - other.count * one.total);
  return gap > 2 * Math.sqrt((one.count + other.count) * one.total * other.total);
}

function explainVerdict(one: Count, other: Count): string {
  const sum = one.count + other.count;
  const share = (sum * one.total) / (one.total + other.total);
  const bound = (2 * Math.sqrt(sum * one.total * other.total)) / (one.total + other.total);
  if (one.total !== other.total)
    return `${one.count} differs by ${format(Math.abs(one.count - share))} from ${format(share)}, its share of both, and chance reaches ${format(bound)}`;
  const gap = format(Math.abs(one.count - other.count));
  return `the gap is ${gap}, and chance reaches 2 × √${format(sum)} = ${format(2 * Math.sqrt(sum))}`;
}

function format(number: number): string {
  return String(Math.round(number * 10) / 10);
}

const SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty';
const TENS = 'thirty forty fifty sixty seventy eighty ninety';
const NUMBER_WORDS: ReadonlyMap<string, number> = new Map([
  ...SMALL.split(' ').map((word, index) => [word, index] as const),
  ...TENS.split(' ').map((word, index) => [word, 10 * (index + 3)] as const),
]);

/** Finds the numbers of a text, in digits or, up to twenty and for whole tens, in words. */
function findNumbers(text: string): ReadonlySet<number> {
  const digits = Array.from(text.matchAll(new RegExp(NUMBER, 'g')), ([written]) =>
    parseNumber(written),
  );
  const words = Array.from(text.toLowerCase().matchAll(/\p{L}+/gu), ([word]) =>
    NUMBER_WORDS.get(word),
  );
  return new Set([...digits, ...words.filter((number) => number !== undefined)]);
}

function parseNumber(written: string): number {
  return Number(written.replaceAll(',', ''));
}
