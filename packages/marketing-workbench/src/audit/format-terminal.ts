import { formatCount } from '../content/format-count.ts';
import { type AuditScore, POINTS_PER_WEIGHT, placeOf } from './audit-site.ts';
import { type AuditFinding, RULES, type RuleId } from './rules.ts';

export type AuditResult = {
  readonly site: string;
  readonly findings: readonly AuditFinding[];
  readonly score: AuditScore;
  /** Notes on what the audit did not look at, and why. */
  readonly notes: readonly string[];
};

const EXAMPLES = 3;

/**
 * Formats the findings by rule, the heaviest first, with a few examples or all findings of each.
 */
export function formatAudit(
  { site, findings, score, notes }: AuditResult,
  isComplete: boolean,
): readonly string[] {
  const groups = groupFindings(findings);
  return [
    ...groups.flatMap(([rule, found]) => formatGroup(rule, found, isComplete)),
    ...notes.map((note) => `Note: ${note}`),
    `${site}: score ${score.score} of 100, ${formatCount(findings.length, 'finding')} of ${formatCount(groups.length, 'rule')}; ${score.clean} of ${score.places} places are clean.`,
    `${explainScore(score)}`,
    ...(!isComplete && groups.some(([, found]) => found.length > EXAMPLES)
      ? ['--all shows every finding.']
      : []),
  ];
}

export function groupFindings(
  findings: readonly AuditFinding[],
): readonly (readonly [RuleId, readonly AuditFinding[]])[] {
  return [...Map.groupBy(findings, ({ rule }) => rule)];
}

function formatGroup(
  rule: RuleId,
  found: readonly AuditFinding[],
  isComplete: boolean,
): readonly string[] {
  const { weight, why, cure } = RULES[rule];
  const shown = isComplete ? found : found.slice(0, EXAMPLES);
  const rest = found.length - shown.length;
  return [
    `${rule} (weight ${weight}, ${formatCount(found.length, 'finding')})`,
    `  ${why} ${cure}`,
    ...shown.map((finding) => `    ${formatFindingPlace(finding)} ${finding.message}`),
    ...(rest === 0 ? [] : [`    … and ${rest} more`]),
    '',
  ];
}

/**
 * Formats the place as `content/articles/seo/x.md:4`, or as the address of a page without a file.
 */
export function formatFindingPlace(finding: AuditFinding): string {
  const { file, line, address = '' } = finding;
  if (file === undefined) return address;
  if (line !== undefined) return `${file}:${line}`;
  return address === '' ? file : `${file} (${address})`;
}

export function explainScore({ score, lost }: AuditScore): string {
  const costs = [...lost].toSorted(([, one], [, other]) => other - one);
  const listed = costs
    .filter(([, points]) => points >= 0.05)
    .slice(0, 5)
    .map(([rule, points]) => `${rule} ${points.toFixed(1)}`);
  const taken = listed.length === 0 ? '' : ` Most is lost by ${listed.join(', ')}.`;
  return `Score: each page, text and settings file has 100 points, and loses ${POINTS_PER_WEIGHT} × weight for each rule that it breaks; ${score} is the average, rounded down.${taken}`;
}

/** Formats the findings for programs, with the weight and the words of their rules. */
export function formatAuditJson({ site, findings, score, notes }: AuditResult): string {
  const { lost, ...rest } = score;
  return JSON.stringify(
    {
      site,
      ...rest,
      notes,
      lost: Object.fromEntries(
        [...lost].map(([rule, points]) => [rule, Number(points.toFixed(2))]),
      ),
      findings: findings.map((finding) => {
        const { weight, why, cure } = RULES[finding.rule];
        return { ...finding, place: placeOf(finding), weight, why, cure };
      }),
    },
    null,
    2,
  );
}
