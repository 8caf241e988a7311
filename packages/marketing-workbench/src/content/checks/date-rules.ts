import { findLocalDay } from '../../site/time/time-zones.ts';
import type { ContentFinding } from '../content-finding.ts';
import {
  type CheckedSite,
  findScheduledTime,
  readPublicationTime,
  type SiteText,
} from './checked-site.ts';

/**
 * Compares the dates of each text with each other, with the time, and with those of linked
 * articles.
 */
export function checkDates(site: CheckedSite): readonly ContentFinding[] {
  return site.documents.flatMap((document) => [
    ...checkUpdate(document, site),
    ...checkLastCheck(document, site),
    ...checkLinkDates(document, site),
  ]);
}

/**
 * Finds an `updatedAt` in the future. A scheduled text may say that it was updated on the day it is
 * published.
 */
function checkUpdate(document: SiteText, { now }: CheckedSite): readonly ContentFinding[] {
  const { file, lines, validKeys } = document;
  const { updatedAt } = validKeys;
  if (
    updatedAt === undefined ||
    Date.parse(updatedAt) <= Math.max(now, readPublicationTime(document))
  )
    return [];
  const message = `updatedAt ${updatedAt} is in the future; write the day of the last change`;
  return [{ file, line: lines.updatedAt ?? 1, message, rule: 'dates', auditRule: 'dates' }];
}

/** The age after which a text should be read again, unless the audit is asked for another. */
export const MONTHS_BETWEEN_CHECKS = 12;

/**
 * Says that a date of the text, such as `checkedAt 2025-01-01`, is too old, or returns undefined.
 * `now` is in milliseconds.
 */
export function describeOldCheck(
  key: string,
  date: string,
  { now, months = MONTHS_BETWEEN_CHECKS }: { readonly now: number; readonly months?: number },
): string | undefined {
  const due = new Date(date);
  due.setUTCMonth(due.getUTCMonth() + months);
  return due.getTime() < now ? `${key} ${date} is more than ${months} months ago` : undefined;
}

/**
 * Finds a `checkedAt` that is old, in the future or before the last change: it says that somebody
 * read the text as it is now.
 */
function checkLastCheck(
  { file, lines, validKeys }: SiteText,
  { now, clockTime }: CheckedSite,
): readonly ContentFinding[] {
  const { checkedAt, updatedAt } = validKeys;
  if (checkedAt === undefined) return [];
  const line = lines.checkedAt ?? 1;
  const old = describeOldCheck('checkedAt', checkedAt, { now: clockTime });
  if (old !== undefined) {
    const message = `${old}; check the text again, or remove the key`;
    return [{ file, line, message, rule: 'overdueChecks' }];
  }
  const isOld = updatedAt !== undefined && Date.parse(checkedAt) < Date.parse(updatedAt);
  if (!isOld && Date.parse(checkedAt) <= now) return [];
  const mistake = isOld ? `before updatedAt ${updatedAt}` : 'in the future';
  const message = `checkedAt ${checkedAt} is ${mistake}; write the day of the last check`;
  return [{ file, line, message, rule: 'dates', auditRule: 'dates' }];
}

/**
 * Finds links to articles that are newer than the text's last date. A link to a hidden article is
 * an error of another rule.
 */
function checkLinkDates(document: SiteText, site: CheckedSite): readonly ContentFinding[] {
  const { file, links, validKeys } = document;
  const { publishedAt, updatedAt = publishedAt, draft } = validKeys;
  if (updatedAt === undefined || draft === true) return [];
  return links.flatMap(({ href, line }): ContentFinding[] => {
    const target = site.pages.get(href.replace(/[?#].*$/s, ''))?.document;
    const date = target?.kind === 'article' ? target.validKeys.publishedAt : undefined;
    if (target === undefined || date === undefined) return [];
    if (
      findScheduledTime(target, site) > findScheduledTime(document, site) ||
      findDay(date, site) <= findDay(updatedAt, site)
    )
      return [];
    const own = updatedAt === publishedAt ? 'publishedAt' : 'updatedAt';
    const message = `link to ${href} leads to an article of ${date.slice(0, 10)}, after ${own} ${updatedAt} of this text; write the day of its last change as updatedAt, or remove the link`;
    return [{ file, line, message, rule: 'dates', auditRule: 'dates' }];
  });
}

function findDay(date: string, { settings }: CheckedSite): number {
  return findLocalDay(Date.parse(date), settings.timeZone);
}
