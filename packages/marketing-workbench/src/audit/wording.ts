import { describeOldCheck } from '../content/checks/date-rules.ts';
import { describeWrongLength } from '../content/checks/text-rules.ts';
import { formatVisibleText } from '../content/markdown/elements.ts';
import { countWords } from '../content/read-time.ts';
import { computeSimilarity, sketchText } from '../content/shingles.ts';
import { DEFAULT_LIMITS, findLimits } from '../content/standard.ts';
import { WORDS_PER_MINUTE } from '../site/limits.ts';
import type { TextRecord } from '../site/records.ts';
import {
  type AuditedSite,
  findInText,
  isArticle,
  listShownTexts,
  type ShownText,
} from './audited-site.ts';
import { parsePageHtml } from './read-page.ts';
import type { AuditedText } from './read-text.ts';
import type { AuditFinding } from './rules.ts';

const MINUTES_MAX = 20;
const SIMILARITY_MIN = 0.5;
const COMPARED_WORDS_MIN = 40;
/** Limit in years of school, by Flesch-Kincaid. */
const GRADE_MAX = 15;
const GRADED_WORDS_MIN = 150;

/** Finds thin, long, hard, overdue and near-duplicate texts. */
export function checkWording(site: AuditedSite): readonly AuditFinding[] {
  const texts = listShownTexts(site);
  return [
    ...texts.flatMap((text) => [
      ...checkThin(text, site),
      ...checkReadTime(text),
      ...checkMissingCheck(text, site),
    ]),
    ...site.texts.flatMap((text) => checkOverdueCheck(text, site)),
    ...(isEnglishSite(site) ? texts.flatMap(checkReadingLevel) : []),
    ...checkNearDuplicates(texts),
  ];
}

/** Returns whether the site is in English, the only language whose reading level is computed. */
export function isEnglishSite({ settings }: Pick<AuditedSite, 'settings'>): boolean {
  return /^en(?:-|$)/.test(settings.language);
}

/**
 * Finds texts that are too short. An article needs the words that `standard.yaml` demands; any
 * other text has no limits there.
 */
function checkThin(
  { record, ...text }: ShownText,
  { standard }: AuditedSite,
): readonly AuditFinding[] {
  if (!isArticle({ record }) && record.kind !== 'legacy') return [];
  const { wordsMin } = record.kind === 'post' ? findLimits(standard, text.file) : DEFAULT_LIMITS;
  const message = describeWrongLength(readRecordText(record), {
    wordsMin,
    wordsMax: Number.POSITIVE_INFINITY,
  });
  return message === undefined ? [] : [findInText('thin-text', { record, ...text }, 1, message)];
}

function readRecordText(record: TextRecord): string {
  return 'text' in record ? record.text : formatVisibleText(parsePageHtml(record.content));
}

function checkReadTime(text: ShownText): readonly AuditFinding[] {
  const minutes = Math.round(countWords(text.words) / WORDS_PER_MINUTE);
  if (minutes <= MINUTES_MAX) return [];
  return [findInText('long-read', text, 1, `the text takes ${minutes} minutes to read`)];
}

function checkOverdueCheck(text: AuditedText, { now, monthsBetweenChecks: months }: AuditedSite) {
  const { checkedAt } = text.keys;
  const old =
    checkedAt === undefined
      ? undefined
      : describeOldCheck('checkedAt', String(checkedAt), { now, months });
  return old === undefined ? [] : [findInText('check-overdue', text, 'checkedAt', old)];
}

/** Finds articles that were never checked and have not changed lately. */
function checkMissingCheck(text: ShownText, { now, monthsBetweenChecks: months }: AuditedSite) {
  const { checkedAt, updatedAt, publishedAt } = text.keys;
  if (!isArticle(text) || checkedAt !== undefined) return [];
  const [key, date] =
    updatedAt === undefined
      ? (['publishedAt', publishedAt] as const)
      : (['updatedAt', updatedAt] as const);
  const old = describeOldCheck(key, String(date ?? ''), { now, months });
  return old === undefined
    ? []
    : [findInText('check-missing', text, key, `${old}, and there is no checkedAt`)];
}

function checkReadingLevel(text: ShownText): readonly AuditFinding[] {
  const paragraphs = text.paragraphs.filter((words) => /[.!?]["”’)]?$/.test(words));
  const grade = computeGrade(paragraphs.join('\n'));
  if (grade === undefined || grade <= GRADE_MAX) return [];
  const message = `the text needs ${Math.round(grade)} years of school by Flesch-Kincaid, more than ${GRADE_MAX}`;
  return [findInText('hard-to-read', text, 1, message)];
}

/** Computes the Flesch-Kincaid grade level of English; undefined for a short text. */
function computeGrade(text: string): number | undefined {
  const words = text.toLowerCase().match(/[a-z][a-z’'-]*/g) ?? [];
  if (words.length < GRADED_WORDS_MIN) return undefined;
  const sentences = text
    .split(/[.!?]["”’)]?(?=\s|$)|\n/)
    .filter((one) => /[a-z]/i.test(one)).length;
  const syllables = words.reduce((sum, word) => sum + countSyllables(word), 0);
  return 0.39 * (words.length / sentences) + 11.8 * (syllables / words.length) - 15.59;
}

/** Counts groups of vowels, without a silent e at the end. */
function countSyllables(word: string): number {
  const groups =
    word.replace(/(?<![aeiouyl])e$|(?<=[^td])ed$|e(?=s$)/, '').match(/[aeiouy]+/g) ?? [];
  return Math.max(1, groups.length);
}

/** Finds whole texts that are nearly the same. */
function checkNearDuplicates(texts: readonly ShownText[]): readonly AuditFinding[] {
  return listNearDuplicates(texts).map(({ text, twin, similarity }) => {
    const message = `${Math.round(similarity * 100)} % of the text is the same as in ${twin.file}`;
    return findInText('near-duplicate', text, 1, message);
  });
}

/**
 * Lists texts that are nearly the same. Only texts that have one of their smallest hashes in common
 * are compared.
 */
export function listNearDuplicates(texts: readonly ShownText[]) {
  const byHash = new Map<number, ShownText[]>();
  return texts.flatMap((text) => {
    const sketch = new Set(sketchText(text.words, COMPARED_WORDS_MIN));
    const candidates = new Set([...sketch].flatMap((hash) => byHash.get(hash) ?? []));
    for (const hash of sketch) byHash.set(hash, [...(byHash.get(hash) ?? []), text]);
    for (const twin of candidates) {
      const similarity = computeSimilarity(twin.words, text.words);
      if (similarity >= SIMILARITY_MIN) return [{ text, twin, similarity }];
    }
    return [];
  });
}
