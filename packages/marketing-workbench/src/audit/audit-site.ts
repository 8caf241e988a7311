import { compareCodeUnits } from '../site/compare-code-units.ts';
import { type AuditedSite, type AuditRule, listShownTexts } from './audited-site.ts';
import { checkMainHeadings } from './headings.ts';
import { checkLinkWording } from './links.ts';
import { checkListings } from './listings.ts';
import { checkPictures } from './pictures.ts';
import { type AuditFinding, RULES, type RuleId } from './rules.ts';
import { checkStructuredData } from './structured-data.ts';
import { checkSubjects } from './subjects.ts';
import { listTextFindings } from './text-findings.ts';
import { checkTitles } from './titles.ts';
import { checkWording, listNearDuplicates } from './wording.ts';

const CHECKS: readonly AuditRule[] = [
  listRefusals,
  listUncopiedTextFindings,
  checkPageStatus,
  checkTitles,
  checkMainHeadings,
  checkWording,
  checkSubjects,
  checkLinkWording,
  checkPictures,
  checkStructuredData,
  checkListings,
];

/**
 * Applies all rules but those about other sites, and returns each finding once, the heaviest first.
 */
export function auditSite(site: AuditedSite): readonly AuditFinding[] {
  const found = CHECKS.flatMap((check) => check(site));
  return sortAuditFindings([
    ...new Map(found.map((finding) => [JSON.stringify(finding), finding])).values(),
  ]);
}

export function sortAuditFindings(findings: readonly AuditFinding[]): readonly AuditFinding[] {
  return findings.toSorted(
    (one, other) =>
      RULES[other.rule].weight - RULES[one.rule].weight ||
      compareCodeUnits(one.rule, other.rule) ||
      compareCodeUnits(placeOf(one), placeOf(other)) ||
      (one.line ?? 0) - (other.line ?? 0),
  );
}

/** Returns the file of a finding, or else its address. */
export function placeOf({ file, address = '' }: AuditFinding): string {
  return file ?? address;
}

/** Lists the errors that keep the folder from being published. */
function listRefusals({ errors }: AuditedSite): readonly AuditFinding[] {
  return errors.map(({ file, line, message }) => ({ rule: 'refused', file, line, message }));
}

/**
 * Lists the findings in texts. A paragraph is not named again if the whole text is a
 * near-duplicate.
 */
function listUncopiedTextFindings(site: AuditedSite): readonly AuditFinding[] {
  const copies = new Set(
    listNearDuplicates(listShownTexts(site)).flatMap(({ text, twin }) => [text.file, twin.file]),
  );
  return listTextFindings(site).filter(
    ({ rule, file }) => rule !== 'paragraph-duplicate' || !copies.has(file),
  );
}

function checkPageStatus({ texts, pages, follow, errors }: AuditedSite): readonly AuditFinding[] {
  const faulty = new Set(errors.map(({ file }) => file));
  return texts.flatMap(({ file, address }): AuditFinding[] => {
    if (pages.has(address) || faulty.has(file)) return [];
    const { passed, status } = follow(address);
    const message = passed.length > 0 ? 'the address redirects' : `the page answers ${status}`;
    return [{ rule: 'page-fails', file, address, message }];
  });
}

export type AuditScore = {
  /** Score from 0 to 100; 100 only without a finding. */
  readonly score: number;
  readonly places: number;
  readonly clean: number;
  /** Points that each rule costs, on average over all places. */
  readonly lost: ReadonlyMap<RuleId, number>;
};

/** Points that a place loses for each unit of weight of the rules it breaks. */
export const POINTS_PER_WEIGHT = 4;

/**
 * Computes the score. Each page, text and settings file begins with 100 points; a rule counts once
 * in each. The score is their average.
 */
export function computeScore(
  findings: readonly AuditFinding[],
  addresses: readonly string[],
): AuditScore {
  const byPlace = Map.groupBy(findings, placeOf);
  const places = new Set([...addresses, ...byPlace.keys()]).size;
  const lost = new Map<RuleId, number>();
  for (const found of byPlace.values()) {
    const rules = [...new Set(found.map(({ rule }) => rule))];
    const points = rules.map((rule) => RULES[rule].weight * POINTS_PER_WEIGHT);
    const all = points.reduce((sum, one) => sum + one, 0);
    for (const [index, rule] of rules.entries()) {
      const share = ((points[index] ?? 0) * Math.min(1, 100 / all)) / places;
      lost.set(rule, (lost.get(rule) ?? 0) + share);
    }
  }
  const total = [...lost.values()].reduce((sum, one) => sum + one, 0);
  return {
    score: Math.max(0, Math.floor(100 - total)),
    places,
    clean: places - byPlace.size,
    lost,
  };
}
